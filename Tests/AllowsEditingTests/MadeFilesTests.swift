import ImageCodecs
import Testing

@testable import AllowsEditing

/// Walks through folders that hold what earlier runs have made.
@Suite("What runs have made is no input")
struct MadeFilesTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .jpeg, quality: 90))
        for name in ["a.jpg", "b.jpg", "trip/c.jpg"] { try folder.write(BytePath("in/\(name)"), jpeg) }
    }

    private func run(
        _ input: String = "in", to output: String = "in", _ existing: ExistingPolicy = .error,
        change: (inout FolderBatch) -> Void = { _ in }
    ) async throws -> BatchSummary {
        var batch = FolderBatch(inputs: [folder(input)], output: folder(output), options: EditOptions(size: .atMost(8)))
        batch.existing = existing
        change(&batch)
        return try await batch.run()
    }

    @Test("pairs beside their inputs are passed over by the next run", arguments: OriginalPolicy.allCases)
    func beside(_ original: OriginalPolicy) async throws {
        let count = original == .none ? 6 : 9
        #expect(try await run { $0.original = original }.edited == 3)
        for existing in [ExistingPolicy.skip, .overwrite] {
            let again = try await run("in", to: "in", existing) { $0.original = original }
            #expect(again.pictures == 3 && again.failed == 0 && again.skipped == (existing == .skip ? 3 : 0))
            #expect(try folder("in").tree().count == count)
        }
        // Another run that is told to keep the tree of a part of it.
        #expect(try await run("in/./trip", to: "in", .overwrite) { $0.original = original }.pictures == 1)
        #expect(try folder("in").tree().count == count)
        // What is new is an input.
        try folder.write("in/trip/d.jpg", jpeg)
        #expect(try await run("in", to: "in", .overwrite) { $0.original = original }.pictures == 4)
    }

    @Test("outputs below their inputs do not see each other, nor does a run elsewhere see them")
    func below() async throws {
        for output in ["in/512", "in/256", "in/512"] {
            #expect(try await run("in", to: output, .overwrite) { $0.original = .link }.pictures == 3)
        }
        #expect(try await run(to: "out").pictures == 3)
        let library = FolderWalk.files(ofLibrary: folder("in")) { false }
        #expect(library.count == 3)
    }

    @Test("what is named is taken: a file, and a folder that holds what another run made")
    func named() async throws {
        #expect(try await run(to: "out").edited == 3)
        #expect(try await run("out", to: "again").pictures == 6)
        #expect(try await run("out/a.edited.jpg", to: "out").edited == 1)
        _ = try await run()
        #expect(try await run("in/a.edited.jpg", to: "in").edited == 1)
    }

    @Test("what has taken the place of something made is an input")
    func replaced() async throws {
        #expect(try await run().edited == 3)
        let other = try ImageEncoder.encode(.gradient(90, 70), EncodeOptions(format: .jpeg, quality: 90))
        // With the number that the old file had, as file systems give it again.
        let number = try folder("in/a.edited.jpg").status().identity
        let file = try OpenFile.replacing(folder("in/a.edited.jpg"))
        try file.write(other.span)
        try file.close()
        #expect(try folder("in/a.edited.jpg").status().identity == number)
        let files = FolderWalk.files(of: [folder("in")], excluding: folder("in"), streamed: [:])
        #expect(files.map(\.path.lastComponent) == ["a.edited.jpg", "a.jpg", "b.jpg", "c.jpg"])
    }
}
