import ImageCodecs
import Resampling
import Testing

@Suite("PNG of every kind becomes 8 bits")
struct PNGTests {
    @Test("16-bit samples are rounded, not cut")
    func rounding() throws {
        let values = [0, 1, 127, 128, 129, 385, 386, 32767, 32768, 65279, 65407, 65408, 65535]
        let row = values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let bytes = png(values.count, 1, depth: 16, type: 0, rows: [row])
        let expected = values.map { UInt8(($0 * 255 + 32767) / 65535) }
        #expect(try Bitmap(decoding: bytes.span).bytes == expected)
    }

    @Test("a transparent color of 16 bits is compared at 16 bits")
    func transparentColor() throws {
        let row: [UInt8] = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0x12, 0xff, 0x56, 0xff, 0x9a, 0xff]
        let bytes = png(2, 1, depth: 16, type: 2, rows: [row], chunks: [("tRNS", Array(row.prefix(6)))])
        #expect(try probe(bytes).hasAlpha)
        #expect(try Bitmap(decoding: bytes.span).bytes == [0x12, 0x56, 0x9a, 0, 0x13, 0x57, 0x9a, 255])
    }

    @Test("a transparent gray of few bits becomes alpha", arguments: [1, 2, 4])
    func transparentGray(depth: Int) throws {
        let largest = 1 << depth - 1
        // The largest value, and then 0.
        let bytes = png(
            2, 1, depth: UInt8(depth), type: 0, rows: [[UInt8(largest << (8 - depth))]],
            chunks: [("tRNS", [0, UInt8(largest)])])
        #expect(
            try Bitmap(decoding: bytes.span)
                == Bitmap(layout: .grayAlpha, size: PixelSize(width: 2, height: 1), bytes: [255, 0, 0, 255]))
    }

    @Test("a palette is expanded, its transparency too")
    func palette() throws {
        let bytes = png(
            3, 1, depth: 8, type: 3, rows: [[0, 1, 2]],
            chunks: [("PLTE", [10, 20, 30, 40, 50, 60, 70, 80, 90]), ("tRNS", [0, 128])])
        let info = try ImageInfo(probing: bytes.span)
        #expect(info.isPalette && info.hasAlpha && info.channels == 3)
        #expect(try Bitmap(decoding: bytes.span).bytes == [10, 20, 30, 0, 40, 50, 60, 128, 70, 80, 90, 255])
    }

    @Test("an index beyond the palette reads nothing beyond it")
    func paletteIndex() throws {
        let bytes = png(2, 1, depth: 8, type: 3, rows: [[0, 200]], chunks: [("PLTE", [10, 20, 30])])
        #expect(try Bitmap(decoding: bytes.span).bytes == [10, 20, 30, 0, 0, 0])
    }

    @Test("too few rows of pixel data are malformed, since the file itself is whole")
    func missingRows() {
        let bytes = png(2, 3, depth: 8, type: 0, rows: [[1, 2], [3, 4]])
        #expect { try Bitmap(decoding: bytes.span) } throws: { ($0 as? ImageError)?.kind == "malformed" }
    }

    @Test("gray may be read as color, and an opaque picture with alpha")
    func promotion() throws {
        let bytes = png(2, 1, depth: 8, type: 0, rows: [[7, 9]])
        #expect(try Bitmap(decoding: bytes.span, layout: .rgb).bytes == [7, 7, 7, 9, 9, 9])
        #expect(try Bitmap(decoding: bytes.span, layout: .grayAlpha).bytes == [7, 255, 9, 255])
        #expect(try Bitmap(decoding: bytes.span, layout: .rgba).bytes == [7, 7, 7, 255, 9, 9, 9, 255])
        let low = png(2, 1, depth: 2, type: 0, rows: [[0b0110_0000]])
        #expect(try Bitmap(decoding: low.span, layout: .rgba).bytes == [85, 85, 85, 255, 170, 170, 170, 255])
    }

    @Test("header values without meaning are malformed")
    func headers() {
        for (depth, type) in [(UInt8(3), UInt8(0)), (4, 2), (16, 3), (8, 1), (8, 5), (8, 7)] {
            let bytes = png(1, 1, depth: depth, type: type, rows: [[0, 0, 0, 0]])
            #expect { try ImageInfo(probing: bytes.span) } throws: { ($0 as? ImageError)?.kind == "malformed" }
        }
        let empty = png(0, 1, depth: 8, type: 0, rows: [[]])
        #expect { try ImageInfo(probing: empty.span) } throws: { ($0 as? ImageError)?.kind == "malformed" }
    }
}
