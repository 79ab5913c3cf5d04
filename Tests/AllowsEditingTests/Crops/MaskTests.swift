import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Mask")
struct MaskTests {
    private func edit(_ mask: Mask, format: ImageFormat, source: ImageFormat = .png) throws -> Bitmap {
        let bytes = try ImageEncoder.encode(
            Bitmap(
                layout: .rgb, size: PixelSize(width: 80, height: 80), bytes: [UInt8](repeating: 100, count: 80 * 80 * 3)
            ),
            EncodeOptions(format: source, quality: 95))
        var options = EditOptions(size: .atMost(40))
        options.mask = mask
        options.format = format
        options.isLossless = true
        options.background = .black
        let info = try ImageInfo(probing: bytes.span)
        return try Workspace().edit(bytes.span, info, EditPlan(info, options), options).images[0].bitmap()
    }

    @Test("an ellipse makes the corners transparent")
    func transparent() throws {
        for (format, source) in [(ImageFormat.png, ImageFormat.png), (.png, .jpeg), (.webP, .png), (.webP, .jpeg)] {
            let bitmap = try edit(.ellipse, format: format, source: source)
            #expect(bitmap.layout == .rgba && bitmap.size == PixelSize(width: 40, height: 40))
            #expect(bitmap.bytes[3] == 0 && bitmap.bytes[(20 * 40 + 20) * 4 + 3] == 255)
        }
    }

    @Test("a format without transparency has the background there")
    func background() throws {
        for source in [ImageFormat.png, .jpeg] {
            let bitmap = try edit(.ellipse, format: .jpeg, source: source)
            #expect(bitmap.layout == .rgb && bitmap.bytes[0] < 8)
            #expect((97...103).contains(bitmap.bytes[(20 * 40 + 20) * 3]))
        }
    }

    @Test("the radius is a fraction of the shorter side")
    func radius() {
        #expect(Mask.roundedRectangle(radius: 0.25).corner(in: PixelSize(width: 80, height: 40)) == [10, 10])
        #expect(Mask.ellipse.corner(in: PixelSize(width: 80, height: 40)) == [40, 20])
        var options = EditOptions()
        for radius in [-0.1, 0.51, .nan, .infinity] {
            options.mask = .roundedRectangle(radius: radius)
            #expect { try options.validate() } throws: { ($0 as? EditError)?.kind == "invalidOptions" }
        }
    }
}
