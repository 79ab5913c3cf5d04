import Testing

@testable import AllowsEditing
@testable import ImageCodecs

@Suite("Small pictures of JPEG files")
struct ThumbnailTests {
    private static let folder = BytePath("\(#filePath)").parent.parent.parent.appending("Fixtures")

    private func fixture(_ name: String) throws -> [UInt8] {
        try Self.folder.appending(BytePath(name)).contents()
    }

    /// The header of a photograph of 12 megapixels.
    private func photo(_ luma: (Int, Int) = (2, 2), _ orientation: Orientation = .topLeft) -> ImageInfo {
        var info = ImageInfo(
            format: .jpeg, storedSize: PixelSize(width: 4032, height: 3024), orientation: orientation, channels: 3)
        info.jpegColor = .ycbcr
        info.samplingFactors = [luma, (1, 1), (1, 1)].map { SamplingFactors(horizontal: $0.0, vertical: $0.1) }
        info.chromaSubsampling = ChromaSubsampling(horizontal: luma.0, vertical: luma.1)
        return info
    }

    private func route(_ info: ImageInfo, _ size: Int, _ change: (inout EditOptions) -> Void = { _ in }) throws
        -> String
    {
        var options = EditOptions(size: .atMost(size))
        change(&options)
        return try EditPlan(info, options).route(of: info, isWhole: false)
    }

    @Test(
        "they are made of the lowest coefficients where that leaves 1.4 for the filter", arguments: Orientation.allCases
    )
    func rule(orientation: Orientation) throws {
        let info = photo((2, 2), orientation)
        #expect(try route(info, 270) == "jpeg 1/8 thumbnail ycbcr")
        #expect(try route(info, 271) == "jpeg 2/8 thumbnail ycbcr")
        #expect(try route(info, 540) == "jpeg 2/8 thumbnail ycbcr")
        #expect(try route(info, 541) == "jpeg 4/8 ycbcr")
    }

    @Test("chroma must be fine enough as well: of 4:2:0, planes become color of full resolution at 2/8 of chroma")
    func chroma() throws {
        func plan(_ info: ImageInfo, _ size: Int, _ format: ImageFormat) throws -> DecodeRequest {
            var options = EditOptions(size: .atMost(size))
            options.format = format
            return try EditPlan(info, options).decode
        }
        #expect(try plan(photo(), 256, .jpeg).chromaEighths == 1)
        #expect(try plan(photo(), 256, .png).chromaEighths == 2)
        #expect(try plan(photo(), 256, .png).readsThumbnail)
        #expect(try !plan(photo(), 512, .png).readsThumbnail)
        #expect(try plan(photo((1, 1)), 512, .png).chromaEighths == 2)
    }

    @Test("they are not where that is switched off, nor in linear light, nor of unusual or small files")
    func exceptions() throws {
        #expect(try route(photo(), 128) { $0.readsThumbnails = false } == "jpeg 1/8 ycbcr")
        #expect(try route(photo(), 128) { $0.isLinear = true } == "jpeg 4/8 rgb linear")
        var info = photo()
        info.isArithmetic = true
        #expect(try route(info, 128) == "jpeg 1/8 ycbcr")
        info = photo()
        info.hasSeveralScans = true
        #expect(try route(info, 128) == "jpeg 1/8 ycbcr")
        info.isProgressive = true
        #expect(try route(info, 128) == "jpeg 1/8 thumbnail ycbcr")
        #expect(try route(info, 512) == "jpeg 2/8 ycbcr")
        info = photo()
        info.storedSize = PixelSize(width: 999, height: 1000)
        #expect(try route(info, 32) == "jpeg 1/8 ycbcr")
    }

    @Test("the plan estimates the memory of the general decoder, which may have to step in")
    func memory() throws {
        var info = photo()
        (info.isProgressive, info.hasSeveralScans) = (true, true)
        var options = EditOptions(size: .atMost(128))
        let memory = try EditPlan(info, options).memory
        options.readsThumbnails = false
        #expect(try EditPlan(info, options).memory == memory)
    }

    @Test("they are close to those of the general decoder", arguments: [64, 128, 170])
    func close(size: Int) async throws {
        let bytes = try fixture("photos/harbor.jpg")
        var options = EditOptions(size: .atMost(size))
        options.format = .png
        options.subsampling = .yuv420
        func samples(_ reads: Bool) async throws -> [UInt8] {
            options.readsThumbnails = reads
            return try await #require(ImageEditor().edit(bytes, options).editedImage).bitmap().bytes
        }
        let (ours, theirs) = (try await samples(true), try await samples(false))
        let sum = zip(ours, theirs).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        let error = Double(sum) / Double(ours.count)
        #expect(error < 20, "mean square \(error)")
    }

