import ImageCodecs
import Synchronization
import Testing

@testable import AllowsEditing

/// Handlers, delegates and presenters.
@Suite("Picker: handlers")
struct PickerHandlerTests {
    private let folder: TemporaryFolder
    private let source: SourceType
    private let log = Log()

    init() throws {
        folder = try TemporaryFolder()
        let png = try ImageEncoder.encode(.gradient(8, 6), EncodeOptions(format: .png))
        for name in ["1.png", "3.png"] { try folder.write(BytePath(name), png) }
        try folder.write("2.png", [1, 2, 3])
        source = .library(folder.path)
    }

    /// What was called, in order.
    private final class Log: ImagePickerDelegate {
        private let lines = Lines()
        var all: [String] { lines.all }
        func add(_ line: String) { lines.add(line) }

        func imagePicker(_ picker: ImagePicker, didSelect result: PickResult) async {
            add("delegate \(result.image?.size.description ?? "nil")")
        }

        func imagePicker(_ picker: ImagePicker, didFailWith error: PickerError) async { add("delegate \(error.kind)") }

        func imagePicker(_ picker: ImagePicker, didFinish summary: PickSummary) async {
            add("delegate \(summary.picked) \(summary.failed)")
        }
    }

    /// Implements no more than has to be.
    private final class Terse: ImagePickerDelegate {
        let count = Atomic<Int>(0)
        func imagePicker(_ picker: ImagePicker, didSelect result: PickResult) async {
            count.add(result.image == nil ? 100 : 1, ordering: .relaxed)
        }
    }

    @Test("handlers are called for every outcome, in the order of the source, whatever the order they were added in")
    func handlers() async {
        let picker = ImagePicker(source: source) { [log] picked, picker in
            log.add("first \(picked.imagePath?.lastComponent ?? "") \(picker.allowsEditing)")
        }
        let first = picker.didFail { [log] error, _ in log.add(error.kind) }
            .didCancel { [log] _ in log.add("cancelled") }
            .didFinishPicking { [log] picked, _ in log.add("second \(picked.image.size)") }
        let summary = await first.run()
        #expect(log.all == ["first 1.png true", "second 6×6", "malformed", "first 3.png true", "second 6×6"])
        #expect(summary == PickSummary(picked: 2, failed: 1))
        let second = ImagePicker(source: source).didCancel { _ in }.didFinishPicking { [log] _, _ in log.add("a") }
            .didFail { _, _ in }.didFinishPicking { [log] _, _ in log.add("b") }
        await second.run()
        #expect(log.all.suffix(4) == ["a", "b", "a", "b"])
    }

    @Test("a copy without handlers calls nobody, and the original still does")
    func clearing() async {
        let picker = ImagePicker(source: source) { [log] _, _ in log.add("picked") }
        #expect(await picker.clearingHandlers().run() == PickSummary(picked: 2, failed: 1))
        #expect(log.all == [])
        await picker.run()
        #expect(log.all == ["picked", "picked"])
    }

    @Test("handlers and delegates hear of a cancellation, and only then")
    func cancelled() async {
        let task = Task { [source, log] in
            while !Task.isCancelled { await Task.yield() }
            return await ImagePicker(source: source).didCancel { [log] _ in log.add("one") }
                .didCancel { [log] _ in log.add("two") }.run(delegate: log)
        }
        task.cancel()
        #expect(await task.value == PickSummary(wasCancelled: true))
        #expect(log.all == ["one", "two", "delegate nil", "delegate 0 0"])
    }

    @Test("a delegate hears of everything, after the handlers")
    func delegate() async {
        let picker = ImagePicker(source: source) { [log] _, _ in log.add("handler") }
        await picker.run(delegate: log)
        #expect(
            log.all == [
                "handler", "delegate 6×6", "delegate malformed", "handler", "delegate 6×6", "delegate 2 1",
            ])
        let terse = Terse()
        await picker.clearingHandlers().run(delegate: terse)
        #expect(terse.count.load(ordering: .relaxed) == 2)
    }

    private struct Presenter: ImagePickerPresenting {
        let imagePicker: ImagePicker
    }

    @Test("a presenter picks without a line of its own, and gives nil, an error or a picture exactly once")
    func presenting() async throws {
        let presenter = Presenter(imagePicker: ImagePicker(source: source))
        #expect(try await presenter.presentImagePicker().image?.size.width == 6)
        func words(_ presenter: Presenter, isCancelled: Bool = false) async -> [String] {
            let log = Log()
            let task = presenter.presentImagePicker { result in
                switch result {
                case .success(let result): log.add(result.image?.size.description ?? "nil")
                case .failure(let error): log.add(error.kind)
                }
            }
            if isCancelled { task.cancel() }
            await task.value
            return log.all
        }
        #expect(await words(presenter) == ["6×6"])
        let failing = Presenter(imagePicker: ImagePicker(source: .album([folder("2.png")])))
        #expect(await words(failing) == ["malformed"])
        // Nothing ever comes from this one.
        try folder("empty").makeFolders()
        #if os(Linux)
            let waiting = Presenter(imagePicker: ImagePicker(source: .camera(folder("empty"))))
            #expect(await words(waiting, isCancelled: true) == ["nil"])
        #endif
    }

    @Test("two presenters at once never meet")
    func presenters() async throws {
        let log = log
        let tasks = (0..<20).map { number in
            let name = number % 2 == 0 ? "1.png" : "2.png"
            let presenter = Presenter(imagePicker: ImagePicker(source: .album([folder(name)])))
            return presenter.presentImagePicker { result in
                log.add("\(number % 2) \((try? result.get().image?.size.width) ?? 0)")
            }
        }
        for task in tasks { await task.value }
        #expect(log.all.sorted() == Array(repeating: "0 6", count: 10) + Array(repeating: "1 0", count: 10))
    }
}
