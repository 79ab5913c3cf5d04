import Testing

@testable import AllowsEditing

/// Files with several names, as inputs and as outputs.
extension FolderBatchTests {
    @Test(
        "an input is never a target; another name of its file is",
        arguments: [ExistingPolicy.error, .overwrite])
    func inputsAreNeverTargets(_ existing: ExistingPolicy) async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("in/a.edited.jpg", png)
        let (_, records) = try await run { batch in
            batch.output = folder("in")
            batch.existing = existing
        }
        #expect(kinds(records)[1] == "targetIsInput" || kinds(records)[0] == "targetIsInput")
        #expect(try folder("in/a.edited.jpg").contents() == png)

        try folder("out").makeFolders()
        try folder("in/a.jpg").hardLink(at: folder("out/a.original.jpg"))
        let (_, linked) = try await run(["in/a.jpg"]) { $0.existing = existing }
        #expect(kinds(linked) == [existing == .error ? "exists" : "ok"])
        #expect(try folder("in/a.jpg").contents() == jpeg)
    }

    @Test("whatever names and links lead to an input, it is no target")
    func namesOfInputs() async throws {
        let overwrite = { (batch: inout FolderBatch) in
            batch.output = self.folder("in")
            batch.original = .none
            batch.existing = .overwrite
        }
        // The input is named by a link, and the output is what that leads to.
        try folder.write("in/a.edited.jpg", jpeg)
        try folder("links/deep").makeFolders()
        folder("in/a.edited.jpg").symbolicLink(at: folder("links/deep/b.jpg"))
        folder("links/deep/b.jpg").symbolicLink(at: folder("links/a.jpg"))
        #expect(kinds(try await run(["links/a.jpg"], change: overwrite).1) == ["targetIsInput"])
        // The output is a link that leads to the input, or lies in a folder that is reached by one.
        try folder("in/a.edited.jpg").rename(to: folder("in/c.jpg"))
        folder("in/c.jpg").symbolicLink(at: folder("in/c.edited.jpg"))
        #expect(kinds(try await run(["in/c.jpg"], change: overwrite).1) == ["targetIsInput"])
        folder("in").symbolicLink(at: folder("way"))
        try folder.write("in/d.edited.jpg", jpeg)
        try folder("in/d.edited.jpg").hardLink(at: folder("d.jpg"))
        #expect(kinds(try await run(["d.jpg", "way/d.edited.jpg"], change: overwrite).1) == ["targetIsInput", "ok"])
        // A name that differs only in case may be the same name.
        try folder("d.jpg").hardLink(at: folder("in/E.Edited.JPG"))
        try folder("d.jpg").hardLink(at: folder("in/e.jpg"))
        try folder("d.jpg").hardLink(at: folder("in/e.edited.jpg"))
        #expect(kinds(try await run(["in/e.jpg", "in/E.Edited.JPG"], change: overwrite).1) == ["targetIsInput", "ok"])
        for name in ["in/c.jpg", "d.jpg", "in/e.jpg", "in/d.edited.jpg"] {
            #expect(try folder(name).contents() == jpeg)
        }
    }

    @Test("names of one file in one folder do not stand in each other's way")
    func hardLinksInOneFolder() async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder("in/a.jpg").hardLink(at: folder("in/b.jpg"))
        for existing in [ExistingPolicy.error, .overwrite, .skip] {
            let (summary, _) = try await run(["in/a.jpg", "in/b.jpg"]) { batch in
                batch.output = folder("in")
                batch.original = .link
                batch.existing = existing
            }
            #expect(summary.failed == 0 && summary.skipped == (existing == .skip ? 2 : 0))
        }
        #expect(try folder("in").tree().count == 6)
        for name in ["in/a.jpg", "in/b.jpg"] { #expect(try folder(name).contents() == jpeg) }
    }

    /// A folder on another file system than the temporary ones; nil where there is none.
    private static let elsewhere: BytePath? = {
        let memory: BytePath = "/dev/shm"
        guard let other = try? memory.status().identity.device,
            (try? BytePath("/tmp").status().identity.device) != other,
            (try? memory.checkTakesFiles()) != nil
        else { return nil }
        return memory.appending(BytePath("allows-editing-tests-\(Machine.processIdentifier)"))
    }()

    @Test("a hard link to another file system fails, and a dry run says so", .enabled(if: elsewhere != nil))
    func linkElsewhere() async throws {
        let output = try #require(Self.elsewhere)
        defer { try? output.removeTree() }
        try folder.write("in/a.jpg", jpeg)
        for isDryRun in [true, false] {
            let (_, records) = try await run { batch in
                batch.output = output.appending("new")
                batch.original = .link
                batch.isDryRun = isDryRun
            }
            guard case .failed(let error) = records[0].outcome else {
                Issue.record("it did not fail")
                continue
            }
            #expect(error.description.contains("a.original.jpg") && error.kind == "io")
        }
        #expect(try output.tree() == [])
        // Within the file system, both go on.
        for isDryRun in [true, false] {
            let (summary, _) = try await run { batch in
                batch.original = .link
                batch.isDryRun = isDryRun
            }
            #expect(summary.edited == 1)
        }
    }
}
