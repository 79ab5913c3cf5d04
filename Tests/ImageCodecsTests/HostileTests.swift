import ImageCodecs
import Resampling
import Testing

@Suite("Hostile files end in an error or in pixels, never in a crash")
struct HostileTests {
    private struct Tally {
        var kinds: [String: Int] = [:]

        /// Probes and decodes. Larger pictures than the cap are refused from the header, as the library does.
        mutating func take(_ bytes: [UInt8]) {
            do {
                _ = try Bitmap(decoding: bytes.span, maxPixels: 268_402_689)
                kinds["decoded", default: 0] += 1
            } catch {
                #expect(!error.description.isEmpty)
                kinds[error.kind, default: 0] += 1
            }
            takePlanes(bytes)
        }

        private func takePlanes(_ bytes: [UInt8]) {
            guard let info = try? ImageInfo(probing: bytes.span), info.hasPlanes,
                info.storedSize.width * info.storedSize.height < 20_000_000
            else { return }
            let eighths = info.format == .jpeg ? 2 : 8
            let size = DecodeRequest.scaledSize(of: info.storedSize, eighths: eighths)
            let region = PixelRect(
                x: size.width / 3, y: size.height / 3, width: (size.width + 1) / 2, height: (size.height + 1) / 2)
            for layout in [DecodeLayout.planes(alpha: info.hasAlpha), .pixels(info.layout)] {
                let request = DecodeRequest(layout: layout, region: region, scaleEighths: eighths)
                _ = try? [Bitmap](decodingPlanes: bytes.span, format: info.format, request: request)
            }
        }
    }

    @Test("every malformed file of the corpus", .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpus() {
        var tally = Tally()
        let files = Corpus.files(below: "malformed")
        for file in files {
            if let bytes = contents(of: file.path) { tally.take(bytes) }
        }
        print("\(files.count) malformed files: \(tally.kinds.sorted { $0.key < $1.key })")
        #expect(files.count > 1000)
    }

    @Test("small pictures with bytes changed at random", arguments: TruncationTests.Kind.allCases)
    func changedBytes(kind: TruncationTests.Kind) throws {
        let bytes = try ImageEncoder.encode(pattern(kind == .gray ? .gray : .rgb, 40, 30), kind.options)
        var noise = Noise(7)
        var tally = Tally()
        for _ in 0..<1500 {
            var changed = bytes
            for _ in 0...noise.next() % 3 {
                // Headers lie in front: half of the changes go there.
                let range = noise.next() % 2 == 0 ? min(200, bytes.count) : bytes.count
                changed[Int(noise.next() % UInt64(range))] = UInt8(truncatingIfNeeded: noise.next())
            }
            if let info = try? ImageInfo(probing: changed.span),
                info.storedSize.width * info.storedSize.height > 4_000_000
            {
                continue
            }
            tally.take(changed)
        }
        #expect(!tally.kinds.isEmpty)
    }

    @Test("a progressive JPEG with more scans than allowed is refused")
    func scans() throws {
        let bytes = try ImageEncoder.encode(pattern(.rgb, 64, 64), EncodeOptions(format: .jpeg, progressive: true))
        let request = DecodeRequest(
            layout: .pixels(.rgb), region: PixelRect(x: 0, y: 0, width: 64, height: 64), maxScans: 3)
        #expect(throws: ImageError.limitExceeded(limit: "scans", needed: 10, allowed: 3, flag: "--max-scans")) {
            try Bitmap(decoding: bytes.span, format: .jpeg, request: request)
        }
    }

    @Test("a huge size in a small file is refused from the header")
    func hugeHeader() throws {
        var bytes = try ImageEncoder.encode(pattern(.rgb, 8, 8), EncodeOptions(format: .png))
        bytes.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
        #expect {
            try Bitmap(decoding: bytes.span)
        } throws: { error in
            guard case .limitExceeded("pixels", let needed, let allowed, _)? = error as? ImageError else {
                return false
            }
            return needed == 0x7fff_ffff * 0x7fff_ffff && allowed == Bitmap.usualMaxPixels
        }
    }

    @Test("a region outside the picture is refused by every decoder", arguments: ImageFormat.allCases)
    func outside(format: ImageFormat) throws {
        let bytes = try ImageEncoder.encode(pattern(.rgb, 8, 8), EncodeOptions(format: format))
        let regions = [
            PixelRect(x: 0, y: 0, width: 9, height: 8), PixelRect(x: 1, y: 0, width: 8, height: 8),
            PixelRect(x: 0, y: 8, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 0, height: 8),
            PixelRect(x: -1, y: 0, width: 4, height: 4), PixelRect(x: 0, y: 0, width: Int(UInt32.max), height: 2),
            PixelRect(x: Int(UInt32.max), y: 0, width: 2, height: 2), PixelRect(x: 0, y: 0, width: .max, height: .max),
        ]
        for region in regions {
            #expect {
                try Bitmap(
                    decoding: bytes.span, format: format, request: DecodeRequest(layout: .pixels(.rgb), region: region))
            } throws: { ($0 as? ImageError)?.kind == "unsupported" }
        }
    }

    @Test("a decoder writes where it said it would, and nowhere else")
    func bounds() throws {
        for (width, height) in [(67, 53), (16, 16), (1, 1), (33, 2)] {
            for format in ImageFormat.allCases {
                for subsampling in [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440] {
                    let options = EncodeOptions(format: format, subsampling: subsampling)
                    let bytes = try ImageEncoder.encode(pattern(.rgb, width, height), options)
                    for eighths in format == .jpeg ? [1, 2, 4, 8] : [8] {
                        let size = DecodeRequest.scaledSize(
                            of: PixelSize(width: width, height: height), eighths: eighths)
                        for region in regions(in: size, step: 9, rowsPerColumns: 2) {
                            for layout in [DecodeLayout.pixels(.rgb), .planes(alpha: false)] {
                                if format == .png, layout == .planes(alpha: false) { continue }
                                let request = DecodeRequest(layout: layout, region: region, scaleEighths: eighths)
                                #expect(try !writesOutside(bytes, format: format, request: request), "\(region)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(
        "so it does for pictures from elsewhere, whole and at half size",
        .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpusBounds() throws {
        for file in Corpus.files(below: "valid") + Corpus.files(below: "malformed") {
            guard let bytes = contents(of: file.path), bytes.count < 100_000,
                let info = try? ImageInfo(probing: bytes.span),
                info.storedSize.width * info.storedSize.height < 100_000
            else { continue }
            for eighths in info.format == .jpeg ? [4, 8] : [8] {
                let size = DecodeRequest.scaledSize(of: info.storedSize, eighths: eighths)
                for layout in [DecodeLayout.pixels(info.layout), .planes(alpha: info.hasAlpha)] {
                    let request = DecodeRequest(layout: layout, region: PixelRect(size), scaleEighths: eighths)
                    let outside = try? writesOutside(bytes, format: info.format, request: request)
                    #expect(outside != true, "\(file.name)")
                }
            }
        }
    }

    @Test("alpha is never dropped and color never lost", arguments: [ImageFormat.png, .webP])
    func channels(format: ImageFormat) throws {
        let bytes = try ImageEncoder.encode(pattern(.rgba, 8, 8), EncodeOptions(format: format, lossless: true))
        for layout in [PixelLayout.gray, .grayAlpha, .rgb] {
            #expect(throws: ImageError.self) { try Bitmap(decoding: bytes.span, layout: layout) }
        }
    }
}
