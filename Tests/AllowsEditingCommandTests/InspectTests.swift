import AllowsEditing
import Foundation
import Testing

@testable import AllowsEditingCommand

/// What `inspect` prints, and how it ends.
@Suite("Inspect")
struct InspectTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        // Snapshots name the files by short paths.
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("f").path,
            withDestinationPath: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Fixtures/valid").standardized.path)
    }

    private func inspect(_ arguments: String...) throws -> CommandRun.Output {
        try folder.run(["inspect"] + arguments)
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    @Test("for people, the facts stand below each name with their values in one column")
    func people() throws {
        let result = try inspect(
            "f/orientation/subsampled-8.jpg", "f/jpeg/arithmetic-progressive.jpg", "f/jpeg/cmyk-adobe.jpg",
            "f/png/palette-4-trns-adam7.png", "f/webp/lossy-alpha.webp")
        #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
        #expect(
            result.standard == """
                f/orientation/subsampled-8.jpg
                  format         JPEG
                  file size      1172 bytes
                  stored size    45×61
                  upright size   61×45
                  orientation    8 (to be turned by 90° counter-clockwise)
                  color          YCbCr, 8 bits a sample
                  chroma         4:2:2
                  sampling       2x1 1x1 1x1
                  coding         sequential
                  metadata       50 bytes

                f/jpeg/arithmetic-progressive.jpg
                  format         JPEG
                  file size      2273 bytes
                  stored size    96×72
                  upright size   96×72
                  orientation    1 (stored as seen)
                  color          YCbCr, 8 bits a sample
                  chroma         4:2:0
                  sampling       2x2 1x1 1x1
                  coding         progressive, arithmetic
                  metadata       16 bytes

                f/jpeg/cmyk-adobe.jpg
                  format         JPEG
                  file size      264 bytes
                  stored size    32×32
                  upright size   32×32
                  orientation    1 (stored as seen)
                  color          CMYK, 8 bits a sample
                  sampling       1x1 1x1 1x1 1x1
                  coding         sequential
                  metadata       14 bytes
                  findings       cmyk-approximated

                f/png/palette-4-trns-adam7.png
                  format         PNG
                  file size      394 bytes
                  stored size    29×21
                  upright size   29×21
                  orientation    1 (stored as seen)
                  color          palette of RGB, 4 bits an index, alpha
                  coding         lossless, interlaced
                  metadata       56 bytes

                f/webp/lossy-alpha.webp
                  format         WebP
                  file size      1072 bytes
                  stored size    64×48
                  upright size   64×48
                  orientation    1 (stored as seen)
                  color          YCbCr, 8 bits a sample, alpha
                  chroma         4:2:0
                  coding         lossy
                  metadata       10 bytes

                """)
    }

    @Test("for programs, each file is one object, with the keys of records where they mean the same")
    func json() throws {
        let result = try inspect(
            "f/jpeg/scans-sequential.jpg", "f/png/gray-1-trns-adam7.png", "f/webp/animated-lossy.webp", "--json")
        #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
        let lines = [
            #"{"input":"f/jpeg/scans-sequential.jpg","status":"ok","bytes":2978,"format":"jpeg","storedSize":[96,72],"#
                + #""orientation":1,"originalSize":[96,72],"color":"ycbcr","bitDepth":8,"alpha":false,"#
                + #""subsampling":"4:2:0","samplingFactors":["2x2","1x1","1x1"],"progressive":false,"#
                + #""severalScans":true,"arithmetic":false,"lossless":false,"animated":false,"metadataBytes":16}"#,
            #"{"input":"f/png/gray-1-trns-adam7.png","status":"ok","bytes":146,"format":"png","storedSize":[29,21],"#
                + #""orientation":1,"originalSize":[29,21],"color":"gray","bitDepth":1,"alpha":true,"palette":false,"#
                + #""interlaced":true,"lossless":true,"animated":false,"metadataBytes":2}"#,
            #"{"input":"f/webp/animated-lossy.webp","status":"ok","bytes":230,"format":"webp","storedSize":[32,32],"#
                + #""orientation":1,"originalSize":[32,32],"color":"ycbcr","bitDepth":8,"alpha":false,"#
                + #""subsampling":"4:2:0","lossless":false,"animated":true,"metadataBytes":16,"findings":["animation"]}"#,
        ]
        #expect(result.standard == lines.joined(separator: "\n") + "\n")
    }

    @Test("what is odd about a header is listed by its code")
    func findings() throws {
        #expect(try inspect("f/orientation/value-9.jpg").standard.contains("\n  findings       orientation-invalid\n"))
        #expect(
            try inspect("f/orientation/value-9.jpg", "--json").standard.contains(
                #""findings":["orientation-invalid"]"#))
    }

    @Test("a color profile is called by its name, and one that is broken or absent by none")
    func profile() throws {
        let names = [
            "f/jpeg/icc-srgb.jpg": "sRGB", "f/jpeg/icc-nine-parts.jpg": "Display P3", "f/png/icc-p3.png": "Display P3",
            "f/webp/extended-icc-exif.webp": "Display P3", "f/jpeg/icc-missing-part.jpg": nil, "f/jpeg/gray.jpg": nil,
        ]
        for (file, name) in names {
            #expect(try objects(try inspect(file, "--json").standard)[0]["profile"] as? String == name, "\(file)")
            let line = try inspect(file).standard.split(separator: "\n").first { $0.hasPrefix("  profile ") }
            #expect(line.map { String($0) } == name.map { "  profile        \($0)" }, "\(file)")
        }
    }

    @Test("with options on the edit it tells what a dry run tells of it")
    func edit() throws {
        let files = ["f/jpeg/size-500x399.jpg", "f/png/rgba-8.png", "f/webp/lossy.webp", "f/orientation/6.webp"]
        let options = ["-s", "40", "-s", "20", "-c", "top", "-f", "webp"]
        let plans = try objects(
            try folder.run(files + options + ["-o", "out", "--dry-run", "--records", "-"]).standard)
        let inspected = try objects(try folder.run(["inspect", "--json"] + files + options).standard)
        #expect(plans.count == files.count && inspected.count == files.count)
        for (plan, object) in zip(plans, inspected) {
            let edit = object["edit"] as? [String: Any] ?? [:]
            #expect(edit["format"] as? String == "webp")
            for key in ["cropRect", "memory", "route"] {
                #expect(plan[key] as? NSObject == edit[key] as? NSObject && edit[key] != nil, "\(key)")
            }
            for key in ["input", "format", "storedSize", "orientation", "originalSize"] {
                #expect(plan[key] as? NSObject == object[key] as? NSObject && plan[key] != nil, "\(key)")
            }
            let sizes = (edit["edited"] as? [[String: Any]])?.map { $0["size"] as? [Int] }
            #expect(sizes == (plan["edited"] as? [[String: Any]])?.map { $0["size"] as? [Int] })
        }
        let text = try folder.run(["inspect", files[0]] + options).standard
        #expect(
            text.contains("\n  crop           399×399+50+0\n  edited         40×40, 20×20 WebP\n  route          jpeg ")
        )
        #expect(text.hasSuffix(" bytes at most\n"))
    }

    @Test("an edit that would fail is told with its reason, the header is shown, and the exit code is 1")
    func failingEdit() throws {
        let result = try inspect("f/jpeg/gray.jpg", "-c", "1,1,999,999")
        #expect(result.code == 1)
        #expect(result.standard.contains("\n  edit           fails: the crop 999×999+1+1 does not lie inside "))
        let json = try inspect("f/jpeg/gray.jpg", "--max-side", "60", "--json")
        #expect(
            json.code == 1 && json.standard.contains(#""edit":{"error":{"kind":"limitExceeded","message":"needs 61 "#))
    }

    @Test(
        "a file that cannot be read does not keep the others from being shown: exit code 1, and 3 where it is all of them"
    )
    func unreadable() throws {
        try folder.write("text.jpg", [UInt8]("not a picture".utf8))
        for flags in [[], ["--json"]] {
            let some = try folder.run(["inspect", "missing", "f/jpeg/gray.jpg", "text.jpg", "in"] + flags)
            #expect(some.code == 1)
            #expect(some.error.contains("allows-editing: missing: No such file or directory\n"))
            #expect(some.error.contains("allows-editing: text.jpg: not a picture: "))
            #expect(some.error.contains("allows-editing: in is a folder, not a file\n"))
            let none = try folder.run(["inspect", "missing", "text.jpg"] + flags)
            #expect(none.code == 3)
            if flags.isEmpty {
                #expect(none.standard.isEmpty && some.standard.hasPrefix("f/jpeg/gray.jpg\n  format "))
            } else {
                #expect(try CommandRecord.all(in: some.standard).map(\.kind) == ["io", "ok", "malformed", "io"])
                #expect(try CommandRecord.all(in: none.standard).map(\.kind) == ["io", "malformed"])
            }
        }
        let full = try folder.run(
            ["inspect", "f/jpeg/gray.jpg"], prefix: ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"])
        #expect(full.code == 1 && full.error.contains("standard output could not be written"))
    }

    @Test("- is standard input, and a name does nothing to the terminal")
    func names() throws {
        let piped = try folder.run(
            ["inspect", "-", "--json"], prefix: ["/bin/sh", "-c", "cat f/jpeg/gray.jpg | \"$@\"", "sh"])
        #expect(piped.code == 0 && piped.standard.hasPrefix(#"{"input":"-","status":"ok","bytes":551,"#))
        let empty = try folder.run(["inspect", "-"], prefix: ["/bin/sh", "-c", "\"$@\" < /dev/null", "sh"])
        #expect(empty.code == 3 && empty.error == "allows-editing: -: the file is empty\n")
        let name = BytePath(bytes: [0x61, 0x0A, 0x1B, 0xE9])
        try folder.write(name, CommandFolder.png)
        // A shell passes the bytes of a name as they are.
        let shell = ["/bin/sh", "-c", "exec \"$@\" a*", "sh"]
        #expect(try folder.run(["inspect"], prefix: shell).standard.hasPrefix("a\u{FFFD}\u{FFFD}\u{FFFD}\n"))
        let json = try folder.run(["inspect", "--json"], prefix: shell).standard
        #expect(json.hasPrefix(#"{"input":"a\n\u001b\#u{FFFD}","inputBytes":"YQob6Q==","status":"ok","#))
    }

    @Test("no fixture crashes it, and everything that has a header is shown")
    func everyFixture() throws {
        let list = #"find -L f f/../malformed f/../photos -type f | sort | xargs -d '\n' "$@""#
        let result = try folder.run(["inspect", "--json", "-s", "16"], prefix: ["/bin/sh", "-c", list, "sh"])
        let records = try CommandRecord.all(in: result.standard)
        #expect(records.count > 300 && records.filter { $0.status == "ok" }.count > 250)
    }
}

/// How the command line of `inspect` is read.
@Suite("Inspect: arguments")
struct InspectArgumentTests {
    private func parse(_ arguments: String) throws(UsageError) -> Invocation {
        try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) })
    }

    @Test(
        "options that write or run something are no options of inspect",
        arguments: [
            "-o out", "--original copy", "-j 2", "--isolate", "--existing error", "--records -", "--dry-run", "--quiet",
        ])
    func refused(_ option: String) {
        #expect {
            try parse("inspect a.jpg \(option)")
        } throws: { error in
            (error as? UsageError)?.message.hasPrefix("inspect does not take \(option.split(separator: " ")[0]): ")
                == true
        }
    }

    @Test("options of inspect are no options of a batch, and a batch may have an input of that name")
    func alone() throws {
        #expect(throws: UsageError("--json is for inspect alone; see --help")) { try parse("a.jpg -o out --json") }
        #expect(try parse("a.jpg inspect -o out").task == .batch)
        #expect(try parse("./inspect -o out").batch().inputs == ["./inspect"])
    }

    @Test("nothing to inspect, standard input twice and options that contradict each other are usage errors")
    func usage() {
        for arguments in ["inspect", "inspect - -", "inspect a -s 1 -s 1"] {
            #expect(throws: UsageError.self) { try InspectCommand(try parse(arguments)) }
        }
    }

    @Test("an option on the edit asks for its plan, and one on the output does not")
    func asksForPlan() throws {
        #expect(try !parse("inspect a --json").describesEdit)
        for option in ["-s 3", "-c top", "--enlarge", "--max-side 4"] {
            #expect(try parse("inspect a \(option)").describesEdit)
        }
    }

    @Test("its help names its options and no others")
    func help() throws {
        for arguments in ["help inspect", "--help inspect", "inspect --help"] {
            let invocation = try parse(arguments)
            #expect(invocation.task == .help)
            let text = try Help.text(on: invocation.inputs.first)
            #expect(text.contains("usage: allows-editing inspect FILE..."))
            #expect(text.contains("--json") && text.contains("--crop") && !text.contains("--records"))
        }
    }
}
