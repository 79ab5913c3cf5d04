import ImageCodecs
import Resampling
import Testing

@Suite("The header tells what is odd about a file's metadata")
struct MetadataFindingTests {
    private let jpeg = try! ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: .jpeg))

    private func findings(segments: [[UInt8]], tail: [UInt8] = []) throws -> [Finding] {
        try probe(inserting(Array(segments.joined()), in: jpeg, at: 2) + tail).findings
    }

    /// A picture with blocks in the places of its format.
    private func findings(_ format: ImageFormat, exif: [UInt8]? = nil, xmp: [UInt8]? = nil) throws -> [Finding] {
        var metadata = ImageMetadata()
        metadata.exif = exif
        metadata.xmp = xmp
        let plain = try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: format))
        return try probe(metadata.embedded(in: plain, format: format)).findings
    }

    private func xmp(orientation: Int) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="\(orientation)"/>\
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private let gainMapXMP = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    private func xmpSegment(_ packet: [UInt8]) -> [UInt8] { segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", packet) }

    @Test(
        "EXIF and XMP with different orientations contradict each other, and EXIF counts",
        arguments: ImageFormat.allCases)
    func conflict(format: ImageFormat) throws {
        let exif = OrientationTests.Exif(value: 6).bytes
        #expect(try findings(format, exif: exif, xmp: xmp(orientation: 3)) == [.orientationConflict])
        #expect(try findings(format, exif: exif, xmp: xmp(orientation: 6)).isEmpty)
        #expect(try findings(format, exif: exif, xmp: xmp(orientation: 9)).isEmpty)
        #expect(try findings(format, xmp: xmp(orientation: 3)).isEmpty)
    }

    @Test("EXIF with GPS data is told, with the version alone it is not", arguments: ImageFormat.allCases)
    func location(format: ImageFormat) throws {
        func exif(_ fields: [TestExif.Field], isLittle: Bool = true) -> [UInt8] {
            TestExif(isLittle: isLittle, image: [.text(0x010f, "Maker"), .init(0x8825, .directory(fields))]).bytes
        }
        let version = TestExif.Field(0, .numbers(type: 1, [2, 3, 0, 0]))
        let latitude = TestExif.Field.rational(2, 48, 1, 8, 1, 0, 1)
        for isLittle in [true, false] {
            #expect(try findings(format, exif: exif([version, latitude], isLittle: isLittle)) == [.gpsPresent])
        }
        #expect(try findings(format, exif: exif([version])).isEmpty)
        #expect(try findings(format, exif: exif([])).isEmpty)
        #expect(try findings(format, exif: TestExif(image: [.long(0x8825, 0xffff_fff0)]).bytes).isEmpty)
    }

    @Test("JPEG: a profile whose parts do not fit, or that is none, is told")
    func profile() throws {
        let parts = iccSegments(iccProfile(3000), parts: 3)
        #expect(try findings(segments: parts).isEmpty)
        #expect(try findings(segments: parts + [parts[0]]).isEmpty)
        #expect(try findings(segments: parts.dropLast()) == [.profileInvalid])
        #expect(try findings(segments: [segment(0xe2, "ICC_PROFILE\0", [])]) == [.profileInvalid])
        #expect(try findings(segments: iccSegments([1, 2, 3], parts: 1)) == [.profileInvalid])
        for name in ["icc-missing-part", "icc-wrong-count"] {
            #expect(try probe(FixtureFile.bytes("valid/jpeg/\(name).jpg")).findings == [.profileInvalid])
        }
    }

    @Test("PNG and WebP: a broken profile is told")
    func otherProfiles() throws {
        func file(_ payload: [UInt8]) -> [UInt8] {
            png(2, 1, depth: 8, type: 2, rows: [[1, 2, 3, 4, 5, 6]], chunks: [("iCCP", Array("n\0\0".utf8) + payload)])
        }
        #expect(try probe(file(zlibStored(iccProfile()))).findings.isEmpty)
        #expect(try probe(file([1, 2, 3])).findings == [.profileInvalid])
        let picture = try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: .webP)).dropFirst(12)
        func webP(_ profile: [UInt8]) -> [UInt8] {
            riff(riffChunk("VP8X", [0x20, 0, 0, 0, 19, 0, 0, 9, 0, 0]) + riffChunk("ICCP", profile) + picture)
        }
        #expect(try probe(webP(iccProfile())).findings.isEmpty)
        #expect(try probe(webP([1, 2, 3])).findings == [.profileInvalid])
    }

    @Test("a gain map is told, by XMP, by a segment of ISO 21496, or by the further picture itself")
    func gainMap() throws {
        #expect(try findings(segments: [xmpSegment(gainMapXMP)]) == [.gainMap])
        #expect(try findings(segments: [segment(0xe2, "urn:iso:std:iso:ts:21496:-1\0", [0, 0, 0, 0])]) == [.gainMap])
        for format in [ImageFormat.png, .webP] { #expect(try findings(format, xmp: gainMapXMP) == [.gainMap]) }
        #expect(try probe(FixtureFile.bytes("valid/jpeg/gain-map.jpg")).findings == [.gainMap])
        let map = inserting(xmpSegment(gainMapXMP), in: jpeg, at: 2)
        #expect(try findings(segments: [index(pictures: 2, tail: 0)], tail: map) == [.multiPicture, .gainMap])
        #expect(try findings(segments: [index(pictures: 2, tail: 0)], tail: jpeg) == [.multiPicture])
    }

    /// An index of pictures; the second begins `tail` bytes behind the first.
    private func index(pictures: Int, tail: Int, count: Int? = nil) -> [UInt8] {
        let head = Array("MM\0*".utf8) + big(8, 4) + big(2, 2)
        let entries =
            big(0xb001, 2) + big(4, 2) + big(1, 4) + big(count ?? pictures, 4) + big(0xb002, 2) + big(7, 2)
            + big(16 * pictures, 4) + big(38, 4) + big(0, 4)
        let length = 2 + 2 + 4 + head.count + entries.count + 16 * pictures
        // Offsets count from the byte order mark, ten bytes behind the start of a file with this segment alone.
        let second = jpeg.count + length - 10 + tail
        let table = (0..<pictures).flatMap { big(0, 4) + big(0, 4) + big($0 == 0 ? 0 : second, 4) + big(0, 4) }
        return segment(0xe2, "MPF\0", head + entries + table)
    }

    @Test("further pictures are told, wherever they lie; an index of one is not")
    func multiPicture() throws {
        #expect(try probe(FixtureFile.bytes("valid/jpeg/mpo.jpg")).findings == [.multiPicture])
        #expect(try findings(segments: [index(pictures: 1, tail: 0)]).isEmpty)
        #expect(try findings(segments: [index(pictures: 3, tail: 1 << 30)]) == [.multiPicture])
        #expect(try findings(segments: [segment(0xe2, "MPF\0", [1, 2])]).isEmpty)
    }

    @Test("a second frame is told, a single one is not")
    func animation() throws {
        for name in ["png/apng.png", "webp/animated-lossy.webp", "webp/animated-sub-rectangles.webp"] {
            #expect(try probe(FixtureFile.bytes("valid/" + name)).findings == [.animation], "\(name)")
        }
        #expect(try probe(FixtureFile.bytes("valid/webp/animated-one-frame.webp")).findings.isEmpty)
    }

    @Test("the bytes of metadata are counted", arguments: ImageFormat.allCases)
    func metadataBytes(format: ImageFormat) throws {
        let plain = try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: format))
        var metadata = ImageMetadata()
        metadata.xmp = [UInt8](repeating: 32, count: 5000)
        let before = try probe(plain).metadataBytes
        let after = try probe(metadata.embedded(in: plain, format: format)).metadataBytes
        #expect((5000...5100).contains(after - before))
    }
}
