import Foundation
import TestSupport
import Testing

@testable import AllowsEditing

/// Pictures in processes of their own, started by the built command and by stand-ins that misbehave.
@Suite("Isolation")
struct IsolationTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    private static var fixtures: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Fixtures")
            .standardized
            .path
    }

    /// A record without the times.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0.split(separator: ",\"milliseconds\"")[0]) }
    }

    @Test("every fixture comes out as without it: the same bytes, the same records")
    func sameResults() throws {
        let arguments = [
            "\(Self.fixtures)/valid", "\(Self.fixtures)/malformed", "-s", "48", "--animation", "keep", "--records", "-",
            "--quiet",
        ]
        let plain = try folder.run(arguments + ["-o", "out"])
        let records = Self.lines(plain.standard)
        #expect(records.count > 300)
        let names = try folder.paths(below: "out")
        let contents = names.map { name in
            try? folder.contents(BytePath("out/\(name)"))
        }
        folder.remove("out")
        let isolated = try folder.run(arguments + ["-o", "out", "--isolate"])
        #expect(isolated.code == plain.code)
        #expect(Self.lines(isolated.standard) == records)
        for (name, before) in zip(names, contents) {
            #expect((try? folder.contents(BytePath("out/\(name)"))) == before, "\(name)")
        }
    }

    @Test("workers that are killed fail their pictures and are started again; all others come out")
    func killedWorkers() throws {
        let count = 40
        for index in 0..<count {
            try folder.write(BytePath("in/\(index).jpg"), CommandFolder.picture(index, width: 600, height: 600))
        }
        let run = try folder.start(["in", "-o", "out", "-s", "64", "--isolate", "-j", "2", "--records", "-"])
        var kills = 0
        while run.isRunning, kills < 20 {
            for child in Self.children(of: run.processIdentifier).shuffled().prefix(1) where kill(child, SIGKILL) == 0 {
                kills += 1
            }
            usleep(10_000)
        }
        let result = try run.end()
        let records = try CommandRecord.all(in: result.standard)
        #expect(kills > 0)
        #expect(records.count == count)
        let crashed = records.filter { $0.kind == "crashed" }
        // A worker may be killed between two pictures: the next one finds it dead, and it is that one which fails.
        #expect(!crashed.isEmpty && crashed.count <= kills)
        #expect(crashed.allSatisfy { $0.error?.message.contains("signal 9") == true })
        #expect(records.filter { $0.kind == "ok" }.count == count - crashed.count)
        #expect(folder.names("out").count == 2 * (count - crashed.count))
        #expect(result.code == 1)
    }

    #if os(Linux)
        @Test(
            "every thread of a worker is confined", .disabled(if: isSanitized, "a sanitizer needs what is taken away"))
        func allThreads() throws {
            for index in 0..<30 {
                try folder.write(BytePath("in/\(index).jpg"), CommandFolder.picture(index, width: 600, height: 600))
            }
            let run = try folder.start(["in", "-o", "out", "-s", "64", "--isolate", "-j", "1", "--records", "-"])
            run.waitForOutput()
            var modes: Set<String> = []
            for child in Self.children(of: run.processIdentifier) {
                for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task") {
                    let status = Self.text("/proc/\(child)/task/\(task)/status")
                    modes.formUnion(status.split(separator: "\n").filter { $0.hasPrefix("Seccomp:") }.map(String.init))
                }
            }
            #expect(try run.end().code == 0)
            #expect(modes == ["Seccomp:\t2"])
        }
    #endif

    /// The processes that another one has started.
    private static func children(of process: Int32) -> [Int32] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.flatMap { task in
            text("/proc/\(process)/task/\(task)/children").split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// The start of a file of the system, read without Foundation, which leaks a little for those that have no size.
    private static func text(_ path: String) -> String {
        let bytes = try? OpenFile.reading(BytePath(path)).readFromStart(upTo: 4096)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// Runs a batch whose workers are shells with this script.
    private func records(workers script: String, seconds: Double = 600, patience: Double = 60) async throws -> [String]
    {
        for index in 0..<3 where !folder.names("in").contains("\(index).png") {
            try folder.write(BytePath("in/\(index).png"), CommandFolder.png)
        }
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        batch.isolation = WorkerCommand(
            path: "/bin/sh", arguments: ["sh", "-c", script].map { [UInt8]($0.utf8) })
        batch.isolation?.patience = patience
        batch.options.limits.maxSeconds = seconds
        batch.workers = 1
        let kinds = Kinds()
        try await batch.run { record in
            if case .failed(let error) = record.outcome { kinds.add(error.kind) } else { kinds.add("ok") }
        }
        #expect(folder.names("out").isEmpty)
        return kinds.all
    }

    private final class Kinds: @unchecked Sendable {
        // The batch reports one record at a time.
        private(set) var all: [String] = []
        func add(_ kind: String) { all.append(kind) }
    }

    @Test("a worker that crashes, ends or talks nonsense fails one picture after the other")
    func badWorkers() async throws {
        for script in ["kill -SEGV $$", "exit 0", "exit 3", "echo nonsense nonsense nonsense; cat >/dev/null"] {
            #expect(try await records(workers: script) == ["crashed", "crashed", "crashed"], "\(script)")
        }
    }

    @Test("a worker that hangs, does not read or trickles is killed when the time is over")
    func hangingWorkers() async throws {
        // More than a socket holds.
        try folder.write("in/0.png", CommandFolder.png + [UInt8](repeating: 0, count: 6 << 20))
        let trickle = #"printf '\100\0\0\0\0\0\0\0'; cat >/dev/null & while :; do printf x; sleep 0.05; done"#
        for script in ["exec sleep 1000", trickle] {
            let kinds = try await records(workers: script, seconds: 0.1, patience: 0)
            #expect(kinds == ["timeLimit", "timeLimit", "timeLimit"], "\(script)")
        }
    }

    @Test("a program that cannot be started is named")
    func noProgram() async throws {
        try folder.write("in/a.png", CommandFolder.png)
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        batch.isolation = WorkerCommand(path: folder("nothing"), arguments: [])
        let kinds = Kinds()
        try await batch.run { record in
            if case .failed(let error) = record.outcome { kinds.add(error.kind) }
        }
        #expect(kinds.all == ["io"])
    }

    #if os(Linux)
        @Test(
            "a confined process opens no file, reaches no network and starts no program",
            .disabled(if: isSanitized, "a sanitizer needs what is taken away"))
        func confinement() async {
            await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) {
                exit(whatConfinementMissed())
            }
        }

        @Test(
            "a process whose memory is limited gets no more",
            .disabled(if: isSanitized, "a sanitizer needs what is taken away"))
        func memory() async {
            await #expect(processExitsWith: .exitCode(EXIT_SUCCESS)) {
                exit(whatTheMemoryLimitMissed())
            }
        }
    #endif

    @Test("messages come back as they were, and nothing else is taken for one")
    func messages() throws {
        let edit = Workspace.Edit(
            images: [
                EncodedImage(format: .webP, size: PixelSize(width: 3, height: 4), bytes: [1, 2, 3]),
                EncodedImage(format: .jpeg, size: PixelSize(width: 1, height: 1), bytes: [4], quality: 61),
            ],
            place: PixelRect(x: 5, y: 6, width: 7, height: 8),
            previews: SheetPreviews(
                original: EncodedImage(format: .jpeg, size: PixelSize(width: 5, height: 6), bytes: [4]),
                edited: EncodedImage(format: .jpeg, size: PixelSize(width: 7, height: 8), bytes: [5, 6])),
            findings: [.truncated, .trailingData], fraction: 0.25,
            isWhole: true,
            times: StageTimes(read: 0, decode: 1.5, resample: 2.5, encode: 3.5, write: 0))
        guard case .edited(let read)? = WorkerMessage(WorkerMessage.edited(edit).bytes) else {
            Issue.record("no edit came back")
            return
        }
        #expect(read.images == edit.images && read.findings == edit.findings && read.fraction == edit.fraction)
        #expect(read.isWhole && read.times == edit.times && read.place == edit.place)
        #expect(read.previews == edit.previews)
        guard
            case .failed("kind", "description")? = WorkerMessage(
                WorkerMessage.failed(kind: "kind", description: "description").bytes)
        else {
            Issue.record("no failure came back")
            return
        }
        let bytes = WorkerMessage.edited(edit).bytes
        for count in 0..<bytes.count { #expect(WorkerMessage(Array(bytes.prefix(count))) == nil) }
        for value in [UInt8(0xff), 0x7f, 0x80] {
            for index in bytes.indices {
                var wrong = bytes
                wrong[index] = value
                _ = WorkerMessage(wrong)
            }
        }
        // Numbers that no picture has.
        for forged in [Double.infinity, .nan, -2, 1e300] {
            var wrong = edit
            wrong.fraction = forged
            if forged > 0 || forged.isNaN { #expect(WorkerMessage(WorkerMessage.edited(wrong).bytes) == nil) }
            (wrong.fraction, wrong.times.decode) = (nil, forged)
            #expect(WorkerMessage(WorkerMessage.edited(wrong).bytes) == nil)
        }
        #expect(WorkerMessage([9, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }
}
