import ImageCodecs
import Resampling
import Testing

@Suite("A policy says what an edited file carries")
struct MetadataPolicyTests {
    private let size = PixelSize(width: 64, height: 48)

    /// A camera's block: which one it was, and where, and an orientation.
    private let exif = TestExif(image: [
        .text(0x010f, "Maker"), .short(0x0112, 6), .text(0x013b, "Artist"),
        .init(0x8769, .directory([.text(0x9003, "2024:06:01 10:20:30"), .long(0xa002, 4000), .long(0xa003, 3000)])),
        .init(0x8825, .directory([.rational(2, 48, 1, 8, 1, 0, 1)])),
    ]).bytes

    private var whole: ImageMetadata {
        var metadata = ImageMetadata()
        metadata.exif = exif
        metadata.xmp = Array(
            #"<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/>"#
                .utf8)
        metadata.photoshop = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 2, 0x1c, 2]
        metadata.comments = [[1]]
        metadata.texts = [PNGText(kind: .tEXt, payload: Array("Title\0A".utf8))]
        metadata.colorProfile = iccProfile()
        return metadata
    }

    @Test("none carries nothing, icc the profile alone", arguments: ImageFormat.allCases)
    func little(format: ImageFormat) {
        #expect(whole.edited(.none, size: size, format: format).isEmpty)
        var profile = ImageMetadata()
        profile.colorProfile = iccProfile()
        let isProfile = whole.edited(.icc, size: size, format: format) == profile
        #expect(isProfile)
    }

    @Test("private carries the profile, and EXIF without place and person", arguments: ImageFormat.allCases)
    func privately(format: ImageFormat) throws {
        let edited = whole.edited(.private, size: size, format: format)
        #expect(edited.colorProfile != nil && edited.xmp == nil && edited.photoshop == nil)
        #expect(edited.comments.isEmpty && edited.texts.isEmpty)
        let block = try #require(edited.exif)
        #expect(String(decoding: block, as: UTF8.self).contains("Maker"))
        #expect(!String(decoding: block, as: UTF8.self).contains("Artist"))
        let info = try embed(edited, format)
        #expect(info.orientation == .topLeft && info.findings.isEmpty)
    }

    @Test("all carries what the format has a place for, and pixels count as upright", arguments: ImageFormat.allCases)
    func all(format: ImageFormat) throws {
        let edited = whole.edited(.all, size: size, format: format)
        #expect(edited.exif != nil && edited.xmp != nil && edited.colorProfile != nil)
        #expect((edited.photoshop != nil) == (format == .jpeg) && edited.comments.isEmpty == (format != .jpeg))
        #expect(edited.texts.isEmpty == (format != .png))
        let info = try embed(edited, format)
        #expect(info.orientation == .topLeft && info.findings == [.gpsPresent])
    }

    private func embed(_ metadata: ImageMetadata, _ format: ImageFormat) throws -> ImageInfo {
        let file = try ImageEncoder.encode(pattern(.rgb, size.width, size.height), EncodeOptions(format: format))
        return try probe(metadata.embedded(in: file, format: format))
    }
}
