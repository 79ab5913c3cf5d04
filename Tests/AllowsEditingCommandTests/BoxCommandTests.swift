import AllowsEditing
import Testing

@testable import AllowsEditingCommand

/// Crops of front ends, paddings and masks on the command line.
@Suite("Boxes on the command line")
struct BoxCommandTests {
    private func parse(_ arguments: String...) throws(UsageError) -> Invocation {
        try Invocation(arguments: arguments.map { [UInt8]($0.utf8) })
    }

    @Test("a mask, a padding and a file of boxes are understood")
    func arguments() throws {
        let invocation = try parse("--mask", "rounded=0.25", "--padding=#102030", "--boxes", "boxes.jsonl")
        #expect(invocation.options.mask == .roundedRectangle(radius: 0.25) && invocation.boxes == "boxes.jsonl")
        #expect(invocation.options.padding == RGBColor(red: 16, green: 32, blue: 48))
        #expect(try parse("--mask=ellipse").options.mask == .ellipse)
        for wrong in [
            "--mask=circle", "--mask=rounded", "--mask=rounded=0.6", "--mask=rounded=x", "--padding=red", "--boxes=",
        ] {
            #expect(throws: UsageError.self) { try parse(wrong) }
        }
    }

    @Test("pictures named in the file are cropped so, the same with and without isolation")
    func boxes() throws {
        let folder = try CommandFolder()
        for index in 0..<3 { try folder.write(BytePath("in/\(index).jpg"), CommandFolder.picture(index)) }
        let lines = [
            #"{"file":"in/0.jpg","tool":"tocrop","data":{"x":10,"y":20,"width":60,"height":40,"angle":90}}"#,
            #"{"file":"9.jpg","tool":"box","data":{"rect":[0,0,1,1]}}"#,
            #"{"file":"1.jpg","tool":"react-easy-crop","data":{"x":70,"y":60,"width":40,"height":30,"rotation":20}}"#,
        ]
        try folder.write("boxes.jsonl", Array(lines.joined(separator: "\n").utf8))
        var outputs: [[[UInt8]]] = []
        for extra in [[], ["--isolate"]] {
            let run = try folder.run(
                ["in", "-o", "out", "--boxes", "boxes.jsonl", "--existing", "overwrite", "--records", "-"] + extra)
            let records = run.standard.split(separator: "\n")
            #expect(run.code == 0 && records.count == 3)
            #expect(run.error.contains("--boxes names 9.jpg, which is not among the inputs"))
            #expect(records[0].contains(#""cropRect":[20,50,40,60],"cropBox":{"center":[40.0000,80.0000]"#))
            #expect(records[1].contains(#""rotation":20.0000"#) && records[1].contains(#""size":[40,30]"#))
            #expect(records[2].contains(#""cropRect":[20,0,120,120],"edited""#))
            outputs.append(try (0..<3).map { try folder.contents(BytePath("out/\($0).edited.jpg")) })
        }
        #expect(outputs[0] == outputs[1])
    }

    @Test("the help on boxes names every front end, and its examples can be read")
    func help() throws {
        let text = try Help.text(on: "boxes")
        #expect(CropTool.allCases.allSatisfy { text.contains("  \($0.rawValue) ") })
        let examples = text.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(try CropBoxes(parsing: Array(examples.joined(separator: "\n").utf8)).count == 2)
    }

    @Test("boxes come from a file, from standard input or from a pipe, isolated and not")
    func sources() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(0))
        try folder.write("boxes", [UInt8](#"{"file":"a.jpg","tool":"box","data":{"rect":[1,2,10,8]}}"#.utf8))
        for isolated in [[], ["--isolate"]] {
            for (boxes, before, redirections) in [
                ("boxes", "", ""), ("-", "", "< boxes"), ("-", "(sleep 0.1; cat boxes) |", ""),
                ("fifo", "rm -f fifo; mkfifo fifo; (sleep 0.1; cat boxes > fifo) &", ""),
            ] {
                let result = try folder.run(
                    ["in", "-o", "out", "--existing", "overwrite", "--records", "-", "--boxes", boxes] + isolated,
                    prefix: ["/bin/sh", "-c", "\(before) \"$@\" \(redirections)", "sh"])
                #expect(result.code == 0, "\(boxes): \(result.error)")
                #expect(result.standard.contains(#""cropRect":[1,2,10,8]"#), "\(result.standard)")
            }
        }
    }

    @Test("boxes that cannot be read are a usage error, and nothing is written")
    func unreadable() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(0))
        for (boxes, message) in [("none", "none: No such file or directory"), ("in", "in: Is a directory")] {
            let result = try folder.run(["in", "-o", "out", "--boxes", boxes])
            #expect(result.code == 2 && result.error.contains("--boxes: \(message)"), "\(result.error)")
        }
        let closed = try folder.run(
            ["in", "-o", "out", "--boxes", "-"], prefix: ["/bin/sh", "-c", "\"$@\" <&-", "sh"])
        #expect(closed.code == 2 && closed.error.contains("--boxes: standard input: "), "\(closed.error)")
        #expect(folder.names("out").isEmpty)
    }

    @Test("a box that reaches beyond the picture is told with its place and with the option that fills it")
    func outside() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(0))
        try folder.write("boxes", [UInt8](#"{"file":"a.jpg","tool":"box","data":{"rect":[-33,-20,100,80]}}"#.utf8))
        for isolated in [[], ["--isolate"]] {
            let result = try folder.run(["in", "-o", "out", "--boxes", "boxes"] + isolated)
            #expect(result.code == 1 && result.error.contains("the crop 100×80-33-20 does not lie"), "\(result.error)")
            #expect(result.error.contains("--padding"), "\(result.error)")
        }
    }

    @Test("a file of boxes with a fault is told by its line before anything is done")
    func fault() throws {
        let folder = try CommandFolder()
        try folder.write("in/a.jpg", CommandFolder.picture(0))
        try folder.write("boxes.jsonl", Array("\n{\"file\":\"a\"}\n".utf8))
        let run = try folder.run(["in", "-o", "out", "--boxes", "boxes.jsonl"])
        #expect(run.code == 2 && run.error.contains("--boxes: boxes.jsonl, line 2: tool is missing"))
        #expect(folder.names("out").isEmpty)
    }
}
