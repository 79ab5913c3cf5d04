import ImageCodecs
import Testing

@testable import AllowsEditing

/// Animated WebP that stays animated.
@Suite("Animation")
struct AnimationTests {
    private static let folder = BytePath("\(#filePath)").parent.parent.parent.appending("Fixtures/valid/webp")
    static let names = ["animated-sub-rectangles", "animated-first-part", "animated-lossy"]

    private static func fixture(_ name: String) throws -> [UInt8] {
        try folder.appending(BytePath("\(name).webp")).contents()
    }

    /// An animation in which something moves over a translucent ground.
    private static func moving(_ size: PixelSize, frames: Int) throws -> [UInt8] {
        var writer = try AnimationWriter(
            Animation(size: size, loopCount: 5), EncodeOptions(format: .webP, lossless: true))
        for frame in 0..<frames {
            let bytes = (0..<size.width * size.height).flatMap { pixel -> [UInt8] in
                let (x, y) = (pixel % size.width, pixel / size.width)
                let isInside = (frame * 4..<frame * 4 + 12).contains(x) && (5..<20).contains(y)
                return [UInt8(x * 3), UInt8(y * 5), UInt8(frame * 30), isInside ? 255 : UInt8(x * 2)]
            }
            try writer.add(Bitmap(layout: .rgba, size: size, bytes: bytes), at: frame * 70)
        }
        return try writer.finish(at: frames * 70 + 30)
    }

    private static func keeping(_ size: OutputSize = .full, _ crop: Crop = .center) -> EditOptions {
        var options = EditOptions(size: size)
        options.animation = .keep
        options.isLossless = true
        options.crop = crop
        return options
    }

    private static func edit(_ bytes: [UInt8], _ orientation: Orientation, _ options: EditOptions) throws -> (
        plan: EditPlan, images: [EncodedImage]
    ) {
        var info = try ImageInfo(probing: bytes.span)
        info.orientation = orientation
        let plan = try EditPlan(info, options)
        return (plan, try Workspace().edit(bytes.span, info, plan, options).images)
    }

    @Test(
        "without loss and scaling every frame is the crop of the upright canvas, bit for bit, and shown as long",
        arguments: names, Orientation.allCases)
    func exact(_ name: String, _ orientation: Orientation) throws {
        let bytes = try Self.fixture(name)
        let original = try ReadAnimation(bytes)
        for crop in [Crop.center, .gravity(x: 1, y: 1), .fractions(x: 0.31, y: 0.11, width: 0.6, height: 0.8)] {
            let (plan, images) = try Self.edit(bytes, orientation, Self.keeping(.full, crop))
            #expect(plan.keepsAnimation && plan.frameCount == original.frames.count)
            #expect(images[0].size == plan.outputs[0].size)
            let edited = try ReadAnimation(images[0].bytes)
            #expect(edited.animation.loopCount == original.animation.loopCount)
            #expect(edited.animation.background == original.animation.background)
            #expect(edited.times.last?.end == original.times.last?.end)
            for (frame, time) in zip(original.frames, original.times) {
                let expected = frame.turned(orientation).cropped(to: plan.cropRect).withBlackInvisible
                let isExact = edited.frame(at: time.start)?.withBlackInvisible == expected
                #expect(isExact, "\(crop) at \(time.start)")
            }
        }
    }

    @Test("frames are scaled as pictures with alpha are, in every size at once")
    func scaled() throws {
        let bytes = try Self.moving(PixelSize(width: 80, height: 50), frames: 5)
        let original = try ReadAnimation(bytes)
        var options = Self.keeping(.atMost(20))
        options.sizes.append(.atMost(33))
        let (plan, images) = try Self.edit(bytes, .rightTop, options)
        #expect(images.map(\.size.width) == [20, 33])
        for (image, output) in zip(images, plan.outputs) {
            let edited = try ReadAnimation(image.bytes)
            #expect(edited.times == original.times)
            for (frame, result) in zip(original.frames, edited.frames) {
                let expected = frame.cropped(to: plan.storedRegion).resampled(to: output.size, filter: options.filter)
                    .turned(.rightTop)
                let isExact = result.withBlackInvisible == expected.withBlackInvisible
                #expect(isExact)
            }
        }
    }

