import ImageCodecs
import Resampling
import Testing

@Suite("An animated WebP is written frame by frame")
struct AnimationWriterTests {
    private static let lossless = EncodeOptions(format: .webP, lossless: true)
    private static let frames = composed(
        AnimationReaderTests.parts(soft: true), canvas: AnimationReaderTests.canvas)

    private func file(
        _ frames: [Bitmap], _ starts: [Int], end: Int, loops: Int = 0, background: UInt32 = 0,
        _ options: EncodeOptions = lossless
    ) throws -> [UInt8] {
        var writer = try AnimationWriter(
            Animation(size: frames[0].size, loopCount: loops, background: background), options)
        for (frame, start) in zip(frames, starts) { try writer.add(frame, at: start) }
        return try writer.finish(at: end)
    }

    @Test("without loss every visible pixel, every time, the loops and the background come back")
    func lossless() throws {
        let starts = [0, 20, 120, 121, 300, 1000]
        let bytes = try file(Self.frames, starts, end: 1500, loops: 3, background: 0x8040_2010)
        #expect(try probe(bytes).isAnimated)
        let read = try readAnimation(bytes)
        #expect(read.animation == Animation(size: AnimationReaderTests.canvas, loopCount: 3, background: 0x8040_2010))
        #expect(read.times.map(\.start) == starts)
        #expect(read.times.last?.end == 1500)
        let areExact = read.frames.map(\.withBlackInvisible) == Self.frames.map(\.withBlackInvisible)
        #expect(areExact)
    }

    @Test("with loss a slow fade does not stand still")
    func fade() throws {
        let size = PixelSize(width: 32, height: 32)
        let frames = (0..<40).map { level in
            Bitmap(
                layout: .rgba, size: size,
                bytes: (0..<32 * 32).flatMap { _ in [UInt8(60 + level), UInt8(90 + level), 120, 255] })
        }
        let bytes = try file(frames, frames.indices.map { $0 * 40 }, end: 1600, EncodeOptions(format: .webP))
        let read = try readAnimation(bytes)
        #expect(read.times.last?.end == 1600)
        for index in frames.indices {
            guard let shown = read.times.lastIndex(where: { $0.start <= index * 40 }) else { continue }
            #expect(squaredError(frames[index], read.frames[shown]) < 60)
        }
    }

    @Test("frames that are equal become a longer one, and a single frame becomes a still picture")
    func equal() throws {
        let (first, second) = (Self.frames[0], Self.frames[1])
        let read = try readAnimation(file([first, first, second, second, first], [0, 10, 20, 40, 70], end: 100))
        #expect(
            read.times == [FrameTime(start: 0, end: 20), FrameTime(start: 20, end: 70), FrameTime(start: 70, end: 100)])
        let still = try file([first, first], [0, 10], end: 20)
        #expect(try !probe(still).isAnimated)
        #expect(try Bitmap(decoding: still.span).withBlackInvisible == first.withBlackInvisible)
    }

    @Test("sizes and values that the format does not hold are refused, as is an animation of nothing")
    func refused() throws {
        for side in [0, 16_384] {
            #expect {
                _ = try AnimationWriter(Animation(size: PixelSize(width: side, height: 1)), Self.lossless)
            } throws: { ($0 as? ImageError)?.kind == "encoding" }
        }
        #expect {
            _ = try AnimationWriter(
                Animation(size: PixelSize(width: 1, height: 1)), EncodeOptions(format: .webP, quality: 101))
        } throws: { ($0 as? ImageError)?.kind == "encoding" }
        #expect {
            _ = try AnimationWriter(Animation(size: PixelSize(width: 1, height: 1)), Self.lossless).finish(at: 1)
        } throws: { ($0 as? ImageError)?.kind == "encoding" }
    }

    @Test("equal frames give equal files")
    func deterministic() throws {
        for options in [Self.lossless, EncodeOptions(format: .webP)] {
            let files = try (0..<2).map { _ in try file(Self.frames, [0, 1, 2, 3, 4, 5], end: 6, options) }
            #expect(files[0] == files[1])
        }
    }
}
