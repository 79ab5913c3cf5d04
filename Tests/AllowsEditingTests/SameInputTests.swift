import ImageCodecs
import Testing

@testable import AllowsEditing

/// Inputs that are given more than once.
@Suite("The same input twice")
struct SameInputTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .jpeg, quality: 90))
        try folder.write("in/a.jpg", jpeg)
        try folder.write("in/trip/b.jpg", jpeg)
    }

    private func run(_ inputs: [BytePath], change: (inout FolderBatch) -> Void = { _ in }) async throws
        -> (kinds: [String], summary: BatchSummary)
    {
        var batch = FolderBatch(inputs: inputs, output: folder("out"), options: EditOptions(size: .atMost(8)))
        batch.existing = .overwrite
        change(&batch)
        let records = RecordCollector()
        let summary = try await batch.run { records.add($0) }
        let kinds = records.all.map { record in
            guard case .failed(let error) = record.outcome else { return "ok" }
            return error.kind
        }
        return (kinds, summary)
    }

    @Test("is one input, by whatever path it is given again")
    func onePicture() async throws {
        folder("in").symbolicLink(at: folder("way"))
        for again in ["in", "in/a.jpg", "in//a.jpg", "in/./trip/b.jpg", "in/trip/../a.jpg", "way/a.jpg"] {
            let (kinds, summary) = try await run([folder("in"), folder(again)])
            #expect(kinds == ["ok", "ok"] && summary.bytesIn == 2 * jpeg.count, "\(again)")
            #expect(try await run([folder(again), folder("in")]).kinds == ["ok", "ok"], "\(again)")
        }
        #expect(try folder("out").tree().count == 4)
        // A number in the names does not make two of it.
        let numbered = try await run([folder("in/a.jpg"), folder("in/a.jpg")]) { batch in
            batch.name = try! NameTemplate("{name}-{index}.{kind}.{ext}")
        }
        #expect(numbered.kinds == ["ok"])
    }

    @Test("is one input where two folders hold one file of one name, and two where the names differ")
    func hardLinks() async throws {
        try folder("two").makeFolders()
        try folder("in/a.jpg").hardLink(at: folder("two/a.jpg"))
        #expect(try await run([folder("in/a.jpg"), folder("two/a.jpg")]).kinds == ["ok"])
        try folder("in/a.jpg").hardLink(at: folder("two/c.jpg"))
        #expect(try await run([folder("in/a.jpg"), folder("two/c.jpg")]).kinds == ["ok", "ok"])
        // Told to go elsewhere below the output, it is wanted twice.
        #expect(try await run([folder("in/./trip/b.jpg"), folder("in/trip/b.jpg")]).kinds == ["ok", "ok"])
        try folder("two/a.jpg").remove()
        try folder.write("two/a.jpg", jpeg)
        #expect(try await run([folder("in/a.jpg"), folder("two/a.jpg")]).kinds == ["collision", "collision"])
    }

    @Test("is one failure where it is none, and one picture where it is a stream")
    func noFiles() async throws {
        try folder("empty").makeFolders()
        let failures = try await run(["empty", "missing.jpg", "empty", "missing.jpg"].map { folder($0) })
        #expect(failures.kinds == ["noPictures", "io"])
        let stream = try await run(["-", "-"]) { $0.streamed["-"] = StreamedPicture(stem: "s", bytes: jpeg) }
        #expect(stream.kinds == ["ok"])
    }

    @Test("has its crop by each of its paths")
    func boxes() async throws {
        let other = folder("in/trip/../a.jpg")
        let line = #"{"file":"\#(other)","tool":"box","data":{"center":[20,20],"size":[10,10]}}"#
        let summary = try await run([folder("in/a.jpg"), other]) {
            $0.boxes = try? CropBoxes(parsing: [UInt8](line.utf8))
        }
        .summary
        #expect(summary.unusedCrops == [] && summary.edited == 1)
        let edited = try folder("out/a.edited.jpg").contents()
        #expect(try await run([folder("in/a.jpg")]).kinds == ["ok"])
        #expect(try folder("out/a.edited.jpg").contents() != edited)
    }
}
