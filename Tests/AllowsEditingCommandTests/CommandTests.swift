import AllowsEditing
import Foundation
import Testing

/// The built command, run as a process of its own.
@Suite("Command")
struct CommandTests {
    private let box: CommandFolder
    private var folder: URL { box.url }

    init() throws { box = try CommandFolder() }

    private func run(_ arguments: String...) throws -> CommandRun.Output { try box.run(arguments) }

    private func write(_ name: String, _ bytes: [UInt8]) throws { try box.write(BytePath(name), bytes) }

    private static var png: [UInt8] { CommandFolder.png }

    private func files() throws -> [String] {
        try box.paths(below: "out")
    }

    @Test("pictures become pairs, the summary goes to standard error and the exit code is 0")
    func success() throws {
        try write("in/a.png", Self.png)
        let result = try run("in", "-o", "out")
        #expect(result.code == 0, "\(result.error)")
        #expect(result.standard.isEmpty)
        #expect(result.error.hasPrefix("1 picture: 1 edited, 0 skipped, 0 failed · "))
        #expect(try files() == ["a.edited.png", "a.original.png"])
    }

    @Test("one bad file among good ones is exit code 1, named on standard error")
    func someFailed() throws {
        try write("in/a.png", Self.png)
        try write("in/b.jpg", [UInt8]("not a picture".utf8))
        let result = try run("in", "-o", "out", "--records", "-")
        #expect(result.code == 1)
        #expect(result.error.contains("in/b.jpg: "))
        let lines = result.standard.split(separator: "\n")
        #expect(lines.count == 2)
        let record = try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
        #expect(record?["status"] as? String == "failed")
        #expect((record?["error"] as? [String: Any])?["kind"] as? String == "malformed")
    }

    @Test("a truncated picture fails unless it is allowed; then it is edited, and the record says so")
    func truncated() throws {
        try write("in/a.png", Array(Self.png.dropLast(14)))
        let failed = try run("in", "-o", "out", "--records", "-")
        #expect(failed.code == 1)
        #expect(failed.standard.contains(#""kind":"truncated""#))
        #expect(try files().isEmpty)
        let edited = try run("in", "-o", "out", "--records", "-", "--allow-truncated")
        #expect(edited.code == 0, "\(edited.error)")
        #expect(edited.standard.contains(#""findings":["truncated"],"fraction":"#))
        #expect(try files() == ["a.edited.png", "a.original.png"])
    }

    @Test("--max-bytes lowers the quality until the edited picture fits, in a process of its own as well")
    func maxBytes() throws {
        try write("in/a.jpg", CommandFolder.picture(3, width: 300, height: 300))
        _ = try run("in", "-o", "plain", "--quiet")
        let most = try box.contents("plain/a.edited.jpg").count - 1
        for (folder, arguments) in [("out", []), ("isolated", ["--isolate"])] {
            let result = try box.run(["in", "-o", folder, "--max-bytes", "\(most)", "--quiet"] + arguments)
            #expect(result.code == 0, "\(result.error)")
            #expect(try box.contents(BytePath("\(folder)/a.edited.jpg")).count <= most)
        }
        let same = try box.contents("out/a.edited.jpg") == box.contents("isolated/a.edited.jpg")
        #expect(same)
        let failed = try run("in", "-o", "none", "--max-bytes", "500", "--records", "-")
        #expect(failed.code == 1)
        #expect(failed.standard.contains(#""kind":"tooLarge""#) && failed.error.contains("of quality 20"))
    }

    @Test("--sheet writes a page about the batch, in place of an older one and of nothing else")
    func sheet() throws {
        try write("in/a.png", Self.png)
        try write("in/b.jpg", [UInt8]("not a picture".utf8))
        for _ in 0..<2 {
            let result = try run("in", "-o", "out", "--existing", "overwrite", "--sheet", "pages/sheet.html", "--quiet")
            #expect(result.code == 1)
        }
        #expect(box.names("pages") == ["sheet.html"])
        let page = String(decoding: try box.contents("pages/sheet.html"), as: UTF8.self)
        let missing = ["<title>in</title>", "data-status=\"edited\"", "data-status=\"failed\"", "</html>\n"].filter {
            !page.contains($0)
        }
        #expect(missing == [])
        let isolated = try run("in", "-o", "isolated", "--isolate", "--sheet", "isolated.html", "--quiet")
        #expect(isolated.code == 1)
        for page in [page, String(decoding: try box.contents("isolated.html"), as: UTF8.self)] {
            #expect(page.split(separator: "src=\"data:image/jpeg;base64,").count == 3)
        }
        #expect(try run("in", "-o", "new", "--sheet", "x", "--records", "x").code == 2)
        let refused = try run("in", "-o", "new", "--sheet", "in/a.png")
        #expect(refused.code == 3 && refused.error.contains("in/a.png exists already"))
        #expect(try box.contents("in/a.png") == Self.png)
    }

    @Test("a finding fails where --fail-on names it")
    func failOn() throws {
        try write("in/a.png", Self.png + [0])
        let edited = try run("in", "-o", "out", "--records", "-")
        #expect(edited.code == 0, "\(edited.error)")
        #expect(edited.standard.contains(#""findings":["trailing-data"]"#))
        let failed = try run("in", "-o", "other", "--records", "-", "--fail-on", "trailing-data")
        #expect(failed.code == 1)
        #expect(failed.standard.contains(#""kind":"finding","message":"trailing-data: "#))
    }

