import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

/// Small pictures for a contact sheet, from the same decode.
@Suite("Previews")
struct SheetPreviewTests {
    private static let size = PixelSize(width: 400, height: 268)

    private static func edit(
        _ bytes: [UInt8], _ orientation: Orientation, _ options: EditOptions
    ) throws -> (plan: EditPlan, edit: Workspace.Edit) {
        var info = try ImageInfo(probing: bytes.span)
        info.orientation = orientation
        let plan = try EditPlan(info, options)
        return (plan, try Workspace().edit(bytes.span, info, plan, options))
    }

    private static let crops: [Crop] = [
        .center, .gravity(x: 1, y: 0), .attention, .rect(PixelRect(x: 31, y: 17, width: 121, height: 200)),
        .box(CropBox(center: SIMD2(130, 140), size: SIMD2(110, 90), degrees: 90, mirroredX: true)),
        .box(CropBox(center: SIMD2(130, 140), size: SIMD2(110, 90), degrees: 17)),
    ]

    /// How much two pictures differ, on average.
    private static func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
        guard one.size == other.size, one.layout == other.layout else { return 255 }
        let sum = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(one.bytes.count)
    }

    @Test("previews change no byte of the edited images, and show the whole original and the first of them")
    func still() throws {
        for orientation in [Orientation.topLeft, .rightTop, .bottomLeft, .rightBottom] { try still(orientation) }
    }

    private func still(_ orientation: Orientation) throws {
        let files: [(name: String, bytes: [UInt8])] = try [
            ("JPEG", ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .jpeg, quality: 95))),
            ("gray PNG", ImageEncoder.encode(Self.picture(.gray), EncodeOptions(format: .png))),
            ("RGBA", ImageEncoder.encode(Self.picture(.rgba), EncodeOptions(format: .png))),
            ("WebP", ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .webP, quality: 95))),
        ]
        for (name, bytes) in files {
            let original = try Bitmap(decoding: bytes.span).turned(orientation).composited(over: .white)
            for (index, crop) in Self.crops.enumerated() {
                var options = EditOptions(size: .atMost(80))
                // An odd side, whose last sample of chroma reaches beyond the crop.
                options.sizes += [.atMost(30), .atMost(77)]
                options.crop = crop
                if index == 3 { options.mask = .roundedRectangle(radius: 0.3) }
                let plain = try Self.edit(bytes, orientation, options).edit
                options.previewSide = 60
                let (plan, edit) = try Self.edit(bytes, orientation, options)
                let isSame = edit.images == plain.images && edit.place == plain.place
                #expect(isSame, "\(name) \(crop)")
                #expect(plain.previews == nil && plan.allowsPreviews(edit.previews))
                let previews = try #require(edit.previews)
                #expect(previews.original.format == .jpeg && previews.edited.format == .jpeg)
                #expect(max(previews.original.size.width, previews.original.size.height) == 60)
                #expect(max(previews.edited.size.width, previews.edited.size.height) <= 60)
                let whole = original.resampled(to: previews.original.size, filter: .lanczos3)
                let first = try edit.images[0].bitmap().composited(over: .white)
                    .resampled(to: previews.edited.size, filter: .lanczos3)
                #expect(try Self.difference(previews.original.bitmap(), whole) < 5, "\(name) \(crop)")
                #expect(try Self.difference(previews.edited.bitmap(), first) < 5, "\(name) \(crop)")
            }
        }
    }

    /// Soft slopes in all channels, so that what encoders lose is little.
    private static func picture(_ layout: PixelLayout) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = [
                    UInt8(x * 255 / 400), UInt8(y * 255 / 268), UInt8((x + y) * 255 / 668), UInt8(255 - x / 3),
                ]
                bytes += pixel.prefix(layout.channels)
            }
        }
        return Bitmap(layout: layout, size: size, bytes: bytes)
    }

    @Test("an edited image that is smaller than a preview may be is shown as large as it is")
    func small() throws {
        let bytes = try ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .jpeg))
        var options = EditOptions(size: .atMost(16))
        options.previewSide = 300
        let previews = try #require(try Self.edit(bytes, .topLeft, options).edit.previews)
        #expect(previews.edited.size == PixelSize(width: 16, height: 16))
        // The decoder has yielded a quarter of the picture: 268 rows are no whole eighths.
        #expect(previews.original.size == PixelSize(width: 100, height: 67))
    }

    @Test("damage and cost of what lies outside the crop decide nothing: the edit is that without previews")
    func outside() throws {
        let jpeg = try ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .jpeg, quality: 95))
        var cut = Array(jpeg.prefix(jpeg.count * 2 / 3))
        cut += [0xFF, 0xD9]
        var options = EditOptions(size: .atMost(40))
        options.crop = .rect(PixelRect(x: 0, y: 0, width: 40, height: 40))
        let plain = try Self.edit(cut, .topLeft, options).edit
        options.previewSide = 60
        let (plan, edit) = try Self.edit(cut, .topLeft, options)
        #expect(plan.previews != nil && plan.allowsPreviews(edit.previews))
        let isSame = edit.images == plain.images && edit.findings == plain.findings && edit.fraction == plain.fraction
        #expect(isSame)

        // Where damage is edited as far as it goes, it is shown as well.
        options.failOn = []
        let shown = try Self.edit(cut, .topLeft, options).edit
        #expect(shown.images == plain.images && shown.findings == plain.findings && shown.previews != nil)

        // An interlaced picture is held whole with or without; a baseline one is not.
        let png = try ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .png))
        let info = try ImageInfo(probing: png.span)
        let with = try EditPlan(info, options)
        options.limits.maxMemory = with.memory - 1
        let without = try EditPlan(info, options)
        #expect(with.previews != nil && without.previews == nil && without.memory < with.memory)
        options.limits.maxMemory = .max
        #expect(try EditPlan(info, options.forWorker(ofBatchWith: 2 * with.memory)).previews != nil)
        #expect(try EditPlan(info, options.forWorker(ofBatchWith: 2 * with.memory - 2)).previews == nil)
    }

    @Test("pictures of 16 bits have previews of 8")
    func deep() throws {
        let picture = Self.picture(.rgb)
        let deep = DeepBitmap(layout: .rgb, size: Self.size, samples: picture.bytes.map { UInt16($0) * 257 })
        let bytes = try ImageEncoder.encode(deep, EncodeOptions(format: .png))
        var options = EditOptions(size: .atMost(80))
        options.depth = .keep
        options.previewSide = 60
        let (plan, edit) = try Self.edit(bytes, .leftBottom, options)
        #expect(plan.decode.depth == .sixteen && edit.images.count == 1)
        let preview = try #require(edit.previews).original
        let whole = picture.turned(.leftBottom).resampled(to: preview.size, filter: .lanczos3)
        #expect(try Self.difference(preview.bitmap(), whole) < 5)
    }

    @Test("the previews of an animation that is kept are those of its first frame")
    func animation() throws {
        let size = PixelSize(width: 120, height: 80)
        var writer = try AnimationWriter(
            Animation(size: size, loopCount: 0), EncodeOptions(format: .webP, lossless: true))
        for frame in 0..<3 {
            try writer.add(.subject(atX: 0.3 + 0.2 * Double(frame), y: 0.5, in: size, layout: .rgba), at: frame * 50)
        }
        let bytes = try writer.finish(at: 150)
        var options = EditOptions(size: .atMost(60))
        options.previewSide = 40
        let still = try #require(try Self.edit(bytes, .rightTop, options).edit.previews)
        options.animation = .keep
        let (plan, edit) = try Self.edit(bytes, .rightTop, options)
        #expect(plan.keepsAnimation && plan.allowsPreviews(edit.previews))
        #expect(edit.previews?.original == still.original)
    }

    @Test("a side that no preview has is refused, and records carry the previews")
    func batch() async throws {
        var options = EditOptions(size: .atMost(40))
        for side in [0, -1, 4097] {
            options.previewSide = side
            #expect(throws: EditError.self) { try options.validate() }
        }
        options.previewSide = 48
        let folder = try TemporaryFolder()
        try folder.write("in/a.png", try ImageEncoder.encode(Self.picture(.rgb), EncodeOptions(format: .png)))
        let collector = RecordCollector()
        try await FolderBatch(inputs: [folder("in")], output: folder("out"), options: options)
            .run { collector.add($0) }
        guard case .edited(let details)? = collector.all.first?.outcome else {
            Issue.record("the picture was not edited")
            return
        }
        #expect(details.previews?.original.size == PixelSize(width: 48, height: 32))
    }
}
