import Foundation
import Testing

@testable import AllowsEditing

/// The promise that a run which was killed can be taken up again: what comes out is what one run would have made.
@Suite("Promise: resuming")
struct ResumeCommandTests {
    private let folder: CommandFolder
    private static let count = 300

    init() throws {
        folder = try CommandFolder()
        let formats: [(ImageFormat, String)] = [(.jpeg, "jpg"), (.png, "png"), (.webP, "webp")]
        // A few pictures under many names: what is written is told apart by its name, and making more would take longer.
        for (index, (format, ending)) in formats.enumerated() {
            let bytes = try CommandFolder.picture(index, width: 60, height: 40, format: format)
            for number in stride(from: index, to: Self.count, by: 3) {
                try folder.write(BytePath("in/\(number % 7)/\(number).\(ending)"), bytes)
            }
        }
    }

    /// Every file below a folder with its contents, but for the journals.
    private func tree(_ name: BytePath) throws -> [BytePath: [UInt8]] {
        var files: [BytePath: [UInt8]] = [:]
        for entry in (try? folder(name).entries()) ?? [] where entry != JournalFolder.name {
            let path = name.appending(entry)
            if folder(path).isFolder {
                for (file, bytes) in try tree(path) { files[entry.appending(file)] = bytes }
            } else {
                files[entry] = try folder.contents(path)
            }
        }
        return files
    }

    private func countFiles(_ name: BytePath) -> Int {
        ((try? folder(name).entries()) ?? []).reduce(0) { count, entry in
            let path = name.appending(entry)
            return count + (entry == JournalFolder.name ? 0 : folder(path).isFolder ? countFiles(path) : 1)
        }
    }

    @Test(
        "300 pictures resumed after eight kills equal one clean run, and no temporary file is left",
        arguments: ["{name}.{kind}.{ext}", "{kind}/{dir}/{index}-{name}.{ext}"])
    func killed(_ template: String) throws {
        let options = ["-s", "24", "-j", "2", "--name", template]
        #expect(try folder.run(["in", "-o", "clean"] + options).code == 0)
        let clean = try tree("clean")
        #expect(clean.count == 2 * Self.count)
        var landed = 0
        for _ in 0..<8 {
            let before = countFiles("out")
            let run = try folder.start(["in", "-o", "out", "--existing", "skip"] + options)
            while run.isRunning, countFiles("out") < min(before + 40, clean.count) { usleep(500) }
            run.send(SIGKILL)
            landed += try run.end().wasKilled ? 1 : 0
            let there = try tree("out").filter { !PairCheck.isTemporary($0.key.lastComponent.description) }
            let isSound = there.allSatisfy { clean[$0.key] == $0.value }
            #expect(isSound, "a name holds what a clean run does not put there")
        }
        #expect(landed >= 4, "the runs ended before they were killed")
        let last = try folder.run(["in", "-o", "out", "--existing", "skip"] + options)
        #expect(last.code == 0, "\(last.error)")
        let isSame = try tree("out") == clean
        #expect(isSame, "something is missing, left over or different")
        let again = try folder.run(["in", "-o", "out", "--existing", "skip"] + options)
        #expect(again.code == 0 && again.error.contains(" 0 edited, 300 skipped, 0 failed"), "\(again.error)")
    }

    @Test("runs that do the same at once make the same tree once, and none of them fails")
    func atOnce() throws {
        #expect(try folder.run(["in", "-o", "clean", "-s", "24"]).code == 0)
        let runs = try (0..<3).map { _ in
            try folder.start(["in", "-o", "out", "-s", "24", "-j", "1", "--existing", "skip"])
        }
        for run in runs {
            let result = try run.end()
            #expect(result.code == 0, "\(result.error)")
        }
        let isSame = try tree("out") == tree("clean")
        #expect(isSame)
    }

    @Test("--name that is no template is refused, and the message names what there is")
    func template() throws {
        for (template, words) in [
            ("{nam}", ["--name", "{nam}", "{name}"]), ("{name}.{ext}", ["--name", "{kind}"]), ("../{kind}", ["'..'"]),
        ] {
            let result = try folder.run(["in", "-o", "out", "--name", template])
            #expect(result.code == 2 && words.allSatisfy(result.error.contains), "\(result.error)")
        }
        #expect(try folder.run(["--help", "names"]).standard.contains("{kind}/{dir}/{name}.{ext}"))
    }
}
