import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

/// Boxes and masks of pictures that come as inks, with a profile, in 16 bits, as animations or with metadata.
@Suite("Boxes of every kind of picture")
struct BoxCombinationTests {
    private let tilted = CropBox(center: [16, 15], size: [14, 10], degrees: 30, mirroredX: true)
    private let turned = CropBox(center: [16, 15], size: [14, 10], degrees: 90, mirroredX: true)

    private func fixture(_ name: String) throws -> [UInt8] {
        try BytePath("\(#filePath)").parent.parent.parent.parent.appending(BytePath("Fixtures/valid/\(name)"))
            .contents()
    }

    private func edit(
        _ bytes: [UInt8], _ crop: Crop, change: (inout EditOptions) -> Void = { _ in }
    ) throws -> (plan: EditPlan, image: EncodedImage) {
        var options = EditOptions()
        options.crop = crop
        options.isLossless = true
        change(&options)
        let info = try ImageInfo(probing: bytes.span)
        let plan = try EditPlan(info, options)
        return (plan, try Workspace().edit(bytes.span, info, plan, options).images[0])
    }

    private func whole(_ bytes: [UInt8]) throws -> Crop {
        .rect(PixelRect(try ImageInfo(probing: bytes.span).uprightSize))
    }

    /// What a plan for an unscaled output makes of the whole picture.
    private func sampled(_ picture: Bitmap, _ plan: EditPlan, outside: RGBColor? = nil) throws -> Bitmap {
        let (region, box) = (try #require(plan.sampledRegion), try #require(plan.cropBox))
        let grid = plan.grid(of: plan.outputs[0], inScaled: region.size, of: region, box)
        return picture.cropped(to: region).sampled(at: grid, size: plan.outputs[0].size, outside: outside)
    }

    @Test(
        "inks are mixed, and colors converted, before a box is cut out of them",
        arguments: ["jpeg/cmyk-adobe.jpg", "jpeg/ycck-adobe.jpg", "jpeg/icc-p3.jpg"])
    func colors(_ name: String) throws {
        let bytes = try fixture(name)
        func change(_ options: inout EditOptions) {
            options.format = .png
            options.profile = .srgb
        }
        let picture = try edit(bytes, whole(bytes), change: change).image.bitmap()
        let (plan, image) = try edit(bytes, .box(tilted), change: change)
        let isSampled = try image.bitmap() == sampled(picture, plan)
        #expect(isSampled && image.size == PixelSize(width: 14, height: 10))

        let exact = try edit(bytes, .box(turned), change: change).image
        let (rect, turn) = (try #require(turned.rect), try #require(turned.turn))
        let isTurned = try exact.bitmap() == picture.cropped(to: rect).turned(turn)
        #expect(isTurned)
    }

    @Test("the padding and the background of inks are the colors that were asked for")
    func paddedInks() throws {
        let bytes = try fixture("jpeg/cmyk-adobe.jpg")
        let (plan, image) = try edit(bytes, .box(CropBox(center: [16, 16], size: [60, 60], degrees: 45))) {
            $0.format = .png
            $0.padding = RGBColor(red: 9, green: 90, blue: 200)
        }
        #expect(plan.decode.layout == .inks)
        #expect(try Array(image.bitmap().bytes.prefix(3)) == [9, 90, 200])
        let masked = try edit(bytes, .center) {
            $0.mask = .ellipse
            $0.background = .black
            $0.quality = 95
        }.image.bitmap()
        #expect(masked.layout == .rgb && masked.bytes.prefix(3).allSatisfy { $0 < 24 })
    }

    @Test("an animation is turned and mirrored exactly, and every frame of it sampled, padded and masked")
    func animation() throws {
        let bytes = try fixture("webp/animated-sub-rectangles.webp")
        let original = try ReadAnimation(bytes)
        let size = original.animation.size
        let center = SIMD2(Double(size.width), Double(size.height)) / 2
        let boxes = [0, 90, 180, 270, 33].map { degrees in
            CropBox(center: center, size: [16, 12], degrees: degrees, mirroredX: degrees > 90)
        }
        for box in boxes {
            for mask in [nil, Mask.ellipse] {
                let (plan, image) = try edit(bytes, .box(box)) {
                    $0.animation = .keep
                    $0.padding = .black
                    $0.mask = mask
                }
                #expect(plan.keepsAnimation && image.size == PixelSize(width: 16, height: 12))
                let edited = try ReadAnimation(image.bytes)
                #expect(edited.times.last?.end == original.times.last?.end)
                for (frame, time) in zip(original.frames, original.times) {
                    var expected: Bitmap
                    if let rect = box.rect, let turn = box.turn {
                        expected = frame.cropped(to: rect).turned(turn)
                    } else {
                        expected = try sampled(frame, plan, outside: .black)
                    }
                    if mask != nil { expected = expected.masked(cornerWidth: 8, cornerHeight: 6) }
                    let result = edited.frame(at: time.start)?.withBlackInvisible
                    let isExact = result == expected.withBlackInvisible
                    #expect(isExact, "\(box) at \(time.start)")
                }
            }
        }
    }

    @Test("16 bits survive quarter turns and mirroring; a free turn and a mask are made with 8")
    func depth() throws {
        let size = PixelSize(width: 40, height: 30)
        let samples: [UInt16] = (0..<3600).map { UInt16(20_000 + 7 * $0) }
        let picture = DeepBitmap(layout: .rgb, size: size, samples: samples)
        let bytes = try ImageEncoder.encode(picture, EncodeOptions(format: .png))
        let box = CropBox(center: [20, 15], size: [30, 40], degrees: -90, mirroredY: true)
        let (plan, image) = try edit(bytes, .box(box)) { $0.depth = .keep }
        #expect(plan.decode.depth == .sixteen)
        var request = DecodeRequest(layout: .pixels(.rgb), region: PixelRect(image.size))
        request.depth = .sixteen
        let turn = try #require(box.turn)
        let isExact = try DeepBitmap(decoding: image.bytes.span, request: request) == picture.turned(turn)
        #expect(isExact && image.size == PixelSize(width: 30, height: 40))

        for (crop, mask) in [(Crop.box(tilted), nil), (.center, Mask.ellipse)] {
            let (plan, image) = try edit(bytes, crop) {
                $0.depth = .keep
                $0.mask = mask
            }
            #expect(plan.decode.depth == .eight)
            #expect(try ImageInfo(probing: image.bytes.span).bitDepth == 8)
        }
    }

    @Test(
        "metadata of a picture that was turned by its box says upright, and its size",
        arguments: ["jpg", "png", "webp"])
    func metadata(_ suffix: String) throws {
        let bytes = try fixture("orientation/6.\(suffix)")
        for box in [
            CropBox(center: [9, 10], size: [12, 8], degrees: 90), CropBox(center: [9, 10], size: [8, 6], degrees: 9),
        ] {
            let bare = try edit(bytes, .box(box)) { $0.metadata = .none }.image
            let image = try edit(bytes, .box(box)) { $0.metadata = .private }.image
            let info = try ImageInfo(probing: image.bytes.span)
            #expect(info.orientation == .topLeft && info.findings.isEmpty && info.storedSize == image.size)
            #expect(image.size == PixelSize(width: Int(box.size.x), height: Int(box.size.y)))
            #expect(ImageMetadata(reading: image.bytes.span, format: image.format).exif != nil)
            let isSame = try image.bitmap() == bare.bitmap()
            #expect(isSame)
        }
    }

    @Test("a profile of gray stays where nothing colored is added, and only there")
    func grayProfile() throws {
        var metadata = ImageMetadata()
        let profile = ColorProfile.gray(name: "Gray of gamma 1.8", .gamma(1.8))
        metadata.colorProfile = profile.bytes
        let picture = Bitmap(
            layout: .gray, size: PixelSize(width: 30, height: 30), bytes: (0..<900).map { UInt8($0 % 256) })
        let bytes = metadata.embedded(in: try ImageEncoder.encode(picture, EncodeOptions(format: .png)), format: .png)
        let red = RGBColor(red: 255, green: 0, blue: 0)
        func keeps(_ crop: Crop, _ change: (inout EditOptions) -> Void) throws -> Bool {
            try edit(bytes, crop, change: change).plan.color.profile != nil
        }
        #expect(try keeps(.box(tilted)) { $0.padding = .black })
        #expect(try !keeps(.box(tilted)) { $0.padding = red })
        #expect(try keeps(.center) { $0.padding = red })
        #expect(try keeps(.center) { $0.mask = .ellipse })
        func masked(over background: RGBColor) throws -> Bool {
            try keeps(.center) {
                $0.mask = .ellipse
                $0.format = .jpeg
                $0.background = background
            }
        }
        #expect(try masked(over: .black) && !masked(over: red))
    }

    @Test("light is averaged where a box is reduced, and only there")
    func linear() throws {
        let info = ImageInfo(format: .png, storedSize: PixelSize(width: 400, height: 300), channels: 3)
        func light(_ box: CropBox, _ size: OutputSize) throws -> Light {
            var options = EditOptions(size: size)
            options.crop = .box(box)
            options.isLinear = true
            return try EditPlan(info, options).light
        }
        for degrees in [90.0, 30] {
            let box = CropBox(center: [200, 150], size: [120, 100], degrees: degrees)
            #expect(try light(box, .full) == .encoded)
            #expect(try light(box, .atMost(20)) == .linear)
        }
    }

    @Test("the estimate of memory counts padding, and what encoders make of it, in animations as well")
    func memory() throws {
        var info = ImageInfo(format: .webP, storedSize: PixelSize(width: 10, height: 10), channels: 3)
        var options = EditOptions()
        options.crop = .box(CropBox(center: [5, 5], size: [1000, 1000], degrees: 1))
        options.padding = .white
        options.isLossless = true
        options.animation = .keep
        #expect(try EditPlan(info, options).memory > 1_000_000 * 36)
        info.isAnimated = true
        info.frameCount = 10
        #expect(try EditPlan(info, options).memory > 1_000_000 * (36 + 80))
    }

    @Test("an inspection that plans an edit tells its box")
    func inspection() throws {
        let bytes = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .png))
        var options = EditOptions()
        options.crop = .box(tilted)
        let inspection = try Inspection(bytes, named: "a.png", options: options, plansEdit: true)
        #expect(inspection.json.contains(#""cropBox":{"center":[16.0000,15.0000]"#))
        #expect(inspection.lines.contains { $0.label == "crop box" && $0.value.contains("30") })
        options.crop = .center
        let plain = try Inspection(bytes, named: "a.png", options: options, plansEdit: true)
        #expect(!plain.json.contains("cropBox") && !plain.lines.contains { $0.label == "crop box" })
    }
}
