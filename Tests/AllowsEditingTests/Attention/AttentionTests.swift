import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

/// Crops that the pixels place.
@Suite("Attention")
struct AttentionTests {
    private static func options(_ size: OutputSize, _ format: ImageFormat? = nil) -> EditOptions {
        var options = EditOptions(size: size)
        options.format = format
        options.crop = .attention
        return options
    }

    private static func edit(
        _ bytes: [UInt8], _ orientation: Orientation, _ options: EditOptions
    ) throws -> (plan: EditPlan, edit: Workspace.Edit) {
        var info = try ImageInfo(probing: bytes.span)
        info.orientation = orientation
        let plan = try EditPlan(info, options)
        let edit = try Workspace().edit(bytes.span, info, plan, options)
        return (plan.placed(at: edit.place), edit)
    }

    private static func file(
        _ picture: Bitmap, _ format: ImageFormat, _ sampling: ChromaSubsampling = .yuv420, isLossless: Bool = false
    ) throws -> [UInt8] {
        try ImageEncoder.encode(
            picture, EncodeOptions(format: format, quality: 90, subsampling: sampling, lossless: isLossless))
    }

    private static let wide = PixelSize(width: 480, height: 320)

    @Test("the crop goes where the subject is, on either side and in the middle")
    func follows() throws {
        for (place, expected) in [(0.2, 0..<30), (0.5, 60..<100), (0.8, 130..<161)] {
            let wide = try Self.file(.subject(atX: place, y: 0.5, in: Self.wide), .jpeg)
            let tall = try Self.file(.subject(atX: 0.5, y: place, in: Self.wide.transposed), .png)
            let across = try Self.edit(wide, .topLeft, Self.options(.atMost(100))).plan.cropRect
            let down = try Self.edit(tall, .topLeft, Self.options(.atMost(100))).plan.cropRect
            #expect(across.y == 0 && across.size == PixelSize(width: 320, height: 320))
            #expect(down.x == 0 && down.size == across.size)
            #expect(expected.contains(across.x) && expected.contains(down.y), "\(place): \(across) \(down)")
        }
    }

    @Test("where nothing stands out it stays in the middle, and where it cannot move nothing is looked at")
    func center() throws {
        let flat = Bitmap(
            layout: .rgb, size: Self.wide, bytes: [UInt8](repeating: 90, count: Self.wide.width * Self.wide.height * 3))
        for format in ImageFormat.allCases {
            let bytes = try Self.file(flat, format)
            #expect(try Self.edit(bytes, .topLeft, Self.options(.atMost(50))).plan.cropRect.x == 80)
            var options = Self.options(.atMost(50))
            options.aspect = AspectRatio(width: 3, height: 2)
            let (plan, edit) = try Self.edit(bytes, .topLeft, options)
            #expect(!plan.isPlacedByAttention && edit.place == nil)
            options.crop = .center
            #expect(try Self.edit(bytes, .topLeft, options).plan == plan)
        }
    }

    @Test("the crop is the same for every size, filter and format of the edited image")
    func sameForAllSizes() throws {
        let picture = Bitmap.subject(atX: 0.74, y: 0.4, in: PixelSize(width: 1203, height: 803))
        for format in ImageFormat.allCases {
            let bytes = try Self.file(picture, format)
            var places: Set<PixelRect> = []
            for side in [20, 60, 100, 190, 380, 790, 0] {
                for output in ImageFormat.allCases {
                    var options = Self.options(side == 0 ? .full : .atMost(side), output)
                    if side == 60 { options.isLinear = true }
                    if side == 100 { options.mask = .ellipse }
                    places.insert(try Self.edit(bytes, .topLeft, options).plan.cropRect)
                }
            }
            #expect(places.count == 1, "\(format): \(places)")
            #expect(places.allSatisfy { $0.x > 250 })
        }
    }

    @Test("the crop is the same however the picture is stored")
    func sameForAllOrientations() throws {
        for orientation in Orientation.allCases { try sameForAllOrientations(orientation) }
    }

    private func sameForAllOrientations(_ orientation: Orientation) throws {
        for size in [PixelSize(width: 353, height: 211), PixelSize(width: 211, height: 340)] {
            let upright = Bitmap.subject(atX: 0.3, y: 0.69, in: size)
            let expected = try Self.edit(Self.file(upright, .png), .topLeft, Self.options(.full)).plan.cropRect
            let stored = try Self.file(upright.turned(orientation.inverse), .png)
            let (plan, edit) = try Self.edit(stored, orientation, Self.options(.full))
            #expect(plan.cropRect == expected)
            // Before it is scaled, the edited image is the crop of the upright original.
            let edited = try edit.images[0].bitmap()
            let isSame = edited == upright.cropped(to: expected)
            #expect(isSame)
        }
    }

    @Test("the edited image is that of the rectangle that was found, bit for bit")
    func sameAsRectangle() throws {
        for orientation in Orientation.allCases { try sameAsRectangle(orientation) }
    }

