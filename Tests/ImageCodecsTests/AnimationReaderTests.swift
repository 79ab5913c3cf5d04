import ImageCodecs
import Resampling
import Testing

@Suite("An animated WebP is read frame by frame")
struct AnimationReaderTests {
    static let canvas = PixelSize(width: 22, height: 17)

    /// Opaque, translucent and empty pixels.
    private static func part(_ width: Int, _ height: Int, seed: UInt64, soft: Bool) -> Bitmap {
        var noise = Noise(seed)
        let bytes = (0..<width * height).flatMap { _ -> [UInt8] in
            let alphas: [UInt8] = soft ? [0, 40, 128, 250, 255] : [0, 255]
            let alpha = alphas[Int(noise.next() % UInt64(alphas.count))]
            return [UInt8(noise.next() & 255), UInt8(noise.next() & 255), UInt8(noise.next() & 255), alpha]
        }
        return Bitmap(layout: .rgba, size: PixelSize(width: width, height: height), bytes: bytes)
    }

    /// Every way to place, blend and dispose of a frame.
    static func parts(soft: Bool) -> [FilePart] {
        var parts = [FilePart(bitmap: part(22, 17, seed: 1, soft: soft), blends: false)]
        for (index, (blends, disposes)) in [(true, false), (true, true), (false, false), (false, true), (true, false)]
            .enumerated()
        {
            parts.append(
                FilePart(
                    bitmap: part(9 + index, 7 + index, seed: UInt64(index + 2), soft: soft), x: index * 2,
                    y: 8 - 2 * index, milliseconds: 10 * index + 5, blends: blends, disposes: disposes))
        }
        return parts
    }

    @Test("frames are placed, blended and disposed of as composing them by hand does")
    func composing() throws {
        let parts = Self.parts(soft: false)
        let read = try readAnimation(animatedWebP(parts, canvas: Self.canvas))
        let areExact =
            read.frames.map(\.withBlackInvisible)
            == composed(parts, canvas: Self.canvas).map(\.withBlackInvisible)
        #expect(areExact)
    }

    @Test("translucent pixels are blended within the rounding of integers")
    func blending() throws {
        let parts = Self.parts(soft: true)
        let read = try readAnimation(animatedWebP(parts, canvas: Self.canvas))
        let expected = composed(parts, canvas: Self.canvas)
        #expect(read.frames.count == expected.count)
        for (frame, expected) in zip(read.frames, expected) {
            let worst = zip(frame.withBlackInvisible.bytes, expected.withBlackInvisible.bytes)
                .map { abs(Int($0) - Int($1)) }.max()
            #expect(worst ?? 0 <= 3)
        }
    }

    @Test("times, loops, background and the number of frames are those of the file")
    func properties() throws {
        let parts = Self.parts(soft: false)
        let bytes = try animatedWebP(parts, canvas: Self.canvas, loops: 7, background: [1, 2, 3, 4])
        let read = try readAnimation(bytes)
        #expect(read.animation == Animation(size: Self.canvas, loopCount: 7, background: 0x0403_0201))
        #expect(read.times.map { $0.end - $0.start } == parts.map(\.milliseconds))
        #expect(read.times.map(\.start) == [0] + read.times.dropLast().map(\.end))
        #expect(read.frameCount == 6 && read.findings.isEmpty)
        #expect(try probe(bytes).frameCount == 6)
        #expect(try readAnimation(bytes + [1, 2, 3]).findings == [.trailingData])
    }

    @Test("a file that is cut anywhere fails before its last frame")
    func truncated() throws {
        let bytes = try animatedWebP(Self.parts(soft: true), canvas: Self.canvas)
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            #expect {
                try readAnimation(part)
            } throws: { ["truncated", "malformed"].contains(($0 as? ImageError)?.kind) }
            guard count >= 38 else { continue }
            #expect(throws: ImageError.truncated(.webP, fraction: nil)) { try readAnimation(part) }
        }
    }

    @Test("damage anywhere is an error or other pixels, and never ends the program")
    func damaged() throws {
        let bytes = try animatedWebP(Self.parts(soft: true), canvas: Self.canvas)
        // A larger canvas is a matter of memory, which is checked before a reader is opened.
        for position in bytes.indices where !(24..<30).contains(position) {
            for value in [1, 0x80, 0xff] as [UInt8] {
                var damaged = bytes
                damaged[position] ^= value
                _ = try? readAnimation(damaged)
            }
        }
    }

    @Test("more frames than allowed are refused, and the limit named")
    func frames() throws {
        let bytes = try animatedWebP(Self.parts(soft: false), canvas: Self.canvas)
        var limits = AnimationReader.Limits()
        limits.maxFrames = 6
        #expect(try readAnimation(bytes, limits: limits).frames.count == 6)
        limits.maxFrames = 5
        #expect(throws: ImageError.limitExceeded(limit: "frames", needed: 6, allowed: 5, flag: "--max-frames")) {
            try readAnimation(bytes, limits: limits)
        }
    }

    @Test("a signal stops the reader between two frames")
    func stop() throws {
        let bytes = try animatedWebP(Self.parts(soft: false), canvas: Self.canvas)
        let signal = StopSignal()
        var seen = 0
        #expect(throws: ImageError.stopped) {
            try readAnimation(bytes, stop: signal) {
                seen += 1
                if seen == 2 { signal.raise() }
            }
        }
        #expect(seen == 2)
    }

    @Test("a limit of time holds for the whole animation")
    func time() throws {
        let bytes = try animatedWebP(Self.parts(soft: false), canvas: Self.canvas)
        var limits = AnimationReader.Limits()
        limits.maxSeconds = 3600
        #expect(try readAnimation(bytes, limits: limits).frames.count == 6)
        limits.maxSeconds = 1e-9
        #expect(throws: ImageError.timeLimit(seconds: 1e-9)) { try readAnimation(bytes, limits: limits) }
    }

    @Test("what is no animation, or lasts for weeks, is not read as one")
    func refused() throws {
        let frame = Self.part(4, 4, seed: 1, soft: false)
        let still = try ImageEncoder.encode(frame, EncodeOptions(format: .webP))
        #expect { try readAnimation(still) } throws: { ($0 as? ImageError)?.kind == "unsupported" }
        let long = [FilePart](repeating: FilePart(bitmap: frame, milliseconds: 0xff_ffff), count: 129)
        let bytes = try animatedWebP(long, canvas: frame.size)
        #expect { try readAnimation(bytes) } throws: { ($0 as? ImageError)?.kind == "unsupported" }
        let shorter = try readAnimation(animatedWebP(Array(long.dropLast()), canvas: frame.size))
        #expect(shorter.times.last?.end == 128 * 0xff_ffff)
    }

    @Test(
        "every animation of the corpus has the frames that its header promises",
        .enabled(if: Corpus.isPresent, "the corpus is not there"))
    func corpus() throws {
        var read = 0
        for file in Corpus.files(below: "valid", format: "webp") {
            guard let bytes = contents(of: file.path), let info = try? probe(bytes), info.isAnimated else { continue }
            let animation = try readAnimation(bytes)
            #expect(animation.frames.count == info.frameCount && animation.animation.size == info.storedSize)
            read += 1
        }
        #expect(read > 5)
    }
}
