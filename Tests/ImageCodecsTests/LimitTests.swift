import ImageCodecs
import Resampling
import Testing

@Suite("Limits of a decoder")
struct LimitTests {
    private func file(_ format: ImageFormat, side: Int = 120, progressive: Bool = false) throws -> [UInt8] {
        try ImageEncoder.encode(pattern(.rgb, side, side), EncodeOptions(format: format, progressive: progressive))
    }

    private func request(side: Int = 120) -> DecodeRequest {
        DecodeRequest(layout: .pixels(.rgb), region: PixelRect(x: 0, y: 0, width: side, height: side))
    }

    @Test("a signal that is raised stops every decoder, and it stays stopped")
    func stop() throws {
        for format in ImageFormat.allCases {
            let bytes = try file(format)
            let signal = StopSignal()
            #expect(try decoded(bytes, format: format, request: request(), stop: signal).findings.isEmpty)
            signal.raise()
            for _ in 0..<2 {
                #expect {
                    try decoded(bytes, format: format, request: request(), stop: signal)
                } throws: { $0 as? ImageError == .stopped }
            }
        }
    }

    @Test("a decoder that takes longer than allowed is stopped, and says what it was allowed")
    func time() throws {
        for (format, progressive) in [(ImageFormat.jpeg, false), (.jpeg, true), (.png, false), (.webP, false)] {
            let bytes = try file(format, progressive: progressive)
            var request = request()
            request.maxSeconds = 1e-9
            #expect {
                try decoded(bytes, format: format, request: request)
            } throws: { $0 as? ImageError == .timeLimit(seconds: 1e-9) }
            request.maxSeconds = 3600
            #expect(try decoded(bytes, format: format, request: request).findings.isEmpty)
        }
    }

    @Test("scans are counted before any is decoded")
    func scans() throws {
        // A picture of many scans: the first one of its own, then one that adds nothing, again and again.
        let bytes = try file(.jpeg, side: 16, progressive: true)
        let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
        let scans = starts.count
        #expect(scans > 3)
        var request = request(side: 16)
        request.maxScans = scans
        #expect(try decoded(bytes, format: .jpeg, request: request).findings.isEmpty)
        request.maxScans = scans - 1
        #expect {
            try decoded(bytes, format: .jpeg, request: request)
        } throws: {
            $0 as? ImageError
                == .limitExceeded(limit: "scans", needed: scans, allowed: scans - 1, flag: "--max-scans")
        }
        let last = try #require(starts.last)
        let many =
            Array(bytes[..<last]) + [[UInt8]](repeating: Array(bytes[last..<bytes.count - 2]), count: 2000).joined()
        request.maxScans = 500
        #expect {
            try decoded(many + [0xff, 0xd9], format: .jpeg, request: request)
        } throws: {
            guard case .limitExceeded("scans", let needed, 500, _)? = $0 as? ImageError else { return false }
            return needed == scans + 1999
        }
    }

    @Test("chunks, metadata and frames of a header are limited, by name")
    func header() throws {
        func limit(_ bytes: [UInt8], _ change: (inout HeaderLimits) -> Void) -> String? {
            var limits = HeaderLimits()
            change(&limits)
            do {
                _ = try ImageInfo(probing: bytes.span, limits: limits)
                return nil
            } catch .limitExceeded(let limit, let needed, let allowed, let flag) {
                #expect(needed > allowed && flag?.hasPrefix("--max-") == true)
                return limit
            } catch {
                return error.kind
            }
        }
        let comment = [UInt8]([0xff, 0xfe, 0, 102]) + [UInt8](repeating: 65, count: 100)
        let jpeg = try file(.jpeg)
        let talkative = Array(jpeg.prefix(2)) + [[UInt8]](repeating: comment, count: 50).joined() + jpeg.dropFirst(2)
        #expect(limit(talkative) { _ in } == nil)
        #expect(limit(talkative) { $0.maxChunks = 50 } == "chunks")
        #expect(limit(talkative) { $0.maxMetadataBytes = 5000 } == "bytes of metadata")
        #expect(limit(jpeg) { $0.maxMetadataBytes = 5000 } == nil)

        var webP = try ImageEncoder.encode(pattern(.rgba, 60, 40), EncodeOptions(format: .webP))
        #expect(webP[12...15].elementsEqual("VP8X".utf8))
        let claim = Array("EXIF".utf8) + [0xff, 0xff, 0xff, 0x7f] + [UInt8](repeating: 0, count: 600)
        webP.insert(contentsOf: claim, at: 30)
        #expect(limit(webP) { _ in } == "truncated")
        #expect(limit(webP) { $0.maxMetadataBytes = 599 } == "bytes of metadata")

        let png = try file(.png)
        func chunk(_ name: String, _ count: Int) -> [UInt8] {
            [0, 0, 0, UInt8(count)] + Array(name.utf8) + [UInt8](repeating: 0, count: count + 4)
        }
        let text = [[UInt8]](repeating: chunk("tEXt", 100), count: 50).joined()
        #expect(
            limit(Array(png.prefix(33)) + text + png.dropFirst(33)) { $0.maxMetadataBytes = 4999 }
                == "bytes of metadata")
        #expect(limit(Array(png.prefix(33)) + text + png.dropFirst(33)) { $0.maxChunks = 49 } == "chunks")
        let frames = [[UInt8]](repeating: chunk("fcTL", 26), count: 9).joined()
        #expect(limit(Array(png.prefix(33)) + frames + png.dropFirst(33)) { $0.maxFrames = 8 } == "frames")
        #expect(limit(Array(png.prefix(33)) + frames + png.dropFirst(33)) { $0.maxFrames = 9 } == nil)
    }
}
