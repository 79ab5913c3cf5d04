import ImageCodecs
import Resampling
import Testing

@Suite("PNG of 16 bits a sample")
struct DeepPNGTests {
    private func decode(_ bytes: [UInt8], _ layout: PixelLayout, _ region: PixelRect) throws -> DeepBitmap {
        var request = DecodeRequest(layout: .pixels(layout), region: region, allowsWholePicture: true)
        request.depth = .sixteen
        return try DeepBitmap(decoding: bytes.span, request: request)
    }

    private func noise(_ layout: PixelLayout, _ width: Int, _ height: Int) -> DeepBitmap {
        var noise = Noise(UInt64(width * 1000 + height))
        return DeepBitmap(
            layout: layout, size: PixelSize(width: width, height: height),
            samples: (0..<width * height * layout.channels).map { _ in UInt16(truncatingIfNeeded: noise.next()) })
    }

    @Test("samples are in the order of the machine")
    func order() throws {
        let bytes = png(2, 1, depth: 16, type: 0, rows: [[0x12, 0x34, 0xAB, 0xCD]])
        #expect(try decode(bytes, .gray, PixelRect(x: 0, y: 0, width: 2, height: 1)).samples == [0x1234, 0xABCD])
        #expect(try decode(bytes, .gray, PixelRect(x: 1, y: 0, width: 1, height: 1)).samples == [0xABCD])
    }

    @Test("what is encoded comes back, every region of it", arguments: PixelLayout.allCases)
    func roundTrip(layout: PixelLayout) throws {
        let picture = noise(layout, 37, 41)
        let bytes = try ImageEncoder.encode(picture, EncodeOptions(format: .png))
        let info = try ImageInfo(probing: bytes.span)
        #expect(info.bitDepth == 16 && info.layout == layout && info.storedSize == picture.size)
        let isSame = try decode(bytes, layout, PixelRect(picture.size)) == picture
        #expect(isSame)
        let rect = PixelRect(x: 5, y: 7, width: 20, height: 30)
        let part = try decode(bytes, layout, rect)
        let channels = layout.channels
        var expected: [UInt16] = []
        for y in rect.y..<rect.y + rect.height {
            let start = (y * 37 + rect.x) * channels
            expected += picture.samples[start..<start + rect.width * channels]
        }
        let isPart = part.samples == expected
        #expect(isPart)
    }

    @Test("a transparent color is compared at 16 bits, and what is opaque is 65535")
    func transparentColor() throws {
        let row: [UInt8] = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbd]
        let bytes = png(2, 1, depth: 16, type: 2, rows: [row], chunks: [("tRNS", Array(row.prefix(6)))])
        let whole = PixelRect(x: 0, y: 0, width: 2, height: 1)
        #expect(
            try decode(bytes, .rgba, whole).samples == [
                0x1234, 0x5678, 0x9abc, 0, 0x1234, 0x5678, 0x9abd, 0xffff,
            ])
        let gray = png(2, 1, depth: 16, type: 0, rows: [[1, 2, 1, 3]], chunks: [("tRNS", [1, 2])])
        #expect(try decode(gray, .grayAlpha, whole).samples == [0x0102, 0, 0x0103, 0xffff])
    }

    @Test("gray may be read as color, and an opaque picture with alpha")
    func promotion() throws {
        let bytes = png(1, 1, depth: 16, type: 0, rows: [[0x12, 0x34]])
        let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
        #expect(try decode(bytes, .rgb, pixel).samples == [0x1234, 0x1234, 0x1234])
        #expect(try decode(bytes, .grayAlpha, pixel).samples == [0x1234, 0xffff])
        #expect(try decode(bytes, .rgba, pixel).samples == [0x1234, 0x1234, 0x1234, 0xffff])
    }

    @Test("fewer bits are scaled up to all 16, palettes and the route for whole pictures included")
    func fewerBits() throws {
        let whole = PixelRect(x: 0, y: 0, width: 2, height: 1)
        let byte = png(2, 1, depth: 8, type: 0, rows: [[7, 255]])
        #expect(try decode(byte, .gray, whole).samples == [7 * 257, 65535])
        let bits = png(2, 1, depth: 2, type: 0, rows: [[0b0111_0000]])
        #expect(try decode(bits, .gray, whole).samples == [21845, 65535])
        let palette = png(
            2, 1, depth: 8, type: 3, rows: [[1, 0]], chunks: [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [9])])
        #expect(
            try decode(palette, .rgba, whole).samples == [4, 5, 6, 255, 1, 2, 3, 9].map { UInt16($0) * 257 })
    }

    @Test("what is missing of a truncated picture is gray, or transparent")
    func truncated() throws {
        let picture = noise(.rgb, 60, 300)
        let bytes = try ImageEncoder.encode(picture, EncodeOptions(format: .png))
        var request = DecodeRequest(layout: .pixels(.rgb), region: PixelRect(picture.size))
        request.depth = .sixteen
        request.allowsTruncated = true
        let cut = Array(bytes.prefix(bytes.count / 2))
        let half = try DeepBitmap(decoding: cut.span, request: request)
        #expect(half.samples.last == 0x8080)
        let isThere = half.samples.prefix(60 * 3 * 100) == picture.samples.prefix(60 * 3 * 100)
        #expect(isThere)
        request.layout = .pixels(.rgba)
        #expect(try DeepBitmap(decoding: cut.span, request: request).samples.last == 0)
    }

    @Test("no other format is decoded or encoded with 16 bits", arguments: [ImageFormat.jpeg, .webP])
    func otherFormats(format: ImageFormat) throws {
        let bytes = try ImageEncoder.encode(pattern(.rgb, 9, 9), EncodeOptions(format: format))
        var request = DecodeRequest(layout: .pixels(.rgb), region: PixelRect(x: 0, y: 0, width: 9, height: 9))
        request.depth = .sixteen
        #expect { try decoded(bytes, format: format, request: request) } throws: {
            ($0 as? ImageError)?.kind == "unsupported"
        }
        #expect { try ImageEncoder.encode(noise(.rgb, 2, 2), EncodeOptions(format: format)) } throws: {
            ($0 as? ImageError)?.kind == "encoding"
        }
    }

    @Test(
        "every file of 16 bits is sample for sample what pngtopam writes",
        .enabled(if: Corpus.isPresent, "the corpus is not here"),
        .enabled(if: isInstalled("pngtopam"), "pngtopam is not installed"))
    func corpus() throws {
        var compared = 0
        for file in Corpus.files(below: "valid", format: "png") {
            // pngtopam compares the transparent color of RGB pictures wrongly (seen in netpbm 11.1).
            guard let bytes = contents(of: file.path), let info = try? ImageInfo(probing: bytes.span),
                info.bitDepth == 16, !(info.hasAlpha && bytes[25] == 2),
                let result = run("pngtopam -alphapam", file.path), result.isQuiet,
                let map = PortableMap(result.output), map.maximum == 65535
            else { continue }
            compared += 1
            var expected: [UInt16] = []
            for index in stride(from: map.samples.startIndex, to: map.samples.endIndex, by: 2) {
                expected.append(UInt16(map.samples[index]) << 8 | UInt16(map.samples[index + 1]))
            }
            let layout = map.channels == 2 ? PixelLayout.grayAlpha : .rgba
            let isSame = try decode(bytes, layout, PixelRect(info.storedSize)).samples == expected
            #expect(isSame, "\(file.name) has other samples")
        }
        print("PNG of 16 bits: \(compared) compared with pngtopam")
        #expect(compared > 8)
    }
}
