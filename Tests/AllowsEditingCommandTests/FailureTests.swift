import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// Failures as a person reads them.
@Suite("Failures")
struct FailureTests {
    private static let errors: [EditError] = [
        .image(.malformed(nil, offset: nil, reason: "not a picture")), .image(.truncated(.jpeg, fraction: 0.5)),
        .image(.unsupported("HEIC")),
        .image(.limitExceeded(limit: "pixels", needed: 2, allowed: 1, flag: "--max-pixels")),
        .image(.limitExceeded(limit: "bytes", needed: 2, allowed: 1, flag: nil)), .image(.outOfMemory("x")),
        .image(.timeLimit(seconds: 1)), .image(.encoding(.webP, reason: "too wide")),
        .image(.tooLarge(.jpeg, bytes: 2, allowed: 1, quality: 20)), .finding(.hdr),
        .invalidOptions(reason: "x"),
        .cropOutsideImage(PixelRect(x: 0, y: 0, width: 1, height: 1), PixelSize(width: 1, height: 1)),
        .denied(path: "a", remedy: "b"), .io(path: "a", errno: 5), .io(path: "a", errno: 28), .io(path: "a", errno: 18),
        .notAFile(path: "a", what: "a pipe"),
        .changed(path: "a"), .noPictures(path: "a"), .collision(path: "a", other: "b"), .exists(path: "a"),
        .targetIsInput(path: "a"), .crashed(signal: 11), .undelivered(path: "a", errno: 32),
    ]

    @Test("a thousand failures of one kind are three lines as they happen, and two at the end")
    func many() {
        var tally = FailureTally()
        let lines = (0..<1000).compactMap {
            tally.add(.image(.truncated(.jpeg, fraction: nil)), of: BytePath("\($0).jpg"))
        }
        #expect(lines == (0..<3).map { "\($0).jpg: JPEG ends before its picture does" })
        #expect(
            tally.summary == [
                "1000 truncated: 0.jpg, 1.jpg, 2.jpg and 997 more",
                "     -> get these files again in full, or edit what is there of them with --allow-truncated",
            ])
    }

    @Test("a hard link to another file system tells what to do instead")
    func linkElsewhere() {
        #expect(EditError.io(path: "a", errno: 18).remedy.hasPrefix("use --original copy"))
    }

    @Test("a single failure is one line, and what to do about it")
    func single() {
        var tally = FailureTally()
        #expect(tally.add(.exists(path: "out/a"), of: "in/a") == "in/a: out/a exists already")
        #expect(tally.summary == ["-> \(EditError.exists(path: "out/a").remedy)"])
        // A message that names the input does not name it twice.
        #expect(tally.add(.noPictures(path: "in"), of: "in") == "in holds no picture")
    }

    @Test("kinds are told apart, and so are limits that different options raise")
    func kinds() {
        var tally = FailureTally()
        for error in Self.errors + Self.errors { #expect(tally.add(error, of: "x") != nil) }
        #expect(tally.summary.count == 2 * Self.errors.count)
        #expect(tally.summary.contains("2 exists: x, x"))
    }

    @Test("each kind says what to do", arguments: errors)
    func remedies(_ error: EditError) {
        #expect(error.remedy != "see their messages")
        // What a worker process reports is known by its kind alone.
        #expect(EditError.reported(kind: error.kind, description: "x").remedy != "see their messages")
    }

    @Test("a file for records or for the page that holds something else is not told to be skipped")
    func otherFile() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("photo", CommandFolder.png)
        for option in ["--records", "--sheet"] {
            let output = try folder.run(["in", "-o", "out", option, "photo"])
            #expect(output.code == 3 && output.error.contains("photo exists already\n-> "), "\(output.error)")
            #expect(output.error.contains("another FILE") && !output.error.contains("--existing"), "\(output.error)")
        }
        #expect(try folder.contents("photo") == CommandFolder.png)
    }

    @Test("a watch that cannot begin is told what to watch, and nothing about crops")
    func watch() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.png", CommandFolder.png)
        for arguments in [["in/a.png", "-o", "out"], ["in", "-o", "."]] {
            let output = try folder.run(arguments + ["--watch"])
            #expect(output.code == 3 && output.error.contains("-> watch folders"), "\(output.error)")
            #expect(!output.error.contains("--boxes"))
        }
    }

    @Test("a run of 24 like failures is few lines on standard error, and 24 records")
    func command() throws {
        let folder = try CommandFolder()
        for index in 10..<34 { try folder.write(BytePath("in/\(index).jpg"), [UInt8]("bad".utf8)) }
        let output = try folder.run(["in", "-o", "out", "--records", "-"])
        #expect(output.code == 1)
        #expect(output.error.split(separator: "\n").count == 6, "\(output.error)")
        #expect(output.error.contains("\n24 malformed: in/10.jpg, in/11.jpg, in/12.jpg and 21 more\n"))
        #expect(try CommandRecord.all(in: output.standard).count == 24)
    }
}
