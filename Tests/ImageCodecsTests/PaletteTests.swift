import ImageCodecs
import Resampling
import Testing

@Suite("PNG written as a palette")
struct PaletteTests {
    private static let options = {
        var options = EncodeOptions(format: .png)
        options.prefersPalette = true
        return options
    }()

    /// A picture of exactly `count` colors, of which the first `transparent` are not opaque.
    private static func picture(colors count: Int, transparent: Int = 0, layout: PixelLayout, side: Int) -> Bitmap {
        let size = PixelSize(width: side, height: side)
        let bytes = (0..<side * side).flatMap { pixel -> [UInt8] in
            let number = pixel * 7 % count
            let color = [UInt8(number & 255), UInt8(number * 37 & 255), UInt8(number >> 8)]
            let alpha = number < transparent ? UInt8(number * 254 / max(1, transparent)) : 255
            return layout.hasAlpha ? color + [alpha] : color
        }
        return Bitmap(layout: layout, size: size, bytes: bytes)
    }

    /// The depth and the color type of the header, and the lengths of the chunks of the palette.
    private static func header(_ bytes: [UInt8]) -> (depth: UInt8, type: UInt8, palette: Int, transparency: Int) {
        var lengths: [String: Int] = [:]
        var position = 8
        while position + 8 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            lengths[String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)] = length
            position += 12 + length
        }
        return (bytes[24], bytes[25], lengths["PLTE"] ?? 0, lengths["tRNS"] ?? 0)
    }

    @Test(
        "at most 256 colors are a palette of the fewest bits, and every pixel comes back",
        arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (255, 8), (256, 8)])
    func depths(colors: Int, depth: UInt8) throws {
        for layout in [PixelLayout.rgb, .rgba] {
            let bitmap = Self.picture(colors: colors, layout: layout, side: 37)
            let bytes = try ImageEncoder.encode(bitmap, Self.options)
            let header = Self.header(bytes)
            #expect(header == (depth, 3, colors * 3, 0))
            #expect(try probe(bytes).layout == .rgb)
            let isExact = try Bitmap(decoding: bytes.span, layout: layout) == bitmap
            #expect(isExact)
        }
    }

    @Test("transparent entries stand first, so that no alpha is written of the others", arguments: [1, 3, 16, 200])
    func transparency(count: Int) throws {
        let bitmap = Self.picture(colors: 200, transparent: count, layout: .rgba, side: 40)
        let bytes = try ImageEncoder.encode(bitmap, Self.options)
        #expect(Self.header(bytes) == (8, 3, 600, count))
        let isExact = try Bitmap(decoding: bytes.span) == bitmap
        #expect(isExact)
    }

    @Test("colors of invisible pixels are kept apart")
    func invisible() throws {
        let bitmap = Bitmap(
            layout: .rgba, size: PixelSize(width: 3, height: 1), bytes: [9, 8, 7, 0, 1, 2, 3, 0, 9, 8, 7, 255])
        let bytes = try ImageEncoder.encode(bitmap, Self.options)
        #expect(Self.header(bytes) == (2, 3, 9, 2))
        #expect(try Bitmap(decoding: bytes.span) == bitmap)
    }

    @Test("a palette is smaller than the same pixels as colors")
    func size() throws {
        for colors in [2, 16, 200] {
            var noise = Noise(1)
            let bytes = (0..<100 * 100).flatMap { _ -> [UInt8] in
                let number = Int(noise.next() % UInt64(colors))
                return [UInt8(number), UInt8(number * 37 & 255), UInt8(number * 101 & 255)]
            }
            let bitmap = Bitmap(layout: .rgb, size: PixelSize(width: 100, height: 100), bytes: bytes)
            let plain = try ImageEncoder.encode(bitmap, EncodeOptions(format: .png))
            #expect(try ImageEncoder.encode(bitmap, Self.options).count < plain.count * 2 / 3)
        }
    }

    @Test("257 colors are no palette, and an alpha that says nothing is left out")
    func tooMany() throws {
        for layout in [PixelLayout.rgb, .rgba] {
            let bitmap = Self.picture(colors: 257, layout: layout, side: 40)
            let bytes = try ImageEncoder.encode(bitmap, Self.options)
            #expect(Self.header(bytes) == (8, 2, 0, 0))
            let isExact = try Bitmap(decoding: bytes.span, layout: layout) == bitmap
            #expect(isExact)
        }
        let bitmap = Self.picture(colors: 257, transparent: 1, layout: .rgba, side: 40)
        let bytes = try ImageEncoder.encode(bitmap, Self.options)
        #expect(Self.header(bytes) == (8, 6, 0, 0))
        let isExact = try Bitmap(decoding: bytes.span) == bitmap
        #expect(isExact)
    }

    @Test("gray pictures stay gray", arguments: [PixelLayout.gray, .grayAlpha])
    func gray(layout: PixelLayout) throws {
        let bitmap = pattern(layout, 20, 10, noise: 3)
        let bytes = try ImageEncoder.encode(bitmap, Self.options)
        #expect(try probe(bytes).layout == layout)
        #expect(try Bitmap(decoding: bytes.span) == bitmap)
    }

    @Test("narrow pictures, whose rows end inside a byte, come back", arguments: 1...17)
    func narrow(width: Int) throws {
        for colors in [2, 4, 16] {
            let whole = Self.picture(colors: colors, layout: .rgb, side: 19)
            let bitmap = whole.cropped(to: PixelRect(x: 1, y: 0, width: width, height: 3))
            let bytes = try ImageEncoder.encode(bitmap, Self.options)
            #expect(try Bitmap(decoding: bytes.span) == bitmap)
        }
    }

    @Test("the same pixels are the same file, and without the option nothing is a palette")
    func deterministic() throws {
        let bitmap = Self.picture(colors: 100, layout: .rgb, side: 30)
        #expect(try ImageEncoder.encode(bitmap, Self.options) == ImageEncoder.encode(bitmap, Self.options))
        #expect(Self.header(try ImageEncoder.encode(bitmap, EncodeOptions(format: .png))).type == 2)
    }
}
