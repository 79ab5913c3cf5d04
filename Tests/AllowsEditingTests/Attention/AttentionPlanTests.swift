import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Plans of crops that the pixels place")
struct AttentionPlanTests {
    private func plan(_ info: ImageInfo, _ crop: Crop, side: Int = 100) throws -> EditPlan {
        var options = EditOptions(size: .atMost(side))
        options.crop = crop
        return try EditPlan(info, options)
    }

    @Test("all but the place is decided by the header: the whole picture is decoded at the scale that the crop needs")
    func header() throws {
        for format in ImageFormat.allCases {
            for orientation in Orientation.allCases {
                var info = ImageInfo(
                    format: format, storedSize: PixelSize(width: 3000, height: 2001), orientation: orientation,
                    channels: 3)
                info.chromaSubsampling = .yuv420
                info.jpegColor = .ycbcr
                let (center, attention) = (try plan(info, .center), try plan(info, .attention))
                #expect(attention.isPlacedByAttention && !center.isPlacedByAttention)
                #expect(attention.cropRect == center.cropRect && attention.outputs == center.outputs)
                #expect(attention.decode.scaleEighths == center.decode.scaleEighths)
                #expect(attention.decode.layout == center.decode.layout)
                let eighths = attention.decode.scaleEighths
                #expect(
                    attention.decode.region
                        == PixelRect(x: 0, y: 0, width: 3000 * eighths / 8, height: max(1, 2001 * eighths / 8)))
                #expect(attention.memory > center.memory)
                #expect(
                    attention.route(of: info, isWhole: false) == center.route(of: info, isWhole: false) + " attention")
            }
        }
    }

    @Test("what is held counts against the limit of memory")
    func memory() throws {
        let info = ImageInfo(format: .png, storedSize: PixelSize(width: 16_000, height: 12_000), channels: 3)
        #expect(throws: Never.self) { try plan(info, .center) }
        do {
            _ = try plan(info, .attention)
            Issue.record("576 MB were not refused")
        } catch let error as EditError {
            #expect(error.kind == "limitExceeded")
        }
    }

    @Test("another process may name no place but one that the pixels could have found")
    func forged() throws {
        let info = ImageInfo(format: .png, storedSize: PixelSize(width: 300, height: 200), channels: 3)
        let attention = try plan(info, .attention)
        func rect(_ x: Int, _ y: Int, _ width: Int = 200, _ height: Int = 200) -> PixelRect {
            PixelRect(x: x, y: y, width: width, height: height)
        }
        for place in [rect(0, 0), rect(50, 0), rect(100, 0)] { #expect(attention.allows(place)) }
        for place in [
            nil, rect(101, 0), rect(-1, 0), rect(0, 1), rect(0, 0, 199), rect(0, 0, 200, 201), rect(Int.max, 0),
            rect(0, Int.min), rect(0, 0, Int.max, Int.max),
        ] {
            #expect(!attention.allows(place))
        }
        let center = try plan(info, .center)
        #expect(center.allows(nil) && !center.allows(rect(50, 0)))
    }

    @Test("the cells follow one another, and their grid is its own mirror image")
    func grid() {
        for side in Array(1...300) + [1023, 4000, 4033, 65_500] {
            for format in [ImageFormat.jpeg, .png] {
                let info = ImageInfo(format: format, storedSize: PixelSize(width: side, height: 4000), channels: 3)
                let edges = AttentionGrid(info).columns
                #expect(edges.first == 0 && edges.last == side)
                #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }, "\(side)")
                #expect(edges.count <= 129)
                guard format == .png || side % 8 == 0 else { continue }
                #expect(edges == edges.reversed().map { side - $0 }, "\(side)")
                if format == .jpeg { #expect(edges.allSatisfy { $0 % 8 == 0 }) }
            }
        }
    }

    @Test("a record has the place once it is known, and the size of the crop before")
    func records() async throws {
        let folder = try TemporaryFolder()
        let picture = Bitmap.subject(atX: 0.9, y: 0.5, in: PixelSize(width: 240, height: 160))
        try folder.write("in/a.png", try ImageEncoder.encode(picture, EncodeOptions(format: .png)))
        var options = EditOptions(size: .atMost(64))
        options.crop = .attention
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"), options: options)
        func record() async throws -> String {
            let collector = RecordCollector()
            try await batch.run { collector.add($0) }
            return collector.all.first?.json ?? ""
        }
        batch.isDryRun = true
        let planned = try await record()
        #expect(planned.contains(#""cropSize":[160,160]"#) && !planned.contains("cropRect"))
        #expect(planned.contains(#" attention""#))
        batch.isDryRun = false
        let edited = try await record()
        #expect(edited.contains(#""cropRect":[80,0,160,160]"#) && !edited.contains("cropSize"))
        let picked = try await ImageEditor().edit(folder("in/a.png").contents(), options)
        #expect(picked.cropRect?.x == 80 && picked.plan?.cropRect == picked.cropRect)
        let inspection = try Inspection(of: folder("in/a.png"), options: options, plansEdit: true)
        #expect(inspection.lines.contains { $0.value == "160×160 placed by attention" })
        #expect(inspection.json.contains(#""cropSize":[160,160]"#))
    }
}
