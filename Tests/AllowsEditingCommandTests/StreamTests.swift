import AllowsEditing
import Foundation
import Testing

@testable import AllowsEditingCommand

/// Pictures on standard input and standard output of the built command.
@Suite("Standard input and output")
struct StreamTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// Runs the command in a shell with redirections: what follows the last argument.
    private func run(_ arguments: [String], _ redirections: String = "", before: String = "") throws
        -> CommandRun.Output
    {
        try folder.run(arguments, prefix: ["/bin/sh", "-c", "\(before) \"$@\" \(redirections)", "sh"])
    }

    /// The record without the times.
    private static func fields(_ text: String) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        return object.filter { $0.key != "milliseconds" }.mapValues { "\($0)" }
    }

    private static let isolation: [[String]] = [[], ["--isolate"]]

    @Test(
        "a picture that is piped through comes out as the same bytes as from a file, isolated and not",
        arguments: [ImageFormat.jpeg, .png, .webP], isolation)
    func sameBytes(_ format: ImageFormat, _ isolated: [String]) throws {
        let picture = try CommandFolder.picture(3, format: format)
        let name = "a.\(format.preferredExtension)"
        try folder.write(BytePath("in/\(name)"), picture)
        let options = ["-s", "64"] + isolated
        #expect(try folder.run(["in", "-o", "out", "--records", "files.jsonl"] + options).code == 0)
        let piped = try run(
            ["-", "-o", "-", "--records", "pipe.jsonl"] + options, "> piped", before: "cat in/\(name) |")
        #expect(piped.code == 0, "\(piped.error)")
        #expect(piped.error.hasPrefix("1 picture: 1 edited, "))
        let edited = try folder.contents(BytePath("out/a.edited.\(format.preferredExtension)"))
        #expect(try folder.contents("piped") == edited)
        // From a file, to standard output.
        #expect(try run(["in/\(name)", "-o", "-"] + options, "> alone").code == 0)
        #expect(try folder.contents("alone") == edited)
        // From standard input, to a folder.
        #expect(try run(["-", "-o", "pair", "--records", "-"] + options, "< in/\(name)").code == 0)
        let suffix = format.preferredExtension
        #expect(folder.names("pair") == ["stdin.edited.\(suffix)", "stdin.original.\(suffix)"])
        #expect(try folder.contents(BytePath("pair/stdin.edited.\(suffix)")) == edited)
        #expect(try folder.contents(BytePath("pair/stdin.original.\(suffix)")) == picture)
        // The records say the same but for the names.
        let record = String(decoding: try folder.contents("pipe.jsonl"), as: UTF8.self)
        #expect(record.contains(#""edited":[{"path":"-","size":[64,64],"bytes":\#(edited.count)}]"#))
        var before = try Self.fields(String(decoding: try folder.contents("files.jsonl"), as: UTF8.self))
        var after = try Self.fields(record)
        #expect(after["input"] == "-")
        #expect(after["original"] == nil)
        for key in ["input", "edited", "original"] { (before[key], after[key]) = (nil, nil) }
        #expect(before == after)
    }

    @Test("the original gets the extension of its own format, whatever the edited picture becomes")
    func otherFormat() throws {
        try folder.write("a", CommandFolder.png)
        #expect(try run(["-", "-o", "out", "-f", "jpeg"], "< a").code == 0)
        #expect(folder.names("out") == ["stdin.edited.jpg", "stdin.original.png"])
        // A second run finds them there.
        let again = try run(["-", "-o", "out", "-f", "jpeg"], "< a")
        #expect(again.code == 1 && again.error.contains("exists already"), "\(again.error)")
        #expect(try run(["-", "-o", "out", "-f", "jpeg", "--existing", "overwrite"], "< a").code == 0)
        #expect(try run(["-", "-o", "alone", "--original", "none"], "< a").code == 0)
        #expect(folder.names("alone") == ["stdin.edited.png"])
        let sizes = try run(["-", "-o", "sizes", "-s", "1", "-s", "2"], "< a")
        #expect(sizes.code == 0, "\(sizes.error)")
        #expect(folder.names("sizes") == ["stdin.edited-1.png", "stdin.edited-2.png", "stdin.original.png"])
    }

    @Test("standard input may stand among other inputs, and a file of its name is ./-")
    func amongOthers() throws {
        try folder.write("a", CommandFolder.png)
        try folder.write("in/b.png", CommandFolder.png)
        try folder.write("-", CommandFolder.png)
        let result = try run(["in", "-", "./-", "-o", "out", "--records", "-", "--memory", "20M"], "< a")
        #expect(result.code == 0, "\(result.error)")
        #expect(try CommandRecord.all(in: result.standard).map(\.input) == ["in/b.png", "-", "./-"])
        #expect(
            folder.names("out") == [
                "-.edited.png", "-.original", "b.edited.png", "b.original.png", "stdin.edited.png",
                "stdin.original.png",
            ])
    }

    @Test(
        "what fails from a file fails from standard input in the same words, and nothing is written",
        arguments: isolation)
    func sameFailures(_ isolated: [String]) throws {
        let jpeg = try CommandFolder.picture(1)
        let failures: [(bytes: [UInt8], options: [String])] = [
            ([], []), ([], ["-f", "png"]), ([UInt8]("not a picture".utf8), []),
            (Array(jpeg.prefix(jpeg.count / 2)), []),
            (CommandFolder.png + [0], ["--fail-on", "trailing-data"]), (CommandFolder.png, ["--max-pixels", "5"]),
            (CommandFolder.png, ["--memory", "70"]), (CommandFolder.png, ["--memory", "1K"]),
            (jpeg, ["--memory", "\(jpeg.count)"]), (jpeg, ["-c", "1,1,9999,5"]),
        ]
        for (bytes, options) in failures {
            try folder.write("in.jpg", bytes)
            let options = options + ["--records", "r.jsonl"] + isolated
            let file = try folder.run(["in.jpg", "-o", "out"] + options)
            let before = try CommandRecord.all(in: String(decoding: try folder.contents("r.jsonl"), as: UTF8.self))[0]
            let pipe = try run(["-", "-o", "-"] + options, before: "cat in.jpg |")
            let after = try CommandRecord.all(in: String(decoding: try folder.contents("r.jsonl"), as: UTF8.self))[0]
            #expect(file.code == 1 && pipe.code == 1)
            #expect(before.kind == after.kind && after.input == "-", "\(before.kind)")
            #expect(before.error?.message == after.error?.message)
            #expect(pipe.standard.isEmpty)
            #expect(pipe.error.hasPrefix("allows-editing: -: \(before.error?.message ?? "")\n"), "\(pipe.error)")
        }
        #expect(folder.names("out").isEmpty)
    }

    @Test("a truncated picture is edited where that is allowed, and the record says so", arguments: isolation)
    func truncated(_ isolated: [String]) throws {
        let jpeg = try CommandFolder.picture(1)
        try folder.write("in.jpg", Array(jpeg.prefix(jpeg.count / 2)))
        let options = ["--allow-truncated", "-s", "32", "--records", "r.jsonl"] + isolated
        #expect(try folder.run(["in.jpg", "-o", "out"] + options).code == 0)
        let pipe = try run(["-", "-o", "-"] + options, "< in.jpg > piped")
        #expect(pipe.code == 0, "\(pipe.error)")
        #expect(try folder.contents("piped") == folder.contents("out/in.edited.jpg"))
        let record = String(decoding: try folder.contents("r.jsonl"), as: UTF8.self)
        #expect(record.contains(#""findings":["truncated"],"fraction":"#))
    }

    @Test(
        "standard input that cannot be read is exit code 3, and a record",
        arguments: ["< .", "<&-", "< /dev/full 0> a"])
    func unreadable(_ redirection: String) throws {
        for output in ["-", "out"] {
            let result = try run(["-", "-o", output, "--records", "r.jsonl"], redirection)
            #expect(result.code == 3, "\(result.error)")
            #expect(result.error.contains("allows-editing: -: standard input: "))
            let records = try CommandRecord.all(in: String(decoding: try folder.contents("r.jsonl"), as: UTF8.self))
            #expect(records.map(\.kind) == ["io"])
        }
    }

    @Test("reading stops at the budget, however much there is")
    func endless() throws {
        let result = try run(["-", "-o", "-", "--memory", "20M"], "< /dev/zero")
        #expect(result.code == 1)
        #expect(result.error.contains("more than the 20971520 allowed; raise it with --memory"), "\(result.error)")
    }

    @Test("a reader that went away, a full disk and a closed standard output are told, and the exit code is 1")
    func brokenPipe() throws {
        try folder.write("in/a.jpg", CommandFolder.picture(1, width: 1500, height: 1500))
        // The reader is gone before the first byte, or after it.
        for reader in ["true", "head -c 1 >/dev/null"] {
            let result = try run(
                ["in/a.jpg", "-o", "-", "-q", "100", "--records", "r.jsonl"], "; echo $? > code; } | \(reader)",
                before: "{ sleep 0.2;")
            #expect(result.error.contains("in/a.jpg: standard output: Broken pipe"), "\(result.error)")
            #expect(try folder.contents("code") == [UInt8]("1\n".utf8))
            let records = try CommandRecord.all(in: String(decoding: try folder.contents("r.jsonl"), as: UTF8.self))
            #expect(records.map(\.kind) == ["io"])
        }
        for target in ["> /dev/full", ">&-"] {
            let result = try run(["in/a.jpg", "-o", "-"], target)
            #expect(result.code == 1)
            #expect(result.error.contains("in/a.jpg: standard output: "), "\(result.error)")
        }
    }

    @Test(
        "whatever is printed, standard output that takes it no longer is told, and the exit code is 1",
        arguments: [
            "--help", "--version", "help names", "completions bash", "manual", "selftest", "inspect in/a.png",
            "inspect in/a.png --json", "in -o out --dry-run", "in -o out --dry-run --records -",
            "in -o out --records -",
        ])
    func lostOutput(_ arguments: String) throws {
        try folder.write("in/a.png", CommandFolder.png)
        let arguments = arguments.split(separator: " ").map { String($0) }
        for target in ["> /dev/full", ">&-"] {
            let result = try run(arguments + (arguments[0] == "in" ? ["--existing", "overwrite"] : []), target)
            #expect(result.code == 1)
            #expect(result.error.contains("standard output could not be written"), "\(target): \(result.error)")
        }
    }

    @Test("interrupted while it waits for its writer or its reader, the command ends with 130", arguments: isolation)
    func interrupted(_ isolated: [String]) throws {
        try folder.write("in/a.jpg", CommandFolder.picture(1, width: 1500, height: 1500))
        try #require(CommandFolder.call("mkfifo", folder.url.path + "/pipe") == 0)
        // A pipe that is open at both ends here: nothing comes, and nothing is taken.
        for (arguments, redirection) in [
            (["-", "-o", "out"], "<> pipe"), (["in/a.jpg", "-o", "-", "-q", "100", "-f", "png"], "1<> pipe"),
        ] {
            let run = try folder.start(
                arguments + isolated, prefix: ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"])
            usleep(700_000)
            run.send(SIGINT)
            let result = try run.end(within: 10)
            #expect(result.code == 130, "\(arguments): \(result.error)")
        }
        #expect(folder.names("out").isEmpty)
    }

    @Test("with -o - nothing but the picture is on standard output, and a dry run prints the plan in its place")
    func dryRun() throws {
        try folder.write("a", CommandFolder.png)
        let plan = try run(["-", "-o", "-", "--dry-run"], "< a")
        #expect(plan.code == 0)
        #expect(
            plan.standard == """
                INPUT  CROP     SIZE  ROUTE     OUTPUT
                -      2×2+0+0  2×2   png gray  -
                1 picture, 1 file: originals 0.0 MB, edited about 0.0 MB

                """)
        let pair = try run(["-", "-o", "out", "--dry-run"], "< a")
        #expect(pair.standard.contains("\n-      2×2+0+0  2×2   png gray  out/stdin.edited.png\n1 picture, 2 files: "))
        #expect(folder.names("out").isEmpty)
    }
}

