import ImageCodecs
import Resampling
import Testing

@Suite("CMYK pictures as planes of ink")
struct InkTests {
    static let fixtures = ["cmyk-adobe", "ycck-adobe", "cmyk-plain"]

    private func decode(_ bytes: [UInt8], _ layout: DecodeLayout, _ region: PixelRect, eighths: Int = 8) throws
        -> [Bitmap]
    {
        let request = DecodeRequest(layout: layout, region: region, scaleEighths: eighths)
        return try [Bitmap](decodingPlanes: bytes.span, format: .jpeg, request: request)
    }

    /// What a decode to RGB makes of inks: `round(c × k / 255)`, halves up.
    private func mixed(_ inks: [Bitmap]) -> [UInt8] {
        inks[0].bytes.indices.flatMap { index in
            (0..<3).map { UInt8((Int(inks[$0].bytes[index]) * Int(inks[3].bytes[index]) * 2 + 255) / 510) }
        }
    }

    @Test("four planes of the size of the region, which mix to the colors of the picture", arguments: fixtures)
    func planes(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        for region in [PixelRect(x: 0, y: 0, width: 32, height: 32), PixelRect(x: 13, y: 9, width: 7, height: 18)] {
            let inks = try decode(bytes, .inks, region)
            #expect(inks.count == 4 && inks.allSatisfy { $0.layout == .gray && $0.size == region.size })
            let colors = try decode(bytes, .pixels(.rgb), region)
            #expect(mixed(inks) == colors[0].bytes)
        }
    }

    @Test("scaled by the decoder, too", arguments: fixtures)
    func scaled(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        let region = PixelRect(x: 1, y: 0, width: 6, height: 7)
        #expect(
            mixed(try decode(bytes, .inks, region, eighths: 2))
                == (try decode(bytes, .pixels(.rgb), region, eighths: 2))[0].bytes)
    }

    @Test("no other picture has inks")
    func others() throws {
        for format in [ImageFormat.jpeg, .png, .webP] {
            let bytes = try ImageEncoder.encode(pattern(.rgb, 16, 16), EncodeOptions(format: format))
            let request = DecodeRequest(layout: .inks, region: PixelRect(x: 0, y: 0, width: 16, height: 16))
            #expect(throws: ImageError.self) {
                try [Bitmap](decodingPlanes: bytes.span, format: format, request: request)
            }
        }
    }
}
