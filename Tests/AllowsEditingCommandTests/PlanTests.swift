import ImageCodecs
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// The plan of a dry run.
@Suite("Plan of a dry run")
struct PlanTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test("columns stand below each other, one line for each edited picture, names whole")
    func columns() throws {
        let long = "in/" + String(repeating: "long-", count: 30) + "name.jpg"
        try folder.write(BytePath(long), CommandFolder.picture(1))
        try folder.write("in/写真.png", CommandFolder.png)
        let output = try folder.run(["in", "-o", "out", "-s", "64", "-s", "32", "--dry-run"])
        let lines = output.standard.split(separator: "\n")
        #expect(lines.count == 6 && lines[1].hasPrefix(long + "  120×120+20+0  64×64  jpeg ycbcr  out/long"))
        for column in ["CROP", "SIZE", "ROUTE", "OUTPUT"] {
            let start = TerminalText.width(lines[0].prefix(upTo: lines[0].ranges(of: column)[0].lowerBound))
            for line in lines[1..<5] {
                var width = 0
                let before = line.prefix { character in
                    width += TerminalText.width(String(character))
                    return width <= start
                }
                #expect(before.hasSuffix("  "), "\(column) in \(line)")
            }
        }
        #expect(lines[5].hasPrefix("2 pictures, 6 files: originals "))
    }

    @Test(
        "inputs that would write one output, and places that are no folders, are found; the exit code is that of the run"
    )
    func faults() throws {
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/a.PNG", CommandFolder.png)
        try folder.write("in/sub/b.png", CommandFolder.png)
        try folder.write("out/sub", [1])
        for extra in [["--dry-run"], []] {
            let output = try folder.run(["in", "-o", "out", "--records", "-"] + extra)
            #expect(output.code == 1)
            #expect(try CommandRecord.all(in: output.standard).map(\.kind) == ["collision", "collision", "io"])
        }
        try folder.write("file", [1])
        for extra in [["--dry-run"], []] {
            #expect(try folder.run(["in", "-o", "file/out", "--records", "-"] + extra).code == 3)
        }
        #expect(folder.names("out") == ["sub"])
    }

    @Test("a dry run has nothing to show on a page, and leaves an earlier one alone; records may go to a file")
    func sheet() throws {
        try folder.write("in/a.png", CommandFolder.png)
        #expect(try folder.run(["in", "-o", "out", "--sheet", "page.html"]).code == 0)
        let page = try folder.contents("page.html")
        let output = try folder.run(["in", "-o", "new", "--sheet", "page.html", "--dry-run"])
        #expect(output.code == 2 && output.error.contains("--sheet and --dry-run: "), "\(output.error)")
        #expect(try folder.contents("page.html") == page)
        #expect(try folder.run(["in", "-o", "new", "--records", "plan.jsonl", "--dry-run"]).code == 0)
        #expect(try folder.contents("plan.jsonl").isEmpty == false && folder.names("new").isEmpty)
    }

    @Test("a long plan is printed before its end, in the columns that its beginning needs")
    func longPlan() throws {
        try folder.write("in/a.png", CommandFolder.png)
        let details = try planned("in/a.png", as: "out/a.edited.png")
        var table = PlanTable(columns: nil)
        let texts = (0..<1500).map { table.add(BytePath("\($0)"), details) }
        #expect(texts.firstIndex { !$0.isEmpty } == 999)
        #expect(texts[1400] == "1400   2×2+0+0  2×2   png gray  \(folder("out/a.edited.png"))\n")
        #expect(table.end().isEmpty)
    }

    @Test("room: originals as they are, edited pictures by their pixels, less what is replaced")
    func space() throws {
        try folder.write("in/a.jpg", CommandFolder.picture(1, width: 1000, height: 1000))
        let size = try folder.contents("in/a.jpg").count
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        let details = try planned("in/a.jpg", as: "out/a.edited.jpg")
        var space = OutputSpace(batch)
        space.add(details)
        #expect(space.originals == size && space.edited == 201_024 && space.needed == size + 201_024)
        #expect((space.free ?? 0) > 0)
        batch.original = .link
        try folder.write("out/a.edited.jpg", [UInt8](repeating: 0, count: 1024))
        space = OutputSpace(batch)
        space.add(details)
        #expect(space.originals == 0 && space.replaced == 1024 && space.needed == 200_000)
    }

    @Test("estimates are of the order of what encoders make of a busy picture")
    func estimates() async throws {
        let jpeg = try CommandFolder.picture(1, width: 800, height: 800)
        for format in [ImageFormat.jpeg, .png, .webP] {
            var options = EditOptions()
            options.format = format
            let made = try await ImageEditor().edit(jpeg, options).editedImages[0].bytes.count
            let plan = try EditPlan(ImageInfo(probing: jpeg.span), options)
            let estimate = OutputSpace.bytes(of: PixelSize(width: 800, height: 800), plan, options)
            #expect(estimate > made / 8 && estimate < made * 30, "\(format): \(estimate) for \(made)")
        }
    }

    /// The plan of one picture, as a dry run reports it.
    private func planned(_ input: BytePath, as name: BytePath) throws -> BatchRecord.Details {
        let bytes = try folder.contents(input)
        let info = try ImageInfo(probing: bytes.span)
        let plan = try EditPlan(info, EditOptions())
        let edited = BatchRecord.Output(path: folder(name), size: plan.outputs[0].size, bytes: nil)
        let original = BatchRecord.Output(path: folder("out/original"), size: info.uprightSize, bytes: bytes.count)
        return BatchRecord.Details(
            info: info, plan: plan, edited: [edited], original: original, inputBytes: bytes.count, findings: [],
            fraction: nil, inflatedWholePicture: plan.decode.allowsWholePicture, times: StageTimes(), previews: nil)
    }
}
