import AllowsEditing
import Foundation
import Testing

/// `--crop attention` of the built command.
@Suite("Attention, command")
struct AttentionCommandTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// The records without their times, and the edited files.
    private func run(_ arguments: [String]) throws -> (records: [String], files: [[UInt8]]) {
        let result = try folder.run(arguments + ["-o", "out", "--records", "-", "--quiet"])
        let files = try folder.paths(below: "out").map { name in (try? folder.contents(BytePath("out/\(name)"))) ?? [] }
        folder.remove("out")
        let lines = result.standard.split(separator: "\n")
        return (lines.map { String($0.split(separator: ",\"milliseconds\"")[0]) }, files)
    }

    @Test("every fixture comes out of a process of its own with the same place and the same bytes")
    func isolated() throws {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures").standardized.path
        let arguments = [
            "\(fixtures)/valid", "\(fixtures)/malformed", "-s", "30x40", "-c", "attention", "--animation", "keep",
            "--original", "none",
        ]
        let (records, files) = try run(arguments)
        #expect(records.count > 300 && records.contains { $0.contains(#" attention""#) })
        let isolated = try run(arguments + ["--isolate"])
        #expect(isolated.records == records)
        let isSame = isolated.files == files
        #expect(isSame)
    }

    @Test("a dry run says that the pixels will place the crop")
    func dryRun() throws {
        try folder.write("in/a.jpg", CommandFolder.picture(1, width: 200, height: 100))
        let result = try folder.run(["in", "-o", "out", "-s", "20", "--crop", "attention", "--dry-run"])
        #expect(result.code == 0, "\(result.error)")
        #expect(result.standard.contains("  100×100 placed by attention  20×20  jpeg "))
    }
}
