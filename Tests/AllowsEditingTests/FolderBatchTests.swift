import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Folder batch")
struct FolderBatchTests {
    let folder: TemporaryFolder
    let jpeg: [UInt8]
    let png: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(120, 80), EncodeOptions(format: .jpeg, quality: 90))
        png = try ImageEncoder.encode(.gradient(64, 100), EncodeOptions(format: .png))
    }

    func run(_ inputs: [String] = ["in"], change: (inout FolderBatch) -> Void = { _ in }) async throws -> (
        BatchSummary, [BatchRecord]
    ) {
        var batch = FolderBatch(
            inputs: inputs.map { folder($0) }, output: folder("out"), options: EditOptions(size: .atMost(32)))
        change(&batch)
        let records = RecordCollector()
        let summary = try await batch.run { record in records.add(record) }
        return (summary, records.all)
    }

    func kinds(_ records: [BatchRecord]) -> [String] {
        records.map { record in
            guard case .failed(let error) = record.outcome else { return "ok" }
            return error.kind
        }
    }

    @Test("a tree is kept, and each picture becomes a pair whose original is the very file")
    func pairs() async throws {
        try folder.write("in/IMG_1.JPG", jpeg)
        try folder.write("in/trip/day.2/b.png", png)
        try folder.write("in/notes.txt", [UInt8]("hello".utf8))
        let (summary, records) = try await run()
        #expect(
            try folder("out").tree().sorted() == [
                "IMG_1.edited.jpg", "IMG_1.original.JPG", "trip/day.2/b.edited.png", "trip/day.2/b.original.png",
            ])
        #expect(try folder("out/IMG_1.original.JPG").contents() == jpeg)
        #expect(try folder("out/trip/day.2/b.original.png").contents() == png)
        let edited = try folder("out/trip/day.2/b.edited.png").contents()
        let info = try ImageInfo(probing: edited.span)
        #expect(info.storedSize == PixelSize(width: 32, height: 32))
        #expect(summary.edited == 2 && summary.failed == 0)
        #expect(kinds(records) == ["ok", "ok"])
        #expect(summary.bytesIn == jpeg.count + png.count)
    }

    @Test("the format is told by the first bytes, never by the name")
    func wrongExtension() async throws {
        try folder.write("in/a.jpg", png)
        try folder.write("in/noextension", jpeg)
        _ = try await run()
        #expect(
            try folder("out").tree().sorted() == [
                "a.edited.png", "a.original.jpg", "noextension.edited.jpg", "noextension.original",
            ])
    }

    @Test("one bad file is one failed record, in its place, and leaves nothing behind")
    func badFiles() async throws {
        try folder.write("in/1.jpg", jpeg)
        try folder.write("in/2-text.jpg", [UInt8]("this is not a picture".utf8))
        try folder.write("in/3-empty.jpg", [])
        try folder.write("in/4-cut.jpg", [UInt8](jpeg.prefix(jpeg.count / 2)))
        try folder.write("in/5-gif.gif", [UInt8]("GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}".utf8))
        try folder.write("in/6.png", png)
        let (summary, records) = try await run()
        #expect(kinds(records) == ["ok", "malformed", "malformed", "truncated", "unsupported", "ok"])
        #expect(
            records.map(\.input.lastComponent) == [
                "1.jpg", "2-text.jpg", "3-empty.jpg", "4-cut.jpg", "5-gif.gif", "6.png",
            ])
        #expect(try folder("out").tree().count == 4)
        #expect(summary.edited == 2 && summary.failed == 4 && !summary.nothingReadable)
    }

    @Test("two inputs that would write one file are both refused before anything is decoded, and the others go on")
    func collisions() async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("in/a.JPG", jpeg)
        try folder.write("in/a.png", png)
        try folder.write("in/b.png", png)
        let (_, records) = try await run()
        #expect(kinds(records) == ["collision", "collision", "ok", "ok"])
        let (_, converted) = try await run { batch in
            batch.output = folder("converted")
            batch.options.format = .webP
        }
        #expect(kinds(converted) == ["collision", "collision", "collision", "ok"])
    }

    @Test("an output that is there is not touched, unless it is to be replaced")
    func existing() async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("out/a.edited.jpg", [1, 2, 3])
        let (_, records) = try await run()
        #expect(kinds(records) == ["exists"])
        #expect(try folder("out/a.edited.jpg").contents() == [1, 2, 3])
        #expect(try folder("out").tree() == ["a.edited.jpg"])
        let (summary, _) = try await run { $0.existing = .overwrite }
        #expect(summary.edited == 1)
        #expect(try folder("out/a.edited.jpg").contents() != [1, 2, 3])
    }

    @Test("a file of terabytes is one failed record, and the rest goes on")
    func hugeFile() async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("in/huge.jpg", [0xFF, 0xD8, 0xFF])
        try folder("in/huge.jpg").extend(to: 1 << 40)
        try folder.write("in/z.png", png)
        let (_, records) = try await run()
        #expect(kinds(records) == ["ok", "limitExceeded", "ok"])
    }

    @Test("replacing what cannot be replaced leaves the original that was there")
    func overwriteFailure() async throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("out/a.original.jpg", [1, 2, 3])
        try folder("out/a.edited.jpg").makeFolders()
        let (_, records) = try await run { $0.existing = .overwrite }
        #expect(kinds(records) == ["io"])
        #expect(try folder("out/a.original.jpg").contents() == [1, 2, 3])
    }

    @Test("a pair whose last rename fails takes away only what it made itself")
    func renameFailure() throws {
        try folder.write("in/a.jpg", jpeg)
        let input = InputFile(path: folder("in/a.jpg"), relativeFolder: "")
        let names = try OutputNames(input, output: folder("out"), format: .jpeg, sizes: [.full], original: .copy)
        let image = EncodedImage(format: .jpeg, size: PixelSize(width: 1, height: 1), bytes: [9])
        for hadOriginal in [false, true] {
            if hadOriginal { try folder.write("out/a.original.jpg", [1, 2, 3]) }
            let source = try SourceFile(input.path)
            var writer = try PairWriter(names, replacing: .anything, journal: RunJournal(output: folder("out")))
            try writer.stageOriginal(source, bytes: jpeg, hash: 0, privateCopy: nil, policy: .copy)
            try writer.stageEdited(image, index: 0)
            // Somebody makes a folder of this name between planning and writing.
            try names.edited[0].makeFolders()
            var failed = false
            do {
                try writer.commit(writer.entry(fingerprint: 0, findings: [], input: FileFacts(bytes: 1, hash: 0)))
            } catch { failed = true }
            #expect(failed)
            #expect(try (names.original?.statusIfPresent() != nil) == hadOriginal)
            try names.edited[0].removeTree()
        }
    }

    @Test("an old edited image is gone before the original beside it is replaced")
    func overwriteOrder() throws {
        try folder.write("in/a.jpg", jpeg)
        try folder.write("out/a.edited.jpg", [1, 2, 3])
        // The original cannot be replaced, so the pair stops exactly between its two steps.
        try folder("out/a.original.jpg/x").makeFolders()
        let input = InputFile(path: folder("in/a.jpg"), relativeFolder: "")
        let names = try OutputNames(input, output: folder("out"), format: .jpeg, sizes: [.full], original: .copy)
        let source = try SourceFile(input.path)
        var writer = try PairWriter(names, replacing: .anything, journal: RunJournal(output: folder("out")))
        try writer.stageOriginal(source, bytes: jpeg, hash: 0, privateCopy: nil, policy: .copy)
        try writer.stageEdited(
            EncodedImage(format: .jpeg, size: PixelSize(width: 1, height: 1), bytes: [9]), index: 0)
        var failed = false
        do { try writer.commit(writer.entry(fingerprint: 0, findings: [], input: FileFacts(bytes: 1, hash: 0))) } catch
        { failed = true }
        #expect(failed)
        #expect(try names.edited[0].statusIfPresent() == nil)
    }

    @Test("an original that is linked is the file that was edited, not what took its place")
    func linkedOriginalWasSwapped() throws {
        try folder.write("in/a.jpg", jpeg)
        let input = InputFile(path: folder("in/a.jpg"), relativeFolder: "")
        let names = try OutputNames(input, output: folder("out"), format: .jpeg, sizes: [.full], original: .link)
        let source = try SourceFile(input.path)
        try folder.write("in/other", png)
        try folder("in/other").rename(to: input.path)
        var writer = try PairWriter(names, replacing: .nothing, journal: RunJournal(output: folder("out")))
        #expect(throws: EditError.changed(path: input.path)) {
            try writer.stageOriginal(source, bytes: jpeg, hash: 0, privateCopy: nil, policy: .link)
        }
    }

    @Test("an original that was shortened while it was copied has changed")
    func shortenedOriginal() throws {
        try folder.write("in/a.jpg", jpeg)
        let input = InputFile(path: folder("in/a.jpg"), relativeFolder: "")
        let names = try OutputNames(input, output: folder("out"), format: .jpeg, sizes: [.full], original: .copy)
        for left in [jpeg.count / 2, 0] {
            let source = try SourceFile(input.path)
            try input.path.extend(to: left)
            var writer = try PairWriter(names, replacing: .nothing)
            #expect(throws: EditError.changed(path: input.path)) {
                try writer.stageOriginal(source, bytes: jpeg, hash: 0, privateCopy: nil, policy: .copy)
            }
        }
        #expect(try folder("out").tree() == [])
    }

    @Test("any number of workers is as many as there are processors for")
    func manyWorkers() async throws {
        try folder.write("in/a.jpg", jpeg)
        for workers in [Int.max, 0, .min] {
            let (summary, _) = try await run { batch in
                batch.workers = workers
                batch.existing = .overwrite
            }
            #expect(summary.edited == 1)
        }
    }

    @Test("a folder entry that cannot be looked at is a failed record")
    func entryThatCannotBeLookedAt() async throws {
        // A path longer than the system allows stands for every reason but a missing file; it works for root, too.
        let deep = folder.makeDeepFolder(below: "in")
        defer { deep.remove() }
        try folder.write("in/a.jpg", jpeg)
        let (_, records) = try await run()
        #expect(kinds(records).contains("ok"))
        #expect(kinds(records).contains("io"))
    }

    @Test("the output folder inside the input is not walked")
    func outputInsideInput() async throws {
        try folder.write("in/a.jpg", jpeg)
        let (first, _) = try await run { $0.output = folder("in/out") }
        let (second, _) = try await run { batch in
            batch.output = folder("in/out")
            batch.existing = .overwrite
        }
        #expect(first.pictures == 1 && second.pictures == 1)
    }

    @Test("the original is linked or left out when asked")
    func originalPolicies() async throws {
        try folder.write("in/a.jpg", jpeg)
        _ = try await run { $0.original = .link }
        #expect(try folder("out/a.original.jpg").status().identity == folder("in/a.jpg").status().identity)
        let (again, _) = try await run { batch in
            batch.original = .none
            batch.existing = .overwrite
        }
        #expect(again.edited == 1)
        _ = try await run { batch in
            batch.output = folder("bare")
            batch.original = .none
        }
        #expect(try folder("bare").tree() == ["a.edited.jpg"])
    }

    @Test("a name that is not UTF-8, one with a line feed and one with a leading dash come out under their own bytes")
    func rawNames() async throws {
        let names: [[UInt8]] = [
            [0x63, 0xE9, 0x2E, 0x6A, 0x70, 0x67], [UInt8]("a\nb.jpg".utf8), [UInt8]("-x%[1].jpg".utf8),
        ]
        for name in names { try folder.write(BytePath("in").appending(BytePath(bytes: name)), jpeg) }
        let (summary, _) = try await run()
        #expect(summary.edited == 3)
        let written = Set(try folder("out").entries().map(\.bytes))
        for name in names {
            let stem = [UInt8](name.dropLast(4))
            #expect(written.contains(stem + [UInt8](".edited.jpg".utf8)))
            #expect(written.contains(stem + [UInt8](".original.jpg".utf8)))
        }
    }

    @Test("an empty folder, a missing file and a folder of other things are failures of their own")
    func nothingToDo() async throws {
        try folder("in").makeFolders()
        let (summary, records) = try await run(["in", "missing.jpg"])
        #expect(kinds(records) == ["noPictures", "io"])
        #expect(summary.nothingReadable)
    }

    @Test("links that lead in a circle end, and a link to a picture is a picture")
    func links() async throws {
        try folder.write("in/sub/a.jpg", jpeg)
        folder("in").symbolicLink(at: folder("in/sub/loop"))
        folder("in/sub/a.jpg").symbolicLink(at: folder("in/b.jpg"))
        folder("in/nowhere").symbolicLink(at: folder("in/dangling.jpg"))
        let (summary, records) = try await run()
        #expect(summary.edited == 2)
        #expect(kinds(records) == ["ok", "io", "ok"])
    }

    @Test("several sizes come from one input, named by their size")
    func severalSizes() async throws {
        try folder.write("in/a.jpg", jpeg)
        _ = try await run { $0.options.sizes = [.atMost(32), .atMost(16), .full] }
        #expect(
            try folder("out").tree().sorted() == [
                "a.edited-16.jpg", "a.edited-32.jpg", "a.edited-full.jpg", "a.original.jpg",
            ])
        let single = try await ImageEditor().edit(jpeg, EditOptions(size: .atMost(16)))
        // The decoder's scale is chosen for the largest size, so only sizes that share it are the same bytes.
        #expect(try folder("out/a.edited-16.jpg").contents().count > single.image.bytes.count / 2)
    }

    @Test("a dry run writes nothing and says what would be done")
    func dryRun() async throws {
        try folder.write("in/a.jpg", jpeg)
        let (summary, records) = try await run { $0.isDryRun = true }
        #expect(summary.edited == 1)
        #expect(try folder("out").statusIfPresent() == nil)
        #expect(records[0].json.contains(#""dryRun":true"#))
        #expect(records[0].json.contains(#""cropRect":[20,0,80,80]"#))
    }

    @Test("any number of workers writes the same bytes")
    func workers() async throws {
        for index in 0..<12 {
            try folder.write(
                BytePath("in/\(index).jpg"),
                ImageEncoder.encode(.gradient(90 + index, 70), EncodeOptions(format: .jpeg)))
        }
        let (_, one) = try await run { batch in
            batch.output = folder("one")
            batch.workers = 1
        }
        let (_, four) = try await run { batch in
            batch.output = folder("four")
            batch.workers = 4
            batch.memory = 2 << 20
        }
        #expect(one.map(\.input) == four.map(\.input))
        for name in try folder("one").tree() {
            #expect(try folder("one/\(name)").contents() == folder("four/\(name)").contents())
        }
    }

    @Test("a cancelled batch begins nothing more and leaves whole pairs")
    func cancellation() async throws {
        for index in 0..<40 { try folder.write(BytePath("in/\(index).jpg"), jpeg) }
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(32)))
        batch.workers = 1
        let task = Task { [batch] in
            try await batch.run()
        }
        task.cancel()
        let summary = try await task.value
        #expect(summary.wasCancelled)
        let files = try folder("out").tree()
        #expect(files.count == summary.edited * 2)
        #expect(!files.contains { $0.hasSuffix(".tmp") })
    }
}
