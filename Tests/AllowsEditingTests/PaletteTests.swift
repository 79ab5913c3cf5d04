import ImageCodecs
import Testing

@testable import AllowsEditing

/// Palette pictures stay palette pictures.
@Suite("Palette")
struct PaletteTests {
    private static let folder = BytePath("\(#filePath)").parent.parent.parent.appending("Fixtures/valid/png")

    @Test(
        "a palette PNG that is cropped stays a palette, with the pixels of the crop",
        arguments: ["palette-1", "palette-2", "palette-4-trns", "palette-8", "palette-8-trns", "palette-8-trns-adam7"])
    func cropped(_ name: String) async throws {
        let bytes = try Self.folder.appending(BytePath("\(name).png")).contents()
        let picked = try await ImageEditor().edit(bytes)
        let edited = picked.image.bytes
        let info = try ImageInfo(probing: edited.span)
        #expect(info.isPalette)
        let original = try Bitmap(decoding: bytes.span, layout: .rgba).cropped(to: try #require(picked.cropRect))
        let isExact = try Bitmap(decoding: edited.span, layout: .rgba) == original
        #expect(isExact)
    }

    @Test("a PNG of colors does not become a palette")
    func colors() async throws {
        let bytes = try Self.folder.appending(BytePath("rgb-8.png")).contents()
        let edited = try await ImageEditor().edit(bytes).image.bytes
        let info = try ImageInfo(probing: edited.span)
        #expect(!info.isPalette)
    }
}
