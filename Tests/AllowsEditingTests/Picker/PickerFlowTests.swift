import ImageCodecs
import Testing

@testable import AllowsEditing

/// How much is begun, what a slow consumer and a cancellation do, and what is left behind.
@Suite("Picker: flow")
struct PickerFlowTests {
    private let folder: TemporaryFolder
    private let png: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        png = try ImageEncoder.encode(.gradient(8, 6), EncodeOptions(format: .png))
    }

    @Test("two thousand edits come in the order of the source, through several workers")
    func order() async throws {
        var files: [BytePath] = []
        for number in 0..<50 { files.append(try folder.write(BytePath("\(number).png"), png)) }
        files = (0..<2000).map { files[$0 * 7 % 50] }
        var picker = ImagePicker(source: .album(files), options: EditOptions(size: .atMost(4)))
        picker.workers = 4
        var paths: [BytePath] = []
        for await outcome in picker.outcomes {
            let picked = try outcome.get()
            if picked.image.size == PixelSize(width: 4, height: 4), let path = picked.imagePath { paths.append(path) }
            if paths.count.isMultiple(of: 500) { try await Task.sleep(for: .milliseconds(20)) }
        }
        let isSame = paths == files
        #expect(isSame)
    }

    @Test("a slow consumer slows the run down: what is beyond the window is not begun")
    func backPressure() async throws {
        let files = (0..<30).map { folder("\($0).png") }
        try folder.write("0.png", png)
        var picker = ImagePicker(source: .album(files))
        picker.workers = 3
        let iterator = picker.outcomes.makeAsyncIterator()
        _ = try await iterator.next()?.get()
        try await Task.sleep(for: .milliseconds(300))
        // Only now are they there: whatever was begun before is a failure.
        for file in files.dropFirst() { try folder.write(file.lastComponent, png) }
        var words: [String] = []
        while let outcome = await iterator.next() { words.append(PickerTests.word(outcome)) }
        #expect(words.count == 29 && words.filter { $0.hasSuffix("io") }.count <= 6)
        #expect(words.dropFirst(6).allSatisfy { $0.hasSuffix("6×6") })
    }

    @Test("finished outcomes hold no more than the memory of the picker, but one is always begun")
    func memory() async throws {
        // Stored, not deflated: the file is larger than the edit needs.
        let picture = Bitmap.gradient(200, 200)
        let file = try folder.write("a.png", try ImageEncoder.encode(picture, EncodeOptions(format: .png)))
        let picked = try await ImagePicker(source: .album([file])).pick().pickedImage
        var picker = ImagePicker(source: .album(Array(repeating: file, count: 20)))
        picker.workers = 4
        picker.memory = try #require(picked?.plan?.memory) + (try file.contents().count)
        let summary = await picker.run()
        #expect(summary == PickSummary(picked: 20))
    }

    /// The picture is not finished first: then it would be picked.
    @Test("a task that is cancelled gets a cancelled result, also while a large picture is decoded")
    func cancellation() async throws {
        let large = Corpus.path.appending("photos/jpeg/derived/mosaic4_8064x6048_q82_420.jpg")
        let path: BytePath
        if try large.statusIfPresent() != nil {
            path = large
        } else {
            print("no picture of 48.8 megapixels here: a made one has to do")
            let bytes = try ImageEncoder.encode(
                .gradient(3000, 3000), EncodeOptions(format: .jpeg, quality: 100, progressive: true))
            path = try folder.write("large.jpg", bytes)
        }
        var wasCancelled = false
        // On a busy machine the picture may be ready before it is cancelled: that is right as well, but not every time.
        for _ in 0..<10 where !wasCancelled {
            let picker = ImagePicker(source: .album([path]), options: EditOptions(size: .atMost(64)))
            let task = Task { try await picker.pick() }
            try await Task.sleep(for: .milliseconds(10))
            task.cancel()
            if case .cancelled = try await task.value { wasCancelled = true }
        }
        #expect(wasCancelled)
    }

    @Test("a run that is cancelled in between says so, and has called nobody since")
    func cancelledRun() async throws {
        let file = try folder.write("a.png", png)
        let picked = Lines()
        let picker = ImagePicker(source: .album(Array(repeating: file, count: 1000)))
        let summary = await withTaskGroup(of: PickSummary.self) { group in
            group.addTask {
                await picker.didFinishPicking { _, _ in
                    picked.add("")
                    if picked.count == 10 {
                        // Waits for the cancellation that comes from outside.
                        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
                    }
                }.run()
            }
            while picked.count < 10 { try? await Task.sleep(for: .milliseconds(1)) }
            group.cancelAll()
            return await group.next() ?? PickSummary()
        }
        #expect(summary == PickSummary(picked: 10, wasCancelled: true))
        #expect(picked.count == 10)
    }

    #if os(Linux)
        @Test("a camera gives each new picture once it is complete, and ends when its folder does")
        func camera() async throws {
            let folder = folder
            try folder.write("in/old.png", png)
            let source = SourceType.camera(folder("in"))
            let names = Lines()
            let task = Task {
                for await outcome in ImagePicker(source: source, allow: .png).outcomes {
                    names.add(PickerTests.word(outcome))
                }
            }
            func wait(for count: Int) async {
                for _ in 0..<3000 where names.count < count {
                    try? await Task.sleep(for: .milliseconds(10))
                }
            }
            // Until one arrives, the watch may not have begun.
            var number = 0
            while names.count == 0 && number < 600 {
                try folder.write(BytePath("in/early\(number).png"), png)
                number += 1
                try await Task.sleep(for: .milliseconds(50))
            }
            try await Task.sleep(for: .milliseconds(200))
            let early = names.count
            do {
                let file = try OpenFile.creating(folder("in/slow.png"))
                let (start, rest) = (Array(png.prefix(30)), Array(png.dropFirst(30)))
                try file.write(start.span)
                try await Task.sleep(for: .milliseconds(200))
                try file.write(rest.span)
            }
            await wait(for: early + 1)
            for number in 0..<100 { try folder.write(BytePath("in/\(number % 3)/\(number).png"), png) }
            await wait(for: early + 101)
            try folder("in").removeTree()
            await task.value
            let all = names.all
            #expect(all[early] == "slow.png 6×6")
            #expect(Set(all[(early + 1)...].dropLast()) == Set((0..<100).map { "\($0).png 6×6" }))
            #expect(all.count == early + 102 && all.last == "- sourceUnavailable" && !all.contains("old.png 6×6"))
        }
    #endif

    @Test("runs that end, are cancelled or are forgotten leave no descriptor and no thread behind")
    func leftovers() async {
        // In a process of its own, where nobody else opens files.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let picture = try ImageEncoder.encode(.gradient(400, 300), EncodeOptions(format: .png))
            let file = try folder.write("in/a.png", picture)
            let files = BytePath("/proc/self/fd")
            let sources = [SourceType.library(folder("in")), .album(Array(repeating: file, count: 50))]
            func useAll() async {
                for source in sources {
                    let picker = ImagePicker(source: source)
                    await picker.run()
                    _ = try? await picker.pick()
                    for await _ in picker.outcomes { break }
                    let task = Task { await picker.run() }
                    try? await Task.sleep(for: .milliseconds(2))
                    task.cancel()
                    _ = await task.value
                }
                #if os(Linux)
                    let task = Task { await ImagePicker(source: .camera(folder("in"))).run() }
                    try? await Task.sleep(for: .milliseconds(20))
                    task.cancel()
                    _ = await task.value
                #endif
            }
            guard (try? files.entries()) != nil else { return }
            await useAll()
            try await Task.sleep(for: .milliseconds(300))
            let before = try files.entries().count
            for _ in 0..<10 { await useAll() }
            // What was forgotten and not waited for ends soon. The system may open a few files of its own meanwhile, and keeps
            // threads for a while; a hundred runs that left something would leave more.
            func isQuiet() throws -> Bool {
                try files.entries().count <= before + 4 && BytePath("/proc/self/task").entries().count < 64
            }
            for _ in 0..<400 where try !isQuiet() { try await Task.sleep(for: .milliseconds(50)) }
            #expect(try isQuiet())
        }
    }
}
