import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// Inputs that other programs list.
@Suite("Lists of inputs: command")
struct ListTests {
    private let folder: CommandFolder
    private let options = ["-o", "out", "-s", "16", "--records", "-"]

    init() throws { folder = try CommandFolder() }

    /// Runs the command in a shell: what stands before it, and its redirections.
    private func run(_ arguments: [String], before: String = "", redirections: String = "") throws
        -> CommandRun.Output
    {
        try folder.run(arguments, prefix: ["/bin/sh", "-c", "\(before) \"$@\" \(redirections)", "sh"])
    }

    @Test("what a list names follows the inputs that are named, in its order, with line ends of other systems")
    func lines() throws {
        for name in ["a", "b", "c", "d"] { try folder.write(BytePath("in/\(name).png"), CommandFolder.png) }
        try folder.write("list", [UInt8]("in/d.png\r\n\r\nin/b.png\n\nin/c.png".utf8))
        let result = try folder.run(["in/a.png", "--files-from", "list"] + options)
        #expect(result.code == 0, "\(result.error)")
        #expect(
            try CommandRecord.all(in: result.standard).map(\.input) == ["in/a.png", "in/d.png", "in/b.png", "in/c.png"])
    }

    @Test("a list comes from a file, from standard input or from a pipe, isolated and not")
    func sources() throws {
        for name in ["a", "b"] { try folder.write(BytePath("in/\(name).png"), CommandFolder.png) }
        try folder.write("list", [UInt8]("in\n".utf8))
        for isolated in [[], ["--isolate"]] {
            for (index, (list, before, redirections)) in [
                ("list", "", ""), ("-", "", "< list"), ("-", "(sleep 0.1; cat list) |", ""),
                ("fifo", "rm -f fifo; mkfifo fifo; (sleep 0.1; cat list > fifo) &", ""),
            ].enumerated() {
                let output = "out\(index)\(isolated.count)"
                let result = try run(
                    ["--files-from", list, "-o", output, "-s", "16"] + isolated, before: before,
                    redirections: redirections)
                #expect(result.code == 0, "\(list): \(result.error)")
                #expect(folder.names(BytePath(output)).count { !$0.hasPrefix(".") } == 4)
            }
        }
    }

    @Test("a list of zero bytes names files of any bytes")
    func oddNames() throws {
        let names: [[UInt8]] = [
            [0x63, 0xE9, 0x2E, 0x70, 0x6E, 0x67], [UInt8]("line\nfeed.png".utf8), [UInt8]("return.png\r".utf8),
            [UInt8](" \t.png ".utf8), [UInt8]("-o.png".utf8),
        ]
        for name in names { try folder.write(BytePath("in").appending(BytePath(bytes: name)), CommandFolder.png) }
        try folder.write("list", [UInt8](names.map { [UInt8]("in/".utf8) + $0 + [0] }.joined()))
        let result = try run(["--files-from", "-", "-0"] + options, redirections: "< list")
        #expect(result.code == 0, "\(result.error)")
        let named = try CommandRecord.all(in: result.standard).map { record -> [UInt8] in
            guard let text = record.inputBytes else { return [UInt8](record.input.utf8) }
            return [UInt8](try #require(Data(base64Encoded: text)))
        }
        #expect(named == names.map { [UInt8]("in/".utf8) + $0 })
        #expect(try folder.tree("out").count == 2 * names.count)
    }

    @Test("runs that get the files of one tree in lists write what one run over the folder writes")
    func sharedTree() throws {
        let names = try folder.writeTree(count: 20)
        #expect(try folder.run(["in", "-o", "whole", "-s", "16"]).code == 0)
        for (index, part) in [names.prefix(7), names.dropFirst(7)].enumerated() {
            try folder.write("list", [UInt8](part.map { "in/./\($0)\n" }.joined().utf8))
            let result = try folder.run(["--files-from", "list", "-o", "parts", "-s", "16"])
            #expect(result.code == 0, "part \(index): \(result.error)")
        }
        let isEqual = try folder.tree("parts") == folder.tree("whole")
        #expect(isEqual)
        // A folder inside the tree keeps its place as well.
        #expect(try folder.run(["in/./trip", "-o", "trip", "-s", "16"]).code == 0)
        let trip = try folder.tree("whole").filter { $0.key.description.hasPrefix("trip/") }
        let isKept = try folder.tree("trip") == trip
        #expect(isKept && trip.count == 20)
    }

    @Test("a tree that would leave the output folder is refused, and the other pictures are edited")
    func escapingTree() throws {
        for name in ["in/a.png", "in/b.png"] { try folder.write(BytePath(name), CommandFolder.png) }
        try folder.write("list", [UInt8]("in/./../in/a.png\nin/b.png\n".utf8))
        let result = try folder.run(["--files-from", "list"] + options)
        #expect(result.code == 1)
        #expect(result.error.contains("what stands behind /./ is kept below the output, and must not hold .."))
        #expect(try CommandRecord.all(in: result.standard).map(\.kind) == ["invalidOptions", "ok"])
        #expect(try folder.tree("out").count == 2)
    }

    @Test("a list that is missing, no list, or of the other kind is exit code 3, and nothing is written")
    func badLists() throws {
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("zeros", [UInt8]("in/a.png\u{0}in/b.png\u{0}".utf8))
        for (list, message) in [
            ("missing", "missing: No such file or directory"), ("in", "in: Is a directory"),
            ("zeros", "zeros: line 1 holds a zero byte"),
        ] {
            let result = try folder.run(["in", "--files-from", list] + options)
            #expect(result.code == 3)
            #expect(result.error.hasPrefix("allows-editing: --files-from: \(message)"), "\(result.error)")
            #expect(result.standard.isEmpty && folder.names("out").isEmpty)
        }
        let closed = try run(["--files-from", "-"] + options, redirections: "<&-")
        #expect(closed.code == 3 && closed.error.contains("standard input: "), "\(closed.error)")
    }

    @Test("an entry that is missing is one failed record; an empty list is nothing to do, and no failure")
    func entries() throws {
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/-", CommandFolder.png)
        try folder.write("list", [UInt8]("in/missing.png\nin/a.png\n".utf8))
        let result = try folder.run(["--files-from", "list"] + options)
        #expect(result.code == 1)
        #expect(try CommandRecord.all(in: result.standard).map(\.kind) == ["io", "ok"])
        let empty = try folder.run(["--files-from", "/dev/null"] + options)
        #expect(empty.code == 0 && empty.error.hasPrefix("0 pictures: "), "\(empty.error)")
    }

    @Test(
        "what lists cannot do is a usage error",
        arguments: [
            "- --files-from - -o out", "--files-from - --files-from - -o out", "--files-from list -o -",
            "in -0 -o out", "--files-from= -o out", "--files-from list",
        ])
    func refused(_ arguments: String) {
        #expect(throws: UsageError.self) {
            try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) }).batch()
        }
    }
}
