import ImageCodecs
import Resampling
import Testing

@Suite("A picture that is cut short is decoded as far as it is there, where that is allowed")
struct PartialTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var format: ImageFormat
        var layout: PixelLayout
        var lossless = false
        var isProgressive = false
        /// What stands for missing samples, where that is exact.
        var filling: UInt8?
    }

    static let kinds = [
        Kind(testDescription: "baseline", format: .jpeg, layout: .rgb),
        Kind(testDescription: "gray JPEG", format: .jpeg, layout: .gray),
        Kind(testDescription: "progressive", format: .jpeg, layout: .rgb, isProgressive: true),
        Kind(testDescription: "PNG", format: .png, layout: .rgb, filling: 128),
        Kind(testDescription: "PNG with alpha", format: .png, layout: .rgba, filling: 0),
        Kind(testDescription: "lossy WebP", format: .webP, layout: .rgb, filling: 128),
        Kind(testDescription: "lossless WebP", format: .webP, layout: .rgb, lossless: true, filling: 128),
        Kind(testDescription: "lossless WebP with alpha", format: .webP, layout: .rgba, lossless: true, filling: 0),
    ]

    private func file(_ kind: Kind) throws -> [UInt8] {
        try ImageEncoder.encode(
            pattern(kind.layout, 150, 130),
            EncodeOptions(format: kind.format, progressive: kind.isProgressive, lossless: kind.lossless))
    }

    private func request(_ kind: Kind, _ region: PixelRect? = nil) -> DecodeRequest {
        var request = DecodeRequest(
            layout: .pixels(kind.layout), region: region ?? PixelRect(x: 0, y: 0, width: 150, height: 130))
        request.allowsTruncated = true
        return request
    }

    @Test("rows that are there are those of the whole picture, the others are filled in", arguments: kinds)
    func rows(kind: Kind) throws {
        let bytes = try file(kind)
        for region in [nil, PixelRect(x: 20, y: 10, width: 100, height: 90)] {
            let whole = try decoded(bytes, format: kind.format, request: request(kind, region))
            #expect(whole.findings.isEmpty && whole.fraction == nil)
            for permille in [300, 600, 950] {
                let cut = Array(bytes.prefix(bytes.count * permille / 1000))
                let part = try decoded(cut, format: kind.format, request: request(kind, region))
                let (picture, full) = (part.planes[0], whole.planes[0])
                #expect(picture.size == full.size)
                #expect(part.findings == [.truncated])
                if kind.isProgressive { continue }
                let fraction = try #require(part.fraction)
                // The rows of an encoder's blocks come together, and chroma and filters reach a few rows further.
                let rowBytes = full.size.width * kind.layout.channels
                let wanted = region.map { $0.y + $0.height } ?? full.size.height
                let sure = Int(fraction * Double(wanted)) - (region?.y ?? 0) - (kind.format == .png ? 0 : 24)
                if sure > 0 { #expect(picture.bytes.prefix(sure * rowBytes) == full.bytes.prefix(sure * rowBytes)) }
                if let filling = kind.filling, fraction < 0.9, region == nil {
                    let last = picture.bytes.suffix(rowBytes)
                    #expect(last.allSatisfy { abs(Int($0) - Int(filling)) <= (kind.lossless ? 0 : 3) })
                }
            }
        }
    }

    @Test("cut after every single byte, there is a picture or an error", arguments: kinds)
    func everyByte(kind: Kind) throws {
        let bytes = try ImageEncoder.encode(
            pattern(kind.layout, 19, 21),
            EncodeOptions(format: kind.format, progressive: kind.isProgressive, lossless: kind.lossless))
        var request = request(kind, PixelRect(x: 1, y: 2, width: 17, height: 18))
        var pictures = 0
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            do {
                let part = try decoded(cut, format: kind.format, request: request)
                #expect(part.findings == [.truncated], "\(count) of \(bytes.count)")
                pictures += 1
            } catch let error as ImageError {
                // Too little is there: the header itself, or too few bytes to know the format by.
                #expect(error.kind == "truncated" || count < 12, "\(count): \(error)")
            }
        }
        #expect(pictures > 0)
        request.allowsTruncated = false
        #expect(throws: ImageError.self) {
            try decoded(Array(bytes.dropLast(3)), format: kind.format, request: request)
        }
    }

    @Test("planes are filled in as pixels are")
    func planes() throws {
        for (format, layout) in [(ImageFormat.jpeg, PixelLayout.rgb), (.webP, .rgb), (.webP, .rgba)] {
            let bytes = try ImageEncoder.encode(pattern(layout, 150, 130), EncodeOptions(format: format))
            var request = DecodeRequest(
                layout: .planes(alpha: false), region: PixelRect(x: 0, y: 0, width: 150, height: 130))
            request.allowsTruncated = true
            let part = try decoded(Array(bytes.prefix(bytes.count * 7 / 10)), format: format, request: request)
            #expect(part.findings == [.truncated])
            let whole = try decoded(bytes, format: format, request: request)
            #expect(part.planes.map(\.size) == whole.planes.map(\.size))
            #expect(part.planes[0].bytes.prefix(150 * 20) == whole.planes[0].bytes.prefix(150 * 20))
        }
    }

    @Test("damage that the decoder conceals is a finding where that is allowed")
    func damage() throws {
        let bytes = try file(Self.kinds[0])
        var damaged = bytes
        for index in bytes.count / 2..<bytes.count / 2 + 40 { damaged[index] = 0x5a }
        // An end marker behind half a picture: the rest is missing, and the file says that it is not.
        for broken in [damaged, Array(bytes.prefix(bytes.count / 2)) + [0xff, 0xd9]] {
            var request = request(Self.kinds[0])
            request.allowsTruncated = false
            guard (try? decoded(broken, format: .jpeg, request: request)) == nil else { continue }
            request.allowsDamage = true
            let findings = try decoded(broken, format: .jpeg, request: request).findings
            #expect(findings.contains(.malformed))
        }
    }

    @Test("data behind the end is a finding, whatever the route", arguments: kinds)
    func trailing(kind: Kind) throws {
        let bytes = try file(kind) + [0, 0, 0, 0]
        for region in [nil, PixelRect(x: 0, y: 0, width: 9, height: 9)] {
            for whole in [false, true] {
                var request = request(kind, region)
                (request.allowsWholePicture, request.allowsTruncated) = (whole, false)
                #expect(try decoded(bytes, format: kind.format, request: request).findings == [.trailingData])
                let clean = Array(bytes.dropLast(4))
                #expect(try decoded(clean, format: kind.format, request: request).findings.isEmpty)
            }
        }
    }

    /// A progressive picture of 150 × 130 pixels.
    private func progressive() throws -> [UInt8] {
        try ImageEncoder.encode(
            pattern(.rgb, 150, 130), EncodeOptions(format: .jpeg, quality: 95, progressive: true))
    }

    /// A file without the second half of one scan, or of the last one.
    private func shortened(_ bytes: [UInt8], scan index: Int? = nil) throws -> [UInt8] {
        let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xff && ![0, 0xff].contains(bytes[$0 + 1]) }
        let scans = markers.filter { bytes[$0 + 1] == 0xda }
        let scan = scans[index ?? scans.count - 1]
        let data = scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])
        let end = try #require(markers.first { $0 >= data })
        return Array(bytes[..<(data + (end - data) / 2)] + bytes[end...])
    }

    @Test("a refining scan that ends early leaves a picture that is whole, and a finding")
    func refinement() throws {
        let whole = try progressive()
        let short = try shortened(whole)
        let request = DecodeRequest(layout: .pixels(.rgb), region: PixelRect(x: 0, y: 0, width: 150, height: 130))
        let exact = try decoded(whole, format: .jpeg, request: request)
        let rough = try decoded(short, format: .jpeg, request: request)
        #expect(exact.findings.isEmpty)
        #expect(rough.findings == [.refinementIncomplete])
        let differences = zip(exact.planes[0].bytes, rough.planes[0].bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.contains { $0 > 0 })
        #expect(differences.allSatisfy { $0 < 40 })
    }

    @Test("a scan of detail that ends in the last row of blocks leaves a picture that is whole, too")
    func lastRow() throws {
        let bytes = try ImageEncoder.encode(
            pattern(.gray, 40, 8), EncodeOptions(format: .jpeg, quality: 95, progressive: true))
        let short = try shortened(bytes, scan: 1)
        let request = DecodeRequest(layout: .pixels(.gray), region: PixelRect(x: 0, y: 0, width: 40, height: 8))
        #expect(try decoded(short, format: .jpeg, request: request).findings == [.refinementIncomplete])
    }

    @Test("a scan that brings something new and ends early is damage")
    func firstScan() throws {
        let short = try shortened(progressive(), scan: 0)
        let request = DecodeRequest(layout: .pixels(.rgb), region: PixelRect(x: 0, y: 0, width: 150, height: 130))
        #expect {
            try decoded(short, format: .jpeg, request: request)
        } throws: { error in
            if case ImageError.malformed(.jpeg, _, _) = error { true } else { false }
        }
    }
}
