import ImageCodecs
import Testing

@testable import AllowsEditing

/// Batches that leave alone what earlier runs have made.
@Suite("Journal: resuming")
struct ResumeTests {
    private let folder: TemporaryFolder
    private let names = ["a.jpg", "b.png", "trip/c.webp"]

    init() throws {
        folder = try TemporaryFolder()
        for (index, name) in names.enumerated() { try folder.write(BytePath("in/\(name)"), Self.picture(index)) }
    }

    /// Pictures of the same size in bytes look the same but for their contents.
    private static func picture(_ index: Int, shade: UInt8 = 0) throws -> [UInt8] {
        var bitmap = Bitmap.gradient(60 + index, 50)
        if shade > 0 { bitmap = Bitmap(layout: .rgb, size: bitmap.size, bytes: bitmap.bytes.map { $0 ^ shade }) }
        let formats: [ImageFormat] = [.jpeg, .png, .webP]
        return try ImageEncoder.encode(bitmap, EncodeOptions(format: formats[index % 3], quality: 90))
    }

    private func run(_ existing: ExistingPolicy = .skip, change: (inout FolderBatch) -> Void = { _ in }) async throws
        -> (words: [String], summary: BatchSummary)
    {
        var batch = FolderBatch(
            inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(16)))
        batch.existing = existing
        batch.workers = 2
        change(&batch)
        let records = RecordCollector()
        let summary = try await batch.run { records.add($0) }
        return (records.all.map(\.word), summary)
    }

    /// Puts other bytes into a file, in its place.
    private func rewrite(_ file: BytePath, _ bytes: [UInt8]) throws { try OpenFile.replacing(file).write(bytes.span) }

    private var tree: [String: [UInt8]] {
        get throws {
            try Dictionary(uniqueKeysWithValues: folder("out").tree().map { ($0, try folder("out/\($0)").contents()) })
        }
    }

    private var journals: [BytePath] { (try? folder("out/.allows-editing").entries()) ?? [] }

    @Test("a finished run is left alone, without an input or an output being read", arguments: ["error", "overwrite"])
    func finished(_ first: String) async throws {
        #expect(try await run(#require(ExistingPolicy(rawValue: first))).words == ["edited", "edited", "edited"])
        // What would be seen by reading is not seen.
        for name in try folder("in").tree() {
            try folder("in/\(name)").spoilInSecret()
        }
        let (words, summary) = try await run()
        #expect(words == ["skipped", "skipped", "skipped"])
        #expect(summary.skipped == 3 && summary.edited == 0 && summary.failed == 0)
        #expect(summary.description.contains("3 pictures: 0 edited, 3 skipped, 0 failed"))
        #expect(journals.count == 1, "a run that writes nothing leaves no journal")
    }

    @Test("a copied tree is told by its contents, once")
    func copied() async throws {
        _ = try await run()
        for tree in ["in", "out"] {
            for name in try folder(tree).tree() { try folder("\(tree)/\(name)").setDate(1_600_000_000_000_000_001) }
        }
        #expect(try await run().words == ["skipped", "skipped", "skipped"])
        // From now on a look is enough.
        for name in try folder("in").tree() {
            try folder("in/\(name)").spoilInSecret()
        }
        #expect(try await run().words == ["skipped", "skipped", "skipped"])
    }

    @Test("a tree that was moved is left alone, wherever its inputs went")
    func moved() async throws {
        _ = try await run()
        try folder("out").rename(to: folder("elsewhere"))
        try folder("in").rename(to: folder("inputs"))
        let result = try await run { batch in
            batch.inputs = [folder("inputs")]
            batch.output = folder("elsewhere")
        }
        #expect(result.words == ["skipped", "skipped", "skipped"])
    }

    @Test("what is missing is made again, and the rest is left alone")
    func incomplete() async throws {
        _ = try await run()
        let whole = try tree
        for missing in ["a.edited.jpg", "a.original.jpg"] {
            try folder("out/\(missing)").remove()
            #expect(try await run().words == ["edited", "skipped", "skipped"])
            #expect(try tree == whole)
        }
        try folder("out/b.edited.png").remove()
        try folder("out/b.original.png").remove()
        #expect(try await run().words == ["skipped", "edited", "skipped"])
        #expect(try tree == whole)
    }

    @Test("an input that was changed is edited again, also where only its contents tell")
    func changedInput() async throws {
        _ = try await run()
        let other = try Self.picture(1, shade: 5)
        try folder("in/b.png").remove()
        try folder.write("in/b.png", other)
        #expect(try await run().words == ["skipped", "edited", "skipped"])
        #expect(try folder("out/b.original.png").contents() == other)
        // Dates of whole seconds, such as those of an unpacked archive, may be those of any file.
        var spoiled = other
        spoiled[other.count - 20] ^= 1
        try folder("in/b.png").setDate(1_600_000_000_000_000_000)
        #expect(try await run().words == ["skipped", "skipped", "skipped"])
        try folder("in/b.png").rename(to: folder("b"))
        try folder.write("in/b.png", spoiled)
        try folder("in/b.png").setDate(1_600_000_000_000_000_000)
        #expect(try await run().words != ["skipped", "skipped", "skipped"])
    }

    @Test("other options make the pictures anew; limits and workers do not")
    func otherOptions() async throws {
        _ = try await run()
        let again = try await run { batch in
            batch.workers = 1
            batch.memory = 1 << 29
            batch.options.limits.maxSeconds = 60
        }
        #expect(again.words == ["skipped", "skipped", "skipped"])
        let other = try await run { $0.options.quality = 40 }
        #expect(other.words == ["edited", "edited", "edited"])
        #expect(try await run { $0.options.quality = 40 }.words == ["skipped", "skipped", "skipped"])
        // Another set of names, of which the original stands already.
        let sizes = try await run { $0.options.sizes = [.atMost(8), .atMost(16)] }
        #expect(sizes.words == ["edited", "edited", "edited"])
        #expect(try folder("out").tree().count == 12)
    }

    @Test("the crop of one picture is changed, and that picture is edited again")
    func otherCrop() async throws {
        func crops(_ x: Int) throws -> CropBoxes {
            let line = #"{"file":"a.jpg","tool":"box","data":{"center":[\#(x),20],"size":[20,20]}}"#
            return try CropBoxes(parsing: [UInt8](line.utf8))
        }
        let first = try await run { $0.boxes = try? crops(20) }
        #expect(first.words == ["edited", "edited", "edited"])
        #expect(try await run { $0.boxes = try? crops(20) }.words == ["skipped", "skipped", "skipped"])
        #expect(try await run { $0.boxes = try? crops(21) }.words == ["edited", "skipped", "skipped"])
    }

    @Test("what no run made is not touched, and neither is what somebody worked on since")
    func foreign() async throws {
        try folder.write("out/a.edited.jpg", [1, 2, 3])
        #expect(try await run().words == ["exists", "edited", "edited"])
        #expect(try folder("out").tree().contains("a.original.jpg") == false)
        let picture = try folder("out/b.edited.png").contents()
        let worked = picture.map { $0 ^ 1 }
        try rewrite(folder("out/b.edited.png"), worked)
        #expect(try await run().words == ["exists", "exists", "skipped"])
        #expect(try await run { $0.options.quality = 3 }.words == ["exists", "exists", "edited"])
        #expect(try folder("out/a.edited.jpg").contents() == [1, 2, 3])
        #expect(try folder("out/b.edited.png").contents() == worked)
        // Nothing is in an empty file that could be lost.
        try folder("out/b.edited.png").remove()
        try folder.write("out/b.edited.png", [])
        #expect(try await run().words == ["exists", "edited", "edited"])
        #expect(try folder("out/b.edited.png").contents() == picture)
    }

    @Test("without its journals a tree is that of a stranger")
    func withoutJournals() async throws {
        _ = try await run()
        try folder("out/.allows-editing").removeTree()
        #expect(try await run().words == ["exists", "exists", "exists"])
    }

    @Test("a picture that was edited though it is cut short fails where that is a failure now")
    func findings() async throws {
        let whole = try folder("in/a.jpg").contents()
        try rewrite(folder("in/a.jpg"), Array(whole.prefix(whole.count * 3 / 4)))
        let lenient = { (batch: inout FolderBatch) in batch.options.failOn = [] }
        #expect(try await run(change: lenient).words == ["edited", "edited", "edited"])
        #expect(try await run(change: lenient).words == ["skipped", "skipped", "skipped"])
        #expect(try await run().words == ["truncated", "skipped", "skipped"])
    }

    @Test("linked originals are known, and an input that is changed in its place is edited again")
    func linked() async throws {
        let link = { (batch: inout FolderBatch) in batch.original = .link }
        #expect(try await run(change: link).words == ["edited", "edited", "edited"])
        #expect(try await run(change: link).words == ["skipped", "skipped", "skipped"])
        try rewrite(folder("in/b.png"), Self.picture(1, shade: 3))
        #expect(try await run(change: link).words == ["skipped", "edited", "skipped"])
        #expect(try await run(change: link).words == ["skipped", "skipped", "skipped"])
    }

    @Test(
        "after links any policy goes on, and the inputs stay as they are",
        arguments: OriginalPolicy.allCases, [ExistingPolicy.skip, .overwrite])
    func afterLinks(_ original: OriginalPolicy, _ existing: ExistingPolicy) async throws {
        _ = try await run { $0.original = .link }
        let inputs = try folder("in").tree().map { try folder("in/\($0)").contents() }
        let words = try await run(existing) { $0.original = original }.words
        #expect(words == Array(repeating: original == .link && existing == .skip ? "skipped" : "edited", count: 3))
        #expect(try folder("in").tree().map { try folder("in/\($0)").contents() } == inputs)
        let isLink = try folder("out/a.original.jpg").status().identity == folder("in/a.jpg").status().identity
        #expect(isLink == (original == .link || original == .none))
        if original == .copy { #expect(try folder("out/a.original.jpg").contents() == inputs[0]) }
        #expect(try folder("out").tree().allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test("what was linked and then changed in its place may become a copy")
    func copyAfterChangedLink() async throws {
        _ = try await run { $0.original = .link }
        let other = try Self.picture(1, shade: 3)
        try rewrite(folder("in/b.png"), other)
        #expect(try await run().words == ["edited", "edited", "edited"])
        #expect(try folder("in/b.png").contents() == other)
        #expect(try folder("out/b.original.png").contents() == other)
        #expect(try await run().words == ["skipped", "skipped", "skipped"])
    }

    @Test("a picture that is no file is known by its contents")
    func streamed() async throws {
        func run(_ index: Int) async throws -> [String] {
            let bytes = try Self.picture(0, shade: UInt8(index))
            return try await self.run { batch in
                batch.inputs = ["-"]
                batch.streamed["-"] = StreamedPicture(stem: "s", bytes: bytes)
            }.words
        }
        #expect(try await run(0) == ["edited"])
        #expect(try await run(0) == ["skipped"])
        #expect(try await run(1) == ["edited"])
    }

    @Test("a dry run says what would be skipped, and writes nothing")
    func dryRun() async throws {
        _ = try await run()
        try folder("out/a.edited.jpg").remove()
        try folder("in/b.png").setDate(1_600_000_000_000_000_001)
        let (before, journals) = (try tree, journals)
        #expect(try await run { $0.isDryRun = true }.words == ["planned", "skipped", "skipped"])
        #expect(try tree == before)
        #expect(self.journals == journals)
    }

    @Test("a damaged journal costs what it no longer says, and nothing else")
    func damagedJournal() async throws {
        _ = try await run()
        let journal = folder("out/.allows-editing").appending(try #require(journals.first))
        let bytes = try journal.contents()
        try rewrite(journal, [UInt8](repeating: 0, count: 5000) + bytes.dropLast(30))
        let words = try await run().words
        #expect(words.filter { $0 == "skipped" }.count == 2 && words.filter { $0 == "exists" }.count == 1)
    }

    @Test("a run that finds the pair just made by another counts it as skipped")
    func raced() async throws {
        _ = try await run()
        let entry = try writeAgain(tree)
        #expect(entry.stands(in: folder("out")))
        try folder("out/a.edited.jpg").remove()
        #expect(!entry.stands(in: folder("out")))
    }

    /// Tries to write the first pair, which is there already.
    private func writeAgain(_ tree: [String: [UInt8]]) throws -> JournalEntry {
        let names = try OutputNames(
            InputFile(path: folder("in/a.jpg"), relativeFolder: ""), output: folder("out"), format: .jpeg,
            sizes: [.atMost(16)], original: .copy)
        var writer = try PairWriter(names, replacing: .nothing, journal: RunJournal(output: folder("out")))
        try writer.stageOriginal(#require(tree["a.original.jpg"]), privateCopy: nil, policy: .copy)
        let bytes = try #require(tree["a.edited.jpg"])
        try writer.stageEdited(
            EncodedImage(format: .jpeg, size: PixelSize(width: 16, height: 16), bytes: bytes), index: 0)
        let entry = writer.entry(fingerprint: 1, findings: [], input: FileFacts(bytes: 1, hash: 1))
        #expect(throws: EditError.exists(path: folder("out/a.original.jpg"))) { try writer.commit(entry) }
        return entry
    }

    @Test("records of pictures that were left alone name their outputs")
    func record() async throws {
        let record = BatchRecord(
            input: "in/a.jpg", outcome: .skipped(.init(edited: ["out/a.edited.jpg"], original: "out/a.original.jpg")))
        #expect(
            record.json == #"{"input":"in/a.jpg","status":"skipped","edited":[{"path":"out/a.edited.jpg"}],"#
                + #""original":{"path":"out/a.original.jpg"}}"#)
    }
}

extension BatchRecord {
    /// What came of an input in a word: the kind of a failure.
    fileprivate var word: String {
        switch outcome {
        case .edited: "edited"
        case .planned: "planned"
        case .skipped: "skipped"
        case .failed(let error):
            error.kind == "finding" ? error.description.prefix { $0 != ":" }.description : error.kind
        }
    }
}
