import ImageCodecs
import Testing

@testable import AllowsEditing

/// What runs leave in an output folder, and what later ones make of it.
@Suite("Journal: the folder")
struct JournalFolderTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(40, 30), EncodeOptions(format: .jpeg, quality: 90))
        try folder.write("in/a.jpg", jpeg)
    }

    private func run(change: (inout FolderBatch) -> Void = { _ in }) async throws -> BatchSummary {
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(8)))
        batch.existing = .overwrite
        change(&batch)
        return try await batch.run()
    }

    private var journals: [String] {
        ((try? folder("out/.allows-editing").entries()) ?? []).map(\.description)
    }

    /// The journal of a run that was killed.
    private func writeRemains(_ run: String, boot: BytePath = Machine.boot, folders: [BytePath]) throws {
        var bytes: [UInt8] = []
        var first = JournalLineWriter(.run)
        first.put(boot)
        bytes += first.line
        for folder in folders {
            var line = JournalLineWriter(.folder)
            line.put(path: folder)
            bytes += line.line
        }
        try folder.write(BytePath("out/.allows-editing/\(run).open"), bytes)
    }

    @Test("a run leaves one journal, closed, and nothing where it writes nothing")
    func oneJournal() async throws {
        _ = try await run { $0.isDryRun = true }
        #expect(try folder("out").statusIfPresent() == nil)
        _ = try await run()
        #expect(journals.count == 1 && journals[0].hasSuffix(".journal"))
        try folder.write("in/b.jpg", [1])
        _ = try await run {
            $0.inputs = [folder("in/b.jpg")]
            $0.output = folder("other")
        }
        #expect(try folder("other").entries() == [])
    }

    @Test("the temporary files of a dead run are removed, in the folders that its journal names")
    func remains() async throws {
        let stale = [".allows-editing-dead1-7.tmp", "trip/.allows-editing-dead1-8.tmp"]
        let others = [
            ".allows-editing-dead1-7.tmp2", ".allows-editing-dead1-.tmp", ".allows-editing-dead1-x.tmp",
            ".allows-editing-dead12-7.tmp", ".allows-editing-other-7.tmp", "unnamed/.allows-editing-dead1-9.tmp",
        ]
        for name in stale + others { try folder.write(BytePath("out/\(name)"), [1]) }
        try writeRemains("dead1", folders: ["", "trip"])
        _ = try await run()
        let left = Set(try folder("out").tree())
        #expect(left.isDisjoint(with: stale))
        #expect(left.isSuperset(of: others))
        #expect(journals.count == 1, "a journal that says nothing more is removed")
    }

    @Test("those of a living run are not")
    func living() async throws {
        var living: RunJournal? = RunJournal(output: folder("out"))
        let number = try #require(living).run
        let name = TemporaryName.next(of: number)
        try folder.write(BytePath("out").appending(name), [1])
        living?.enter(folder("out"))
        _ = try await run()
        #expect(try folder("out").tree().contains(name.description))
        #expect(journals.contains("\(number).open"))
        // It ends without a word.
        living = nil
        _ = try await run()
        #expect(try !folder("out").tree().contains(name.description))
    }

    @Test("those of a run of another machine, or before its first line, only after a day")
    func elsewhere() async throws {
        let name = ".allows-editing-far-7.tmp"
        for boot in ["another", Machine.unknownBoot] {
            try folder.write(BytePath("out/\(name)"), [1])
            try writeRemains("far", boot: boot, folders: [""])
            _ = try await run()
            #expect(try folder("out").tree().contains(name))
            // The journal is old, and what it names is not: the run has moved.
            let old = Machine.date - 25 * 60 * 60 * 1_000_000_000
            try folder("out/.allows-editing/far.open").setDate(old)
            try folder.write("out/.allows-editing-far-8.tmp", [1])
            try folder("out/\(name)").setDate(old)
            _ = try await run()
            #expect(try !folder("out").tree().contains(name))
            #expect(try folder("out").tree().contains(".allows-editing-far-8.tmp"))
            try folder("out/.allows-editing-far-8.tmp").remove()
        }
    }

    @Test("a journal cannot make a run remove anything outside of the output folder, or through a link")
    func hostile() async throws {
        let name = ".allows-editing-evil-7.tmp"
        try folder.write(BytePath("beside/\(name)"), [1])
        try folder("out").makeFolders()
        folder("beside").symbolicLink(at: folder("out/link"))
        try folder.write("kept", [1])
        folder("kept").symbolicLink(at: folder("out/\(name)"))
        try folder("out/sub/\(name)").makeFolders()
        try writeRemains("evil", folders: ["../beside", "link", "link/../link", "/tmp", "", "sub", "missing"])
        _ = try await run()
        #expect(try folder.tree().contains("beside/\(name)"))
        #expect(try folder("out").entries().contains(BytePath(name)), "what is no file is none of ours")
        #expect(try folder("out/sub").entries() == [BytePath(name)])
    }

    @Test("a folder of journals that is a link, or no folder, is left alone, and the batch goes on and says so")
    func noFolder() async throws {
        try folder.write("out/.allows-editing", [1])
        let first = try await run()
        #expect(first.edited == 1 && first.journalFailure != nil)
        try folder("out/.allows-editing").remove()
        try folder("beside").makeFolders()
        folder("beside").symbolicLink(at: folder("out/.allows-editing"))
        let second = try await run()
        #expect(second.edited == 1 && second.journalFailure != nil)
        #expect(try folder("beside").entries() == [])
        #expect(try await run { $0.existing = .skip }.failed == 1)
    }

    @Test("many journals become one, which knows what is there and nothing else")
    func merging() async throws {
        for index in 0..<18 {
            // What went away is not taken over.
            if index == 16 {
                try folder("out/3.edited.jpg").remove()
                try folder("out/3.original.jpg").remove()
            }
            try folder.write(BytePath("in/\(index).jpg"), jpeg)
            _ = try await run { $0.inputs = [folder("in/\(index).jpg")] }
            #expect(journals.count == (index < 17 ? index + 1 : 1))
        }
        var names: [BytePath: Int] = [:]
        try JournalFolder(in: folder("out"))?.read { line in
            for output in JournalEntry(line)?.outputs ?? [] { names[output.name, default: 0] += 1 }
        }
        #expect(names["3.edited.jpg"] == nil && names["2.edited.jpg"] == 1)
        let summary = try await run { $0.existing = .skip }
        #expect(summary.skipped == 17 && summary.edited == 2, "\(summary)")
    }

    @Test("the fingerprint tells every option that changes a byte, and there is none that it does not know")
    func fingerprint() throws {
        let changes: [(inout EditOptions) -> Void] = [
            { $0.sizes = [.atMost(9)] }, { $0.sizes = [.full, .atMost(9)] }, { $0.crop = .focus(x: 0.5, y: 0.5) },
            { $0.crop = .focus(x: 0.5, y: 0.500001) }, { $0.aspect = AspectRatio(width: 4, height: 3) },
            { $0.padding = .white }, { $0.padding = .black }, { $0.mask = .ellipse },
            { $0.mask = .roundedRectangle(radius: 0.25) }, { $0.allowsEnlarging = true }, { $0.filter = .box },
            { $0.isLinear = true }, { $0.format = .png }, { $0.depth = .keep }, { $0.quality = 84 },
            { $0.isLossless = true }, { $0.subsampling = .yuv444 }, { $0.isProgressive = true },
            { $0.animation = .keep }, { $0.background = .black }, { $0.metadata = .all }, { $0.profile = .srgb },
            { $0.maxBytes = 1000 }, { $0.crop = .attention }, { $0.readsThumbnails.toggle() },
        ]
        var seen = Set(OriginalPolicy.allCases.map { EditOptions().fingerprint(original: $0) })
        #expect(seen.count == OriginalPolicy.allCases.count)
        for change in changes {
            var options = EditOptions()
            change(&options)
            #expect(seen.insert(options.fingerprint(original: .copy)).inserted)
        }
        // A new option belongs above and in the fingerprint, unless it changes no byte, as these.
        let known = ["failOn", "limits", "makesPlaceholder", "previewSide", "previewMemory"].count
        #expect(Mirror(reflecting: EditOptions()).children.count == changes.count - 5 + known)
        var others = EditOptions()
        others.failOn = []
        others.makesPlaceholder = true
        others.previewSide = 100
        others.limits.maxPixels = 1
        #expect(others.fingerprint(original: .copy) == EditOptions().fingerprint(original: .copy))
    }
}
