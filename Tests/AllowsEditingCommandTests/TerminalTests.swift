import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

private let hasTerminals = CommandFolder.call("script", "-qec", "true", "/dev/null") == 0

/// The command on a terminal, which `script` of util-linux makes.
@Suite("Command on a terminal", .enabled(if: hasTerminals, "no script of util-linux"))
struct TerminalTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/bad.jpg", [UInt8]("bad".utf8))
    }

    /// What stands on a terminal of 15 columns after a run that waits a second for standard input, with its standard output in a file.
    private func run(_ arguments: String, variables: String = "TERM=xterm") throws -> String {
        let command = CommandFolder.command.path
        let line =
            "stty cols 15; (sleep 1; cat in/a.png) | \(variables) '\(command)' - in -o out \(arguments) >stdout"
        let output = try CommandRun(["script", "-qec", line, "/dev/null"], in: folder.url, number: 900).end()
        return output.standard
    }

    @Test("a bar within the width, taken away before other lines and at the end, never on standard output")
    func bar() throws {
        let screen = try run("--records -")
        #expect(screen.contains("\rlook… pictures\u{1B}[K"), "\(screen.debugDescription)")
        // What is left of it in the end: the failure and the last line, each on a line of its own.
        #expect(screen.contains("\u{1B}[Kallows-editing: in/bad.jpg: "))
        let last = screen.components(separatedBy: "\u{1B}[K").last ?? ""
        #expect(last.contains("3 pictures: 2 edited, 0 skipped, 1 failed · "))
        let records = String(decoding: try folder.contents("stdout"), as: UTF8.self)
        #expect(try CommandRecord.all(in: records).count == 3)
    }

    @Test("no bar where it cannot be erased, and none where it is not wanted")
    func plain() throws {
        for (arguments, variables) in [
            ("", "TERM=dumb"), ("--existing overwrite --progress off", "TERM=xterm"),
            ("--existing overwrite --quiet", "TERM=xterm"),
        ] {
            let screen = try run(arguments, variables: variables)
            #expect(!screen.contains("\u{1B}") && screen.contains("in/bad.jpg: "))
        }
    }

    @Test("off a terminal there is no progress, and a short run says nothing even where it is asked to")
    func elsewhere() throws {
        for mode in ["auto", "on"] {
            let output = try folder.run(["in", "-o", mode, "-s", "8", "--progress", mode])
            #expect(output.error.split(separator: "\n").count == 3 && output.standard.isEmpty, "\(output.error)")
        }
    }

    @Test("the plan of a dry run fits the terminal")
    func plan() throws {
        let name = String(repeating: "very-long-", count: 12) + "name.png"
        try folder.write(BytePath("in/\(name)"), CommandFolder.png)
        let command = CommandFolder.command.path
        let line = "stty cols 70; exec '\(command)' in -o out --dry-run 2>stderr"
        let output = try CommandRun(["script", "-qec", line, "/dev/null"], in: folder.url, number: 900).end()
        let lines = output.standard.split(separator: "\r\n")
        #expect(lines.count == 4 && lines.allSatisfy { TerminalText.width($0) <= 70 })
        #expect(
            lines.contains { $0.hasPrefix("in/v") && $0.contains("…") && $0.contains(".png ") }, "\(output.standard)")
        #expect(try folder.run(["in", "-o", "out", "--dry-run"]).standard.contains("in/\(name) "))
    }
}
