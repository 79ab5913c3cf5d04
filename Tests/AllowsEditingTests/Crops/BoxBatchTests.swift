import ImageCodecs
import Testing

@testable import AllowsEditing

/// Crops of single pictures in a batch.
@Suite("Folder batch with boxes")
struct BoxBatchTests {
    @Test("a picture is found by its path as given, then by its path below the folder; others have the crop of all")
    func names() async throws {
        let folder = try TemporaryFolder()
        let png = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .png))
        for name in ["in/a.png", "in/sub/b.png", "in/c.png"] { try folder.write(BytePath(name), png) }
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        func line(_ file: String, _ x: Int) -> String {
            #"{"file":"\#(file)","tool":"box","data":{"rect":[\#(x),2,10,8]}}"#
        }
        // Only the better name of a picture counts; b.png is that of none.
        let lines = [line("a.png", 1), line("\(folder("in/a.png"))", 3), line("sub/b.png", 5), line("b.png", 7)]
        batch.boxes = try CropBoxes(parsing: Array(lines.joined(separator: "\n").utf8))
        let records = RecordCollector()
        let summary = try await batch.run { records.add($0) }
        #expect(summary.unusedCrops == ["b.png"])
        let rects = records.all.map { record in
            if case .edited(let details) = record.outcome {
                details.plan.cropRect.description
            } else {
                "\(record.json)"
            }
        }
        #expect(rects == ["10×8+3+2", "40×40+10+0", "10×8+5+2"])
        #expect(records.all.allSatisfy { !$0.json.contains("cropBox") })
    }

    @Test("names are found however the input and the file of crops spell them")
    func spellings() async throws {
        let folder = try TemporaryFolder()
        let png = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .png))
        try folder.write("in/sub/b.png", png)
        let lines = ["\(folder("in"))/./sub//b.png", "./no"].map { file in
            #"{"file":"\#(file)","tool":"box","data":{"rect":[3,2,10,8]}}"#
        }
        for (index, input) in ["in/sub//b.png", "in/./sub/b.png", "./in/.//sub/./b.png"].enumerated() {
            var batch = FolderBatch(inputs: [folder(input)], output: folder("out\(index)"))
            batch.boxes = try CropBoxes(parsing: Array(lines.joined(separator: "\n").utf8))
            let records = RecordCollector()
            let summary = try await batch.run { records.add($0) }
            #expect(summary.unusedCrops == ["./no"])
            #expect(records.all.count == 1 && records.all[0].json.contains(#""cropRect":[3,2,10,8]"#), "\(input)")
        }
    }

    @Test("a file of crops that cannot be read says where")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("boxes.jsonl", Array("\n{}".utf8))
        do {
            _ = try CropBoxes(contentsOf: path)
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasPrefix("\(path), line 2: tool is missing"))
        }
        #expect(throws: EditError.self) { try CropBoxes(contentsOf: folder("none")) }
    }

    @Test("what a worker process is told of a crop survives the line")
    func message() throws {
        let message = WorkerMessage.file([1, 2, 3], crop: [4, 5])
        let bytes = message.parts.joined()
        guard case .file(let file, let crop)? = WorkerMessage(Array(bytes.dropFirst(8))) else {
            Issue.record("it was not read")
            return
        }
        #expect(file == [1, 2, 3] && crop == [4, 5])
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length == bytes.count - 8)
    }
}