    @Test("by default, and where WebP does not become WebP, the first frame is edited as before")
    func first() async throws {
        let bytes = try Self.fixture("animated-sub-rectangles")
        for format in [ImageFormat.webP, .png, .jpeg] {
            for policy in AnimationPolicy.allCases where format != .webP || policy == .first {
                var options = Self.keeping()
                options.animation = policy
                options.format = format
                let picked = try await ImageEditor().edit(bytes, options)
                let plan = try #require(picked.plan)
                #expect(!plan.keepsAnimation && plan.frameCount == 1)
                let info = try ImageInfo(probing: picked.image.bytes.span)
                #expect(!info.isAnimated)
            }
        }
        let still = try Self.fixture("lossless-alpha")
        let picked = try await ImageEditor().edit(still, Self.keeping())
        #expect(picked.plan?.keepsAnimation == false)
    }

    @Test("an animation of a single frame becomes a still picture")
    func single() async throws {
        let picked = try await ImageEditor().edit(try Self.fixture("animated-one-frame"), Self.keeping())
        let info = try ImageInfo(probing: picked.image.bytes.span)
        #expect(picked.plan?.keepsAnimation == true && !info.isAnimated)
    }

    @Test("an animation that is cut short fails, even where cut pictures are allowed")
    func truncated() async throws {
        let bytes = try Self.fixture("animated-sub-rectangles")
        for allowed in [false, true] {
            var options = Self.keeping()
            if allowed { options.failOn = [] }
            await #expect {
                try await ImageEditor().edit(Array(bytes.dropLast(10)), options)
            } throws: { ($0 as? EditError)?.kind == "truncated" }
        }
    }

    @Test("limits of frames, of time and of memory hold for the whole animation, and name their flags")
    func limits() async throws {
        let bytes = try Self.moving(PixelSize(width: 60, height: 40), frames: 8)
        var cases: [(flag: String, options: EditOptions)] = []
        for flag in ["--max-frames", "--time-limit", "--max-memory"] { cases.append((flag, Self.keeping())) }
        cases[0].options.limits.header.maxFrames = 7
        cases[1].options.limits.maxSeconds = 1e-9
        cases[2].options.limits.maxMemory = 1 << 20
        for (flag, options) in cases {
            await #expect {
                try await ImageEditor().edit(bytes, options)
            } throws: { "\($0)".contains(flag) || (($0 as? EditError)?.description.contains(flag) ?? false) }
        }
    }

    @Test("the estimate of memory grows with the frames and is above that of a single one")
    func memory() throws {
        var info = ImageInfo(format: .webP, storedSize: PixelSize(width: 500, height: 400), channels: 3, hasAlpha: true)
        info.isAnimated = true
        let still = try EditPlan(info, EditOptions()).memory
        let estimates = try [1, 10, 100].map { count in
            info.frameCount = count
            return try EditPlan(info, Self.keeping()).memory
        }
        #expect(still < estimates[0] && estimates[0] < estimates[1] && estimates[1] < estimates[2])
        // Twice the file, at four bytes a pixel.
        #expect(estimates[2] > 2 * 4 * 100 * 400 * 400)
        var lossy = Self.keeping()
        lossy.isLossless = false
        #expect(try EditPlan(info, lossy).memory < estimates[2])
    }

    @Test("a stop is seen before the next frame")
    func cancelled() throws {
        let bytes = try Self.moving(PixelSize(width: 60, height: 40), frames: 3)
        let info = try ImageInfo(probing: bytes.span)
        let stop = StopSignal()
        stop.raise()
        #expect(throws: EditError.cancelled) {
            _ = try Workspace(stop: stop).edit(
                bytes.span, info, try EditPlan(info, Self.keeping()), Self.keeping())
        }
    }

    @Test("a batch keeps animations, and its records say how many frames there were")
    func batch() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in/a.webp", Self.moving(PixelSize(width: 60, height: 40), frames: 4))
        var batch = FolderBatch(
            inputs: [folder("in")], output: folder("out"), options: Self.keeping(.atMost(24)))
        batch.original = .none
        let collector = RecordCollector()
        try await batch.run { collector.add($0) }
        #expect(collector.all.map(\.json).allSatisfy { $0.contains(#""route":"webp 4 frames rgba""#) })
        let edited = try ReadAnimation(folder("out/a.edited.webp").contents())
        #expect(edited.frames.count == 4 && edited.animation.size == PixelSize(width: 24, height: 24))
    }
}