    @Test("each limit is named in its error with value, need and flag")
    func limits() throws {
        try write("in/a.png", Self.png)
        for (flag, value, need) in [
            ("--max-pixels", "5", "6 pixels"), ("--max-side", "2", "3 pixels on a side"),
            ("--max-chunks", "1", "2 chunks"), ("--max-memory", "1K", "bytes of memory"),
            ("--memory", "1K", "bytes of memory"),
        ] {
            let result = try run("in", "-o", "out", flag, value)
            #expect(result.code == 1)
            #expect(result.error.contains(need) && result.error.contains("raise it with \(flag)"), "\(result.error)")
        }
        #expect(try files().isEmpty)
    }

    @Test("a file that is no picture, alone, is a failure and not unreadable")
    func onlyBad() throws {
        try write("in/b.jpg", [UInt8]("not a picture".utf8))
        #expect(try run("in", "-o", "out").code == 1)
    }

    @Test("usage errors are exit code 2 and write nothing")
    func usage() throws {
        try write("in/a.png", Self.png)
        for arguments in [
            ["in"], ["-o", "out"], ["in", "-o", "out", "--nonsense"], ["in", "-o", "out", "-q", "abc"],
        ] {
            let result = try box.run(arguments)
            #expect(result.code == 2)
            #expect(result.error.hasPrefix("allows-editing: "))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
    }

    @Test("nothing to read or nowhere to write is exit code 3")
    func nothingDone() throws {
        #expect(try run("in", "-o", "out").code == 3)
        let missing = try run("missing.jpg", "-o", "out")
        #expect(missing.code == 3)
        // The path is named, and named once.
        #expect(missing.error.hasPrefix("allows-editing: missing.jpg: No such file or directory\n"))
        try write("in/a.png", Self.png)
        try write("blocked", [])
        #expect(try run("in", "-o", "blocked/out").code == 3)
    }

    @Test("a photograph named as the file of records is not emptied")
    func recordsOverPhotograph() throws {
        try write("in/a.png", Self.png)
        let result = try run("in", "-o", "out", "--records", "in/a.png")
        #expect(result.code == 3)
        #expect(try Data(contentsOf: folder.appendingPathComponent("in/a.png")) == Data(Self.png))
    }

    @Test("records that cannot be written are told, and the exit code is not 0")
    func recordsOnFullDisk() throws {
        try write("in/a.png", Self.png)
        let result = try run("in", "-o", "out", "--records", "/dev/full")
        #expect(result.code == 1)
        #expect(result.error.contains("not all records were written"))
        #expect(try files() == ["a.edited.png", "a.original.png"])
    }

    @Test("records may lie in the output folder before that is there")
    func recordsInOutput() throws {
        try write("in/a.png", Self.png)
        #expect(try run("in", "-o", "out", "--records", "out/r.jsonl").code == 0)
        #expect(try files() == ["a.edited.png", "a.original.png", "r.jsonl"])
    }

    @Test("a file of JSON that holds no records is not emptied")
    func recordsOverJSON() throws {
        try write("in/a.png", Self.png)
        try write("package.json", [UInt8](#"{"name":"x"}"#.utf8))
        #expect(try run("in", "-o", "out", "--records", "package.json").code == 3)
        #expect(try Data(contentsOf: folder.appendingPathComponent("package.json")).count == 12)
        // A file of records is emptied and used again.
        #expect(try run("in", "-o", "out", "--records", "r.jsonl").code == 0)
        #expect(try run("in", "-o", "out2", "--records", "r.jsonl").code == 0)
    }

    @Test("an interrupted run exits with 130 and leaves whole pairs only")
    func interrupted() throws {
        for index in 0..<3000 { try write("in/\(index).png", Self.png) }
        let run = try box.start(["in", "-o", "out", "--records", "-", "-j", "1", "--quiet"])
        // The first record shows that work has begun.
        run.waitForOutput()
        run.send(SIGINT)
        #expect(try run.end().code == 130)
        let written = try files()
        #expect(written.count < 6000)
        let edited = written.filter { $0.hasSuffix(".edited.png") }.count
        #expect(edited * 2 == written.count, "only pairs, and no temporary file")
    }

    @Test("help and version go to standard output")
    func help() throws {
        #expect(try run("--help").standard.contains("usage: allows-editing INPUT... -o DIR [options]"))
        let version = try run("--version").standard
        #expect(version.contains("allows-editing \(AllowsEditingVersion.current)"))
        for library in ["libjpeg", "libpng", "libwebp"] { #expect(version.contains(library)) }
    }

    @Test("the self test finds the same bytes from every instruction set")
    func selfTest() throws {
        let result = try run("selftest")
        #expect(result.code == 0)
        #expect(result.standard.contains("scalar: 80 pictures scaled, the same bytes"))
        #expect(result.standard.contains(", in use"))
    }

    @Test("a dry run prints the plan and writes nothing")
    func dryRun() throws {
        try write("in/a.png", Self.png)
        let result = try run("in", "-o", "out", "--dry-run")
        #expect(result.code == 0)
        #expect(
            result.standard == """
                INPUT     CROP     SIZE  ROUTE     OUTPUT
                in/a.png  2×2+0+0  2×2   png gray  out/a.edited.png
                1 picture, 2 files: originals 0.0 MB, edited about 0.0 MB

                """)
        #expect(result.error.hasPrefix("1 picture: 1 to edit, 0 to skip, 0 would fail · "))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
    }
}
