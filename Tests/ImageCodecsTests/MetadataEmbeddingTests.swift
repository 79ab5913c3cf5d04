import ImageCodecs
import Resampling
import Testing

@Suite("Metadata is put into files, and read from them again")
struct MetadataEmbeddingTests {
    private let exif = OrientationTests.Exif(value: 1).bytes

    private func file(_ format: ImageFormat, _ layout: PixelLayout = .rgb, lossless: Bool = false) throws -> [UInt8] {
        try ImageEncoder.encode(pattern(layout, 21, 13), EncodeOptions(format: format, lossless: lossless))
    }

    /// All that the format has a place for.
    private func metadata(_ format: ImageFormat, profile: [UInt8] = iccProfile(3001)) -> ImageMetadata {
        var metadata = ImageMetadata()
        metadata.exif = exif
        metadata.xmp = Array("<x:xmpmeta/>".utf8)
        metadata.colorProfile = profile
        if format == .jpeg {
            metadata.photoshop = Array("8BIM".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
            metadata.comments = [Array("first".utf8), []]
        }
        if format == .png {
            metadata.texts = [
                PNGText(kind: .tEXt, payload: Array("Title\0A".utf8)),
                PNGText(kind: .iTXt, payload: Array("Author\0\0\0\0\0B".utf8)),
            ]
        }
        return metadata
    }

    private func read(_ bytes: [UInt8], _ format: ImageFormat) -> ImageMetadata {
        ImageMetadata(reading: bytes.span, format: format)
    }

    @Test("what was embedded is read again", arguments: ImageFormat.allCases)
    func roundTrip(format: ImageFormat) throws {
        let whole = metadata(format)
        let embedded = whole.embedded(in: try file(format), format: format)
        let isEqual = read(embedded, format) == whole
        #expect(isEqual)
        #expect(try probe(embedded).findings.isEmpty)
    }

    @Test("each kind alone", arguments: ImageFormat.allCases)
    func alone(format: ImageFormat) throws {
        let whole = metadata(format)
        var parts = [ImageMetadata](repeating: ImageMetadata(), count: 6)
        parts[0].exif = whole.exif
        parts[1].xmp = whole.xmp
        parts[2].colorProfile = whole.colorProfile
        parts[3].photoshop = whole.photoshop
        parts[4].comments = whole.comments
        parts[5].texts = whole.texts
        for (index, part) in parts.enumerated() {
            let isEqual = read(part.embedded(in: try file(format), format: format), format) == part
            #expect(isEqual, "part \(index)")
        }
    }

    @Test("the pixels stay as they are", arguments: ImageFormat.allCases, [PixelLayout.gray, .rgb, .rgba])
    func pixels(format: ImageFormat, layout: PixelLayout) throws {
        guard layout != .rgba || format.holdsAlpha else { return }
        for lossless in [false, true] {
            let plain = try file(format, layout, lossless: lossless)
            let profile = iccProfile(space: layout == .gray ? "GRAY" : "RGB ")
            let embedded = metadata(format, profile: profile).embedded(in: plain, format: format)
            #expect(embedded.count > plain.count)
            let before = try Bitmap(decoding: plain.span)
            let isEqual = try Bitmap(decoding: embedded.span) == before
            #expect(isEqual)
        }
    }

    @Test("nothing to embed leaves the file as it is", arguments: ImageFormat.allCases)
    func empty(format: ImageFormat) throws {
        let plain = try file(format)
        let isEqual = ImageMetadata().embedded(in: plain, format: format) == plain
        #expect(isEqual)
    }

    @Test("what the format has no place for leaves the file as it is")
    func noPlace() throws {
        var metadata = ImageMetadata()
        metadata.comments = [[1]]
        metadata.photoshop = [2]
        for format in [ImageFormat.png, .webP] {
            let plain = try file(format)
            let isEqual = metadata.embedded(in: plain, format: format) == plain
            #expect(isEqual)
        }
    }

    @Test("what is no file of the format is left as it is", arguments: ImageFormat.allCases)
    func noFile(format: ImageFormat) throws {
        let plain = try file(format)
        for count in [0, 2, 11, 25] {
            let cut = Array(plain.prefix(count))
            let isEqual = metadata(format).embedded(in: cut, format: format) == cut
            #expect(isEqual, "\(count) bytes")
        }
    }

    @Test("JPEG: JFIF stays first, and the order is EXIF, XMP, Photoshop, profile, comments")
    func order() throws {
        let embedded = metadata(.jpeg).embedded(in: try file(.jpeg), format: .jpeg)
        #expect(JPEGParts(embedded).markers.prefix(7) == [0xe0, 0xe1, 0xe1, 0xed, 0xe2, 0xfe, 0xfe])
    }

    @Test("JPEG: a profile takes as many segments as it needs")
    func longProfile() throws {
        for count in [65519, 65520, 65519 * 2, 300_000] {
            var metadata = ImageMetadata()
            metadata.colorProfile = iccProfile(count)
            let embedded = metadata.embedded(in: try file(.jpeg), format: .jpeg)
            #expect(JPEGParts(embedded).markers.count { $0 == 0xe2 } == (count + 65518) / 65519)
            let isEqual = read(embedded, .jpeg) == metadata
            #expect(isEqual)
        }
    }

    @Test("JPEG: a block that is too long for its segment is left out, one that just fits is not")
    func longBlocks() throws {
        let plain = try file(.jpeg)
        func embedded(_ change: (inout ImageMetadata) -> Void) -> [UInt8] {
            var metadata = ImageMetadata()
            change(&metadata)
            return metadata.embedded(in: plain, format: .jpeg)
        }
        let tiff = Array("II*\0".utf8) + [UInt8](repeating: 0, count: 65533 - 6 - 4)
        #expect(embedded { $0.exif = tiff }.count == plain.count + 65537)
        #expect(embedded { $0.exif = tiff + [0] }.count == plain.count)
        let text = [UInt8](repeating: 32, count: 65533)
        #expect(embedded { $0.comments = [text] }.count == plain.count + 65537)
        #expect(embedded { $0.comments = [text + [0]] }.count == plain.count)
        #expect(embedded { $0.xmp = text }.count == plain.count)
        #expect(embedded { $0.photoshop = text }.count == plain.count)
    }

    @Test("a profile for other colors than the picture's is left out")
    func otherColors() throws {
        let cases: [(ImageFormat, PixelLayout, String, Bool)] = [
            (.jpeg, .rgb, "CMYK", false), (.jpeg, .rgb, "GRAY", false), (.jpeg, .gray, "GRAY", true),
            (.jpeg, .gray, "RGB ", false), (.png, .gray, "RGB ", false), (.png, .gray, "GRAY", true),
            (.png, .rgb, "CMYK", false), (.webP, .gray, "GRAY", false), (.webP, .gray, "RGB ", true),
        ]
        for (format, layout, space, fits) in cases {
            var metadata = ImageMetadata()
            metadata.colorProfile = iccProfile(space: space)
            let embedded = metadata.embedded(in: try file(format, layout), format: format)
            #expect((read(embedded, format).colorProfile != nil) == fits, "\(format) \(layout) \(space)")
        }
    }

    @Test("PNG: check sums are right, and the profile stands before the pixels")
    func checksums() throws {
        let embedded = metadata(.png).embedded(in: try file(.png), format: .png)
        #expect(PNGParts(embedded).types.prefix(7) == ["IHDR", "iCCP", "eXIf", "iTXt", "tEXt", "iTXt", "IDAT"])
        #expect(try findings(embedded, format: .png, layout: .rgb).isEmpty)
    }

    @Test("WebP: the header announces what is there, and the RIFF is as long as the file")
    func webPHeader() throws {
        for (layout, lossless) in [(PixelLayout.rgb, false), (.rgb, true), (.rgba, false), (.rgba, true)] {
            let plain = try file(.webP, layout, lossless: lossless)
            var metadata = ImageMetadata()
            metadata.exif = exif + [0]
            let embedded = metadata.embedded(in: plain, format: .webP)
            let parts = WebPParts(embedded)
            #expect(parts.fills && embedded.count % 2 == 0)
            #expect(parts.names.first == "VP8X" && parts.names.last == "EXIF")
            #expect(parts.names.count { $0 == "VP8X" } == 1)
            #expect(
                parts.chunks[0].whole == riffChunk("VP8X", [layout == .rgba ? 0x18 : 8, 0, 0, 0, 20, 0, 0, 12, 0, 0]))
            #expect(try probe(embedded).hasAlpha == (layout == .rgba))
        }
    }
}
