import ImageCodecs
import Testing

@testable import AllowsEditing

/// Edited images of a picture that another has taken the place of.
@Suite("Journal: outdated images")
struct OutdatedTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("in/a.jpg", Self.picture(1))
    }

    private static func picture(_ index: Int) throws -> [UInt8] {
        try ImageEncoder.encode(.gradient(60 + index, 50), EncodeOptions(format: .jpeg, quality: 90))
    }

    private func run(
        _ existing: ExistingPolicy, _ sizes: [Int], change: (inout FolderBatch) -> Void = { _ in }
    ) async throws -> Set<String> {
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        batch.options.sizes = sizes.map { .atMost($0) }
        batch.existing = existing
        change(&batch)
        #expect(try await batch.run().failed == 0)
        return Set(try folder("out").tree())
    }

    private func replaceInput(_ index: Int = 2) throws {
        try folder("in/a.jpg").remove()
        try folder.write("in/a.jpg", Self.picture(index))
    }

    @Test(
        "go with the original that they were made of", arguments: [ExistingPolicy.skip, .overwrite],
        OriginalPolicy.allCases)
    func changed(_ existing: ExistingPolicy, _ original: OriginalPolicy) async throws {
        let change = { (batch: inout FolderBatch) in batch.original = original }
        _ = try await run(.error, [32, 16], change: change)
        // An input that is as it was takes nothing away.
        #expect(try await run(existing, [8], change: change).isSuperset(of: ["a.edited-32.jpg", "a.edited.jpg"]))
        try replaceInput()
        let left = try await run(existing, [8], change: change)
        let originals: Set = ["a.edited.jpg", "a.original.jpg"]
        #expect(left == (original == .none ? ["a.edited.jpg", "a.edited-32.jpg", "a.edited-16.jpg"] : originals))
    }

    @Test(
        "go where another format is wanted, or another folder for each size",
        arguments: [ExistingPolicy.skip, .overwrite])
    func otherNames(_ existing: ExistingPolicy) async throws {
        _ = try await run(.error, [16])
        try replaceInput()
        #expect(try await run(existing, [16]) { $0.options.format = .webP } == ["a.edited.webp", "a.original.jpg"])
        let template = try NameTemplate("{kind}/{size}/{name}.{ext}")
        let change = { (batch: inout FolderBatch) in
            batch.name = template
            batch.output = self.folder("other")
        }
        _ = try await run(.error, [32, 16], change: change)
        try replaceInput(3)
        _ = try await run(existing, [16], change: change)
        #expect(try Set(folder("other").tree()) == ["edited/16/a.jpg", "original/full/a.jpg"])
    }

    @Test(
        "stay where they are no longer what a run made, or are an input", arguments: [ExistingPolicy.skip, .overwrite])
    func others(_ existing: ExistingPolicy) async throws {
        _ = try await run(.error, [32, 16, 24])
        try replaceInput()
        let mine = try Self.picture(9)
        try folder("out/a.edited-32.jpg").remove()
        try folder.write("out/a.edited-32.jpg", mine)
        let left = try await run(existing, [8]) { batch in
            batch.inputs = [folder("in/a.jpg"), folder("out/a.edited-24.jpg")]
        }
        #expect(left.isSuperset(of: ["a.edited-32.jpg", "a.edited-24.jpg", "a.edited.jpg"]))
        #expect(!left.contains("a.edited-16.jpg"))
        #expect(try folder("out/a.edited-32.jpg").contents() == mine)
    }

    @Test("are gone before the new original stands")
    func order() async throws {
        _ = try await run(.error, [32, 16])
        try replaceInput()
        // The original cannot be replaced, so the pair stops exactly between its two steps.
        let names = try OutputNames(
            InputFile(path: folder("in/a.jpg"), relativeFolder: ""), output: folder("out"), format: .jpeg,
            sizes: [.atMost(8)], original: .copy)
        let old = try folder("out/a.edited-32.jpg").status()
        try folder("out/a.original.jpg").remove()
        try folder("out/a.original.jpg/x").makeFolders()
        var writer = try PairWriter(names, replacing: .anything)
        writer.outdated = [.init(name: "a.edited-32.jpg", facts: FileFacts(old, hash: 0))]
        try writer.stageOriginal([1], privateCopy: nil, policy: .copy)
        #expect(throws: EditError.self) { try writer.commit() }
        let left = try folder("out").tree()
        #expect(left.contains("a.edited-16.jpg") && !left.contains("a.edited-32.jpg"))
    }
}
