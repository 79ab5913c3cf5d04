import ImageCodecs
import Resampling
import Testing

@Suite("An animated WebP gives its first frame on a transparent canvas")
struct AnimationTests {
    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// An animation whose only frame lies at (`x`, `y`) of the canvas.
    private func animation(_ frame: Bitmap, x: Int, y: Int, canvas: PixelSize) throws -> [UInt8] {
        let still = try ImageEncoder.encode(frame, EncodeOptions(format: .webP, lossless: true))
        let header =
            number(x / 2, 3) + number(y / 2, 3) + number(frame.size.width - 1, 3) + number(frame.size.height - 1, 3) + [
                1, 0, 0, 0,
            ]
        let payload = header + still.dropFirst(12)
        let body =
            Array("WEBPVP8X".utf8) + number(10, 4) + [0x12, 0, 0, 0] + number(canvas.width - 1, 3)
            + number(canvas.height - 1, 3)
            + Array("ANIM".utf8) + number(6, 4) + [255, 255, 255, 255, 0, 0] + Array("ANMF".utf8)
            + number(payload.count, 4) + payload
        return Array("RIFF".utf8) + number(body.count, 4) + body
    }

    @Test("a frame that covers a part of the canvas")
    func part() throws {
        let frame = pattern(.rgb, 7, 5)
        let canvas = PixelSize(width: 20, height: 12)
        let bytes = try animation(frame, x: 4, y: 2, canvas: canvas)
        let info = try ImageInfo(probing: bytes.span)
        #expect(info.isAnimated && info.hasAlpha && info.storedSize == canvas && !info.hasPlanes)
        let bitmap = try Bitmap(decoding: bytes.span)
        for y in 0..<12 {
            for x in 0..<20 {
                let pixel = Array(bitmap.bytes[(y * 20 + x) * 4..<(y * 20 + x) * 4 + 4])
                let inside = (4..<11).contains(x) && (2..<7).contains(y)
                let start = inside ? ((y - 2) * 7 + x - 4) * 3 : 0
                #expect(pixel == (inside ? Array(frame.bytes[start..<start + 3]) + [255] : [0, 0, 0, 0]))
            }
        }
        let result = try compareRegions(bytes, info, layout: .rgba, step: 1)
        #expect(result.different.isEmpty)
    }

    @Test("a frame that covers the canvas needs no alpha")
    func whole() throws {
        let frame = pattern(.rgb, 7, 5)
        let bytes = try animation(frame, x: 0, y: 0, canvas: frame.size)
        #expect(try probe(bytes).layout == .rgb)
        #expect(try Bitmap(decoding: bytes.span) == frame)
    }

    @Test("a frame outside the canvas is malformed")
    func outside() throws {
        let bytes = try animation(pattern(.rgb, 7, 5), x: 4, y: 0, canvas: PixelSize(width: 8, height: 8))
        #expect { try Bitmap(decoding: bytes.span) } throws: { ($0 as? ImageError)?.kind == "malformed" }
    }
}
