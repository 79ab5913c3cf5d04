import Foundation
import Testing

@testable import AllowsEditing

/// What an interrupted run leaves behind.
@Suite("Promise: interrupted")
struct SignalTests {
    private let folder: CommandFolder
    private let options = ["-s", "64", "--quiet", "-j", "2"]

    init() throws { folder = try CommandFolder() }

    @Test(
        "interrupted in the middle: exit code 130, whole pairs only, no temporary file, records whole and in order",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func inTheMiddle(_ signal: Int32) throws {
        let check = try PairCheck(folder, inputs: ["in"], count: 30, options: options)
        let order = folder.names("in").map { "in/\($0)" }
        for round in 0..<8 {
            folder.remove("out")
            let run = try folder.start(["in", "-o", "out", "--records", "-"] + options)
            run.waitForOutput()
            usleep(UInt32(500 * round))
            run.send(signal)
            let result = try run.end()
            #expect(result.code == 130 || folder.names("out").count == 60, "round \(round): \(result.error)")
            #expect(try check.faults(folder, "out").isEmpty)
            let records = try CommandRecord.all(in: result.standard)
            let indices = records.compactMap { record in order.firstIndex(of: record.input) }
            #expect(indices == indices.sorted() && indices.count == records.count)
            // What has a record is there, and what is there has a record.
            #expect(records.allSatisfy { $0.status == "ok" })
            #expect(folder.names("out").count == 2 * records.count)
        }
    }

    @Test("interrupted, the run leaves a whole sheet that says so, and nothing else of it")
    func sheet() throws {
        // Seconds of work, and the signal comes after the first record.
        let count = 12_000
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<count { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        let arguments = ["in", "-o", "out", "--original", "none", "--records", "-", "--sheet", "pages/sheet.html"]
        let run = try folder.start(arguments + ["-s", "64", "-j", "2"])
        run.waitForOutput()
        run.send(SIGINT)
        let result = try run.end()
        #expect(result.code == 130)
        let done = result.standard.split(separator: "\n").count
        #expect(result.error.contains("interrupted with \(count - done) pictures left: --existing skip goes on\n"))
        #expect(folder.names("pages") == ["sheet.html"])
        let page = String(decoding: try folder.contents("pages/sheet.html"), as: UTF8.self)
        let isWhole = page.hasSuffix("</html>\n") && page.contains("Interrupted")
        #expect(isWhole)
        let items = page.split(separator: "<li data-status=\"edited\"").count - 1
        #expect(items == result.standard.split(separator: "\n").count)
    }

    @Test("more workers than there are threads do not keep a signal from coming through")
    func manyWorkers() throws {
        let count = 12_000
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<count { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        let run = try folder.start(
            ["in", "-o", "out", "--original", "none", "--records", "-", "-s", "64", "--quiet", "-j", "1024"])
        run.waitForOutput()
        run.send(SIGINT)
        let result = try run.end()
        let done = result.standard.split(separator: "\n").count
        #expect(result.code == 130 && done < count / 2, "\(done) of \(count)")
    }

    @Test("a signal at any moment ends the run: none is lost on the way to the first picture")
    func atAnyMoment() throws {
        // Many enough that no run is through before the signal comes.
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<3000 { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(state: seed)
        // The moment from which on a run notices signals: most come near it, where they could be lost.
        var edge = 6_000.0
        for round in 0..<80 {
            let run = try folder.start(["in", "-o", "out", "--original", "none", "--records", "-"] + options)
            usleep(UInt32(edge * Double.random(in: 0.8..<1.25, using: &random)))
            run.send(round % 2 == 0 ? SIGINT : SIGTERM)
            let result = try run.end()
            // Before the run could notice, the signal itself ends it, as it would any program.
            #expect(result.code == 130 || result.wasKilled, "round \(round) of seed \(seed)")
            edge *= result.wasKilled ? 1.05 : 0.95
            #expect(!folder.names("out").contains { PairCheck.isTemporary($0) }, "round \(round) of seed \(seed)")
            folder.remove("out")
        }
    }

    @Test("a run that was started to outlive its terminal does")
    func hangUpIgnored() throws {
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<400 { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        // As `nohup` does it, without its files.
        let run = try folder.start(
            ["in", "-o", "out", "--original", "none", "--records", "-"] + options,
            prefix: ["/bin/sh", "-c", #"trap "" HUP; exec "$@""#, "sh"])
        run.waitForOutput()
        run.send(SIGHUP)
        #expect(try run.end().code == 0)
        #expect(folder.names("out").count == 400)
    }
}