    /// A picture whose sides end within a block, with colors that change slowly along its edges.
    private static let uneven: [UInt8] = {
        let side = 1191
        func wave(_ value: Int) -> Int { value % 510 < 255 ? value % 510 : 509 - value % 510 }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * side * side)
        for y in 0..<side {
            for x in 0..<side {
                let (a, b) = (wave((x + y) / 3), wave((2 * x + side - y) / 4))
                pixels.append(UInt8(a))
                pixels.append(UInt8(b))
                pixels.append(UInt8((a + b) / 2))
            }
        }
        let picture = Bitmap(layout: .rgb, size: PixelSize(width: side, height: side), bytes: pixels)
        return try! ImageEncoder.encode(picture, EncodeOptions(format: .jpeg, quality: 90))
    }()

    /// At 1/8, the chroma of 1191 pixels ends within a sample, which is left out, and the last sample of an odd edited side has its center
    /// beyond that.
    @Test("no edge differs from that of the general decoder more than the rest", arguments: Orientation.allCases)
    func edges(orientation: Orientation) throws {
        var info = try ImageInfo(probing: Self.uneven.span)
        info.orientation = orientation
        for size in [195, 125, 99, 87, 64] {
            var options = EditOptions(size: .atMost(size))
            (options.quality, options.subsampling) = (100, .yuv420)
            func edited(_ reads: Bool) throws -> Bitmap {
                options.readsThumbnails = reads
                let plan = try EditPlan(info, options)
                #expect(plan.decode.readsThumbnail == reads)
                return try Workspace().edit(Self.uneven.span, info, plan, options).images[0].bitmap()
            }
            let (ours, theirs) = (try edited(true), try edited(false))
            func difference(columns: Range<Int>, rows: Range<Int>) -> Int {
                var largest = 0
                for y in rows {
                    for index in 3 * (y * size + columns.lowerBound)..<3 * (y * size + columns.upperBound) {
                        largest = max(largest, abs(Int(ours.bytes[index]) - Int(theirs.bytes[index])))
                    }
                }
                return largest
            }
            let inside = difference(columns: 4..<size - 4, rows: 4..<size - 4)
            let edges = [0..<4, size - 4..<size].flatMap {
                [difference(columns: $0, rows: 0..<size), difference(columns: 0..<size, rows: $0)]
            }
            #expect(inside <= 8 && edges.allSatisfy { $0 <= 12 }, "\(size): \(inside), at the edges \(edges)")
        }
    }

    /// The picture, where the general decoder has to be asked, and the errors are those of it alone.
    @Test("a file that is refused comes out as if there were no thumbnails, bit for bit")
    func fallback() throws {
        let sound = try fixture("photos/harbor.jpg")
        var damaged = sound
        for index in sound.count / 2..<sound.count / 2 + 40 { damaged[index] = 0xaa }
        for (bytes, fails) in [(Array(sound.dropLast(2)), true), (damaged, false), (sound, false)] {
            var options = EditOptions(size: .atMost(64))
            if !fails { options.failOn = [] }
            func edit(_ reads: Bool) throws -> (Workspace.Edit, EditPlan) {
                options.readsThumbnails = reads
                let info = try ImageInfo(probing: bytes.span)
                let plan = try EditPlan(info, options)
                return (try Workspace().edit(bytes.span, info, plan, options), plan)
            }
            if fails {
                let ours = #expect(throws: EditError.self) { try edit(true) }
                let theirs = #expect(throws: EditError.self) { try edit(false) }
                #expect("\(ours, default: "")" == "\(theirs, default: "")")
                continue
            }
            let (ours, plan) = try edit(true)
            let (theirs, _) = try edit(false)
            #expect(plan.decode.readsThumbnail)
            #expect(ours.findings == theirs.findings && ours.fraction == theirs.fraction)
            let isSame = ours.images.map(\.bytes) == theirs.images.map(\.bytes)
            #expect(isSame == ours.isRefused)
            #expect(ours.isRefused == (bytes != sound))
        }
    }

    @Test("previews change no byte of the edited image, and show the whole picture")
    func previews() throws {
        let bytes = try fixture("photos/harbor.jpg")
        var options = EditOptions(size: .atMost(64))
        options.crop = .rect(PixelRect(x: 100, y: 50, width: 600, height: 600))
        func edit() throws -> (plan: EditPlan, edit: Workspace.Edit) {
            let info = try ImageInfo(probing: bytes.span)
            let plan = try EditPlan(info, options)
            return (plan, try Workspace().edit(bytes.span, info, plan, options))
        }
        let plain = try edit()
        options.previewSide = 90
        let (plan, both) = try edit()
        #expect(plan.decode.readsThumbnail && plain.plan.decode.readsThumbnail && !both.isRefused)
        let isSame = both.images == plain.edit.images
        #expect(isSame && plan.allowsPreviews(both.previews))
        options.readsThumbnails = false
        let (ours, theirs) = (try #require(both.previews), try #require(try edit().edit.previews))
        #expect(ours.original.size == PixelSize(width: 90, height: 60))
        for (ours, theirs) in [(ours.original, theirs.original), (ours.edited, theirs.edited)] {
            let (ours, theirs) = (try ours.bitmap(), try theirs.bitmap())
            let sum = zip(ours.bytes, theirs.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(ours.size == theirs.size && sum < 5 * ours.bytes.count)
        }
    }

    @Test("the route of a record is the one that was taken")
    func record() throws {
        let info = photo()
        let plan = try EditPlan(info, EditOptions(size: .atMost(250)))
        #expect(plan.route(of: info, isWhole: false) == "jpeg 1/8 thumbnail ycbcr")
        #expect(plan.withoutThumbnail().route(of: info, isWhole: false) == "jpeg 2/8 ycbcr")
    }
}
