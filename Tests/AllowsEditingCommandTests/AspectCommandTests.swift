import AllowsEditing
import Foundation
import Testing

@testable import AllowsEditingCommand

/// `--aspect` on the command line.
@Suite("Aspect on the command line")
struct AspectCommandTests {
    private func parse(_ arguments: String) throws(UsageError) -> Invocation {
        try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) })
    }

    @Test(
        "two positive numbers are an aspect, whole or with decimals",
        arguments: [
            ("4:3", 4, 3), ("8:6", 4, 3), ("1:1", 1, 1), ("1.91:1", 191, 100), ("1:1.5", 2, 3), ("2.390:1.0", 239, 100),
            ("1000000000:1", 1_000_000_000, 1),
        ])
    func numbers(_ text: String, _ width: Int, _ height: Int) throws {
        #expect(try parse("--aspect \(text)").options.aspect == AspectRatio(width: width, height: height))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "4", "4:", ":3", "4:3:2", "0:1", "1:0", "0.0:1", "-4:3", "+4:3", "4x3", "a:b", "nan:1", "1e3:1", "1.:1",
            ".5:1",
            "1..2:1", "1.2.3:1", "1000000001:1", "1000000000:1.5", "99999999999999999999:1",
        ])
    func wrong(_ text: String) {
        #expect {
            try parse("--aspect=\(text)")
        } throws: { error in
            (error as? UsageError)?.message.hasPrefix("--aspect: '\(text)' is not allowed; it takes W:H: ") ?? false
        }
    }

    @Test("a size of width and height may say the same, and nothing else")
    func sizes() throws {
        #expect(throws: Never.self) { try parse("in -o out --aspect 4:3 -s 400x300 -s 40 -s full").batch() }
        #expect(
            throws: UsageError("the aspect is 191:100, and the size 1200x630 has another: leave out one of the two")
        ) { try parse("in -o out --aspect 1.91:1 -s full -s 1200x630").batch() }
        #expect(throws: UsageError.self) { try parse("inspect a --aspect 4:3 -s 30x30").editOptions() }
    }

    private static let upright = "in/a.jpg"
    private static let turned = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fixtures/valid/orientation/6.jpg").standardized.path

    @Test(
        "the part that is kept has this shape, wherever it lies and whatever its size; a rectangle keeps its own",
        arguments: [
            (upright, "--aspect 16:9", "0,15,160,90", "160,90"), (upright, "--aspect 3:4", "35,0,90,120", "90,120"),
            (upright, "--aspect 16:9 -s 64", "0,15,160,90", "64,36"),
            (upright, "--aspect 4:3 -s 40x30", "0,0,160,120", "40,30"),
            (upright, "--aspect 3:4 -c right", "70,0,90,120", "90,120"),
            (upright, "--aspect 3:4 -c focus=0,0", "0,0,90,120", "90,120"),
            (upright, "--aspect 3:4 -c zoom=2,1,1", "115,60,45,60", "45,60"),
            (upright, "--aspect 3:4 -c 1,2,30,20", "1,2,30,20", "30,20"),
            (upright, "--aspect 3:4 -c 0%,0%,50%,50% -s 40", "0,0,80,60", "40,30"),
            (turned, "--aspect 3:4", "12,0,24,32", "24,32"),
            (turned, "--aspect 2:1 -c bottom -s 24", "0,8,48,24", "24,12"),
        ])
    func shapes(_ input: String, _ options: String, _ crop: String, _ size: String) throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(1))
        let result = try folder.run(
            [input, "-o", "out", "--records", "-"] + options.split(separator: " ").map { String($0) })
        #expect(result.code == 0, "\(result.error)")
        #expect(result.standard.contains(#""cropRect":[\#(crop)],"#), "\(result.standard)")
        #expect(result.standard.contains(#""size":[\#(size)],"#), "\(result.standard)")
    }

    @Test("where people look, the part has this shape as well, isolated and not", arguments: [[], ["--isolate"]])
    func attention(_ isolated: [String]) throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(1))
        let result = try folder.run(
            ["in", "-o", "out", "--records", "-", "--aspect", "3:4", "-c", "attention"] + isolated)
        #expect(result.code == 0, "\(result.error)")
        #expect(result.standard.contains(#",0,90,120],"#), "\(result.standard)")
    }

    @Test("a box keeps its shape, and what no box names has that of the aspect")
    func boxes() throws {
        let folder = try CommandFolder()
        for name in ["a", "b"] { try folder.write(BytePath("in/\(name).jpg"), CommandFolder.picture(1)) }
        try folder.write(
            "boxes.jsonl", [UInt8](#"{"file":"a.jpg","tool":"box","data":{"rect":[1,2,10,8]}}"#.utf8))
        let result = try folder.run(
            ["in", "-o", "out", "--records", "-", "--aspect", "3:4", "--boxes", "boxes.jsonl"])
        let records = result.standard.split(separator: "\n")
        #expect(result.code == 0 && records.count == 2, "\(result.error)")
        #expect(records.first?.contains(#""cropRect":[1,2,10,8]"#) ?? false)
        #expect(records.last?.contains(#""cropRect":[35,0,90,120]"#) ?? false)
    }
}