    private func sameAsRectangle(_ orientation: Orientation) throws {
        let size = PixelSize(width: 301, height: 203)
        let files: [(name: String, bytes: [UInt8])] = try [
            ("4:2:0", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .jpeg)),
            ("4:2:2", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .jpeg, .yuv422)),
            ("4:4:4", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .jpeg, .yuv444)),
            ("gray JPEG", Self.file(.subject(atX: 0.8, y: 0.3, in: size, layout: .gray), .jpeg)),
            ("PNG", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .png)),
            ("gray and alpha", Self.file(.subject(atX: 0.8, y: 0.3, in: size, layout: .grayAlpha), .png)),
            ("RGBA", Self.file(.subject(atX: 0.8, y: 0.3, in: size, layout: .rgba), .png)),
            ("WebP", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .webP)),
            ("WebP with alpha", Self.file(.subject(atX: 0.8, y: 0.3, in: size, layout: .rgba), .webP)),
            ("lossless WebP", Self.file(.subject(atX: 0.8, y: 0.3, in: size), .webP, isLossless: true)),
        ]
        for (name, bytes) in files {
            for format in [ImageFormat.jpeg, .png] {
                var options = Self.options(.atMost(23), format)
                options.sizes = [.atMost(23), .atMost(61)]
                try expectSame(bytes, orientation, options, name)
                options.sizes = [.atMost(150), .full]
                try expectSame(bytes, orientation, options, name)
                options.sizes = [.atMost(70)]
                options.isLinear = true
                options.mask = .ellipse
                try expectSame(bytes, orientation, options, name)
            }
        }
    }

    private func expectSame(
        _ bytes: [UInt8], _ orientation: Orientation, _ options: EditOptions, _ name: String
    ) throws {
        let (plan, edit) = try Self.edit(bytes, orientation, options)
        var rectangle = options
        rectangle.crop = .rect(plan.cropRect)
        let (other, expected) = try Self.edit(bytes, orientation, rectangle)
        #expect(plan.isPlacedByAttention && edit.place == plan.cropRect && expected.place == nil)
        #expect(plan.storedRegion == other.storedRegion && plan.decode.scaleEighths == other.decode.scaleEighths)
        let isSame = edit.images == expected.images
        #expect(isSame, "\(name) as \(plan.format), \(options.sizes) \(plan.cropRect)")
    }

    @Test("16 bits a sample are kept, and place the crop as 8 do")
    func deep() throws {
        let picture = Bitmap.subject(atX: 0.2, y: 0.5, in: Self.wide)
        let samples = picture.bytes.map { UInt16($0) * 257 }
        let bytes = try ImageEncoder.encode(
            DeepBitmap(layout: .rgb, size: Self.wide, samples: samples), EncodeOptions(format: .png))
        var options = Self.options(.atMost(90))
        let place = try Self.edit(bytes, .topLeft, options).plan.cropRect
        options.depth = .keep
        try expectSame(bytes, .rightTop, options, "16 bits")
        let (plan, edit) = try Self.edit(bytes, .topLeft, options)
        #expect(plan.cropRect == place && plan.decode.depth == .sixteen)
        let edited = edit.images[0].bytes
        #expect(try ImageInfo(probing: edited.span).bitDepth == 16)
    }

    @Test("the first frame of an animation decides for all of them")
    func animation() throws {
        for orientation in [Orientation.topLeft, .leftBottom] { try animation(orientation) }
    }

    private func animation(_ orientation: Orientation) throws {
        let size = PixelSize(width: 120, height: 80)
        var writer = try AnimationWriter(
            Animation(size: size, loopCount: 0), EncodeOptions(format: .webP, lossless: true))
        for frame in 0..<3 {
            let place = frame == 0 ? 0.85 : 0.1
            try writer.add(Bitmap.subject(atX: place, y: 0.5, in: size, layout: .rgba), at: frame * 50)
        }
        let bytes = try writer.finish(at: 150)
        var options = Self.options(.full)
        options.isLossless = true
        let first = try Self.edit(bytes, orientation, options).plan.cropRect
        options.animation = .keep
        let (plan, edit) = try Self.edit(bytes, orientation, options)
        #expect(plan.cropRect == first && edit.place == first)
        #expect(first == PixelRect(x: orientation == .topLeft ? 40 : 0, y: 0, width: 80, height: 80))
        let original = try ReadAnimation(bytes)
        for (frame, canvas) in zip(try ReadAnimation(edit.images[0].bytes).frames, original.frames) {
            let isSame = frame == canvas.turned(orientation).cropped(to: first)
            #expect(isSame)
        }
    }

    @Test("the smallest and the longest pictures are cropped, too")
    func extremes() throws {
        for format in ImageFormat.allCases { try extremes(format) }
    }

    private func extremes(_ format: ImageFormat) throws {
        for width in [1, 2, 7, 8, 9, 16, 17, 40, 1300] {
            for height in [1, 3, 8, 15, 33, 900] {
                let bytes = try Self.file(
                    .subject(atX: 0.9, y: 0.9, in: PixelSize(width: width, height: height)), format)
                for (side, orientation) in [(0, Orientation.topLeft), (4, .rightTop)] {
                    let (plan, edit) = try Self.edit(
                        bytes, orientation, Self.options(side == 0 ? .full : .atMost(side)))
                    #expect(edit.images[0].size == plan.outputs[0].size)
                    #expect(plan.allows(edit.place), "\(width)×\(height): \(plan.cropRect)")
                }
            }
        }
    }
}
