import Foundation
import Testing

@testable import AllowsEditing

/// The command while it runs. What it prints goes to files, so that no pipe can fill up and stop it.
struct CommandRun {
    struct Output {
        /// The exit code; 128 and the number of the signal where one ended it, as shells say it.
        let code: Int32
        let standard: String
        let error: String
        /// Whether a signal ended it.
        var wasKilled: Bool { code > 128 && code != 130 }
    }

    private let process = Process()
    private let exited = DispatchSemaphore(value: 0)
    private let standard: URL
    private let error: URL

    init(_ arguments: [String], in folder: URL, number: Int) throws {
        standard = folder.appendingPathComponent("stdout-\(number)")
        error = folder.appendingPathComponent("stderr-\(number)")
        for file in [standard, error] { try Data().write(to: file) }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        if arguments[0].hasPrefix("/") {
            process.executableURL = URL(fileURLWithPath: arguments[0])
            process.arguments = Array(arguments.dropFirst())
        }
        process.currentDirectoryURL = folder
        let handles = try [standard, error].map { try FileHandle(forWritingTo: $0) }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        process.terminationHandler = { [exited] _ in exited.signal() }
        try process.run()
        // Foundation keeps what it was given, and with a thousand open files it reads beyond the end of their list.
        for handle in handles { try handle.close() }
    }

    var isRunning: Bool { process.isRunning }
    var processIdentifier: Int32 { process.processIdentifier }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until something was printed to standard output, or the run has ended.
    func waitForOutput() {
        while isRunning, ((try? BytePath(standard.path).status().size) ?? 0) == 0 { usleep(300) }
    }

    /// Waits for the end. A run that hangs is ended, and is an issue of the test.
    func end(within seconds: Double = 120, sourceLocation: SourceLocation = #_sourceLocation) throws -> Output {
        if exited.wait(timeout: .now() + seconds) == .timedOut {
            Issue.record("the command did not end within \(seconds) s", sourceLocation: sourceLocation)
            send(SIGKILL)
            exited.wait()
        }
        return try output()
    }

    /// Waits for the end, and ends a run that takes longer, where that may happen.
    func end(orKilledAfter seconds: Double) throws -> Output {
        if exited.wait(timeout: .now() + seconds) == .timedOut {
            send(SIGKILL)
            exited.wait()
        }
        return try output()
    }

    private func output() throws -> Output {
        // Not by Foundation, which leaks a little for each empty file.
        let texts = try [standard, error].map { file in
            let path = BytePath(file.path)
            return String(
                decoding: try OpenFile.reading(path).readFromStart(upTo: path.status().size), as: UTF8.self)
        }
        for file in [standard, error] { try FileManager.default.removeItem(at: file) }
        let code = process.terminationStatus
        // An interrupted run exits with 130 itself; ended by that signal it is told apart by its number alone.
        let killed = process.terminationReason == .uncaughtSignal
        return Output(code: killed ? (code == SIGINT ? 1130 : 128 + code) : code, standard: texts[0], error: texts[1])
    }
}

/// A line of the file of records.
struct CommandRecord: Decodable {
    struct Failure: Decodable {
        let kind: String
        let message: String
    }
    let input: String
    let inputBytes: String?
    let status: String
    let error: Failure?

    /// `ok`, or the kind of the failure.
    var kind: String { error?.kind ?? status }

    /// The records in a text, of which every line must be whole.
    static func all(in text: String) throws -> [CommandRecord] {
        #expect(text.isEmpty || text.hasSuffix("\n"), "the last record is torn")
        return try text.split(separator: "\n").map { line in
            try JSONDecoder().decode(CommandRecord.self, from: Data(line.utf8))
        }
    }
}