/// What standard input and output cannot do.
@Suite("Standard input and output: usage")
struct StreamUsageTests {
    private func batch(_ arguments: String) throws(UsageError) -> FolderBatch {
        try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) }).batch()
    }

    @Test(
        "what standard input and output cannot do is a usage error",
        arguments: [
            "a.jpg b.jpg -o -", "- a.jpg -o -", "- - -o out", "a.jpg -o - --records -", "a.jpg -o - -s 1 -s 2",
            "a.jpg -o - --original link", "- -o out --original link", "-o -", "a.jpg -o - --shard 2/3",
            "- -o out --shard 1/1",
            "- -o out --boxes -", "--files-from - -o out --boxes -",
        ])
    func refused(_ arguments: String) {
        #expect(throws: UsageError.self) { try batch(arguments) }
    }

    @Test(
        "what they can do is none",
        arguments: [
            "- -o -", "- -o out", "a.jpg -o -", "- -o - --original none", "- -o out --records -", "- b -o out",
            "a.jpg -o out --boxes -",
            "-o- --records=r --dry-run -- -",
        ])
    func allowed(_ arguments: String) {
        #expect(throws: Never.self) { try batch(arguments) }
    }

    @Test("a folder and a terminal take no part")
    func folderAndTerminal() throws {
        let folder = try CommandFolder()
        let result = try folder.run(["in", "-o", "-"])
        #expect(result.code == 2 && result.error.contains("in is a folder"), "\(result.error)")
        try folder.write("in/a.png", CommandFolder.png)
        // `script` gives its program a terminal.
        guard CommandFolder.call("script", "--version") == 0 else { return }
        let command = "\(CommandFolder.command.path) in/a.png -o -; echo code $?"
        let terminal = try folder.run([], prefix: ["/bin/sh", "-c", "script -qec '\(command)' /dev/null", "sh"])
        #expect(terminal.standard.contains("a picture is not written to a terminal"), "\(terminal.standard)")
        #expect(terminal.standard.contains("code 2"))
    }
}
