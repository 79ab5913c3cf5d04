import Foundation
import TestSupport
import Testing

@testable import AllowsEditing

/// Runs under the limits of a shell: open files, memory, size of files, stack of pending work.
@Suite("Promise: limits")
struct LimitTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// 20,000 where `ALLOWS_EDITING_LONG` is set; 2,000 show the same in a tenth of the time, as the limit is 64.
    private static let count = ProcessInfo.processInfo.environment["ALLOWS_EDITING_LONG"] == nil ? 2000 : 20_000

    @Test("thousands of files with 64 descriptors: all edited, none lost", arguments: ["2", "64"])
    func descriptors(_ jobs: String) throws {
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<Self.count { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        let result = try folder.run(
            ["in", "-o", "out", "-s", "8", "--original", "link", "-j", jobs, "--quiet", "--records", "-"],
            prefix: CommandFolder.limit("-n 64"))
        #expect(result.code == 0, "\(result.error.prefix(500))")
        let records = try CommandRecord.all(in: result.standard)
        #expect(records.count == Self.count && records.allSatisfy { $0.status == "ok" })
        #expect(folder.names("out").count == 2 * Self.count)
    }

    @Test("a limit on the size of files: what is larger is a failed record, what is smaller is edited")
    func fileSize() throws {
        // Blocks of 512 bytes: 4 KiB. With blocks of 1024, as in some shells, 8 KiB.
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/b.jpg", CommandFolder.picture(1, width: 400, height: 400))
        try folder.write("in/c.png", CommandFolder.png)
        #expect(try folder.contents("in/b.jpg").count > 8 << 10)
        for original in ["copy", "none"] {
            let result = try folder.run(
                ["in", "-o", "out", "--original", original, "--records", "-", "-j", "1"],
                prefix: CommandFolder.limit("-f 8"))
            #expect(result.code == 1, "\(result.error)")
            let records = try CommandRecord.all(in: result.standard)
            #expect(records.map(\.kind) == ["ok", "io", "ok"])
            #expect(records[1].error?.message.contains("File too large") ?? false)
            let stems = original == "copy" ? ["edited", "original"] : ["edited"]
            #expect(folder.names("out") == ["a", "c"].flatMap { name in stems.map { "\(name).\($0).png" } })
            folder.remove("out")
        }
    }

    @Test("a file of records that meets a limit ends with a whole line")
    func recordsAreCutAtALine() throws {
        try folder.write("in/0.png", CommandFolder.png)
        for index in 1..<40 { try folder("in/0.png").hardLink(at: folder(BytePath("in/\(index).png"))) }
        let result = try folder.run(
            ["in", "-o", "out", "--records", "r.jsonl"], prefix: CommandFolder.limit("-f 8"))
        #expect(result.code == 1)
        #expect(result.error.contains("not all records were written"))
        #expect(folder.names("out").count == 80)
        let text = String(decoding: try folder.contents("r.jsonl"), as: UTF8.self)
        #expect(try !CommandRecord.all(in: text).isEmpty)
    }

    @Test(
        "closed standard streams: no message lands in a file that the command opened", arguments: ["2>&-", "1>&- 2>&-"])
    func closedStreams(_ closing: String) throws {
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/b.png", [1, 2, 3])
        _ = try folder.run(
            ["in", "-o", "out", "--records", "r.jsonl"], prefix: ["/bin/sh", "-c", "exec \"$@\" \(closing)", "sh"])
        let records = try CommandRecord.all(in: String(decoding: try folder.contents("r.jsonl"), as: UTF8.self))
        #expect(records.map(\.kind) == ["ok", "malformed"])
    }

    @Test(
        "a limit on memory: no half file at any limit, and where the process can go on a failed record",
        .disabled(if: isSanitized, "a sanitizer takes terabytes of addresses"))
    func memory() throws {
        let options = ["--quiet", "-j", "2", "-s", "64"]
        let check = try PairCheck(folder, inputs: ["in"], count: 6, options: options)
        // How much address space the command needs only to start depends on the system. Below that, and a little above, it may
        // end by a signal, since Swift ends a process whose small allocations fail, or wait for ever for a thread, since Dispatch
        // tries again and again where there is no room for its stack. Then only whole pairs are promised.
        var finished = 0
        for megabytes in [30, 60, 90, 120, 180, 250, 400, 2000] {
            let run = try folder.start(
                ["in", "-o", "out"] + options, prefix: CommandFolder.limit("-v \(megabytes << 10)"))
            let result = try run.end(orKilledAfter: 3)
            let faults = try check.faults(folder, "out", allowsTemporary: result.wasKilled)
            #expect(faults.isEmpty, "\(megabytes) MB")
            if result.code == 0 { finished += 1 }
            folder.remove("out")
        }
        #expect(finished > 0, "not even the most comfortable limit suffices")
        #expect(try check.areUntouched(folder, ["in"]))
    }

    @Test(
        "a picture that does not fit in memory is a failed record, and the others are edited",
        .disabled(if: isSanitized, "a sanitizer takes terabytes of addresses"))
    func largePicture() throws {
        try folder.write("in/a.png", CommandFolder.png)
        // Larger than the limit before it is even decoded: a file of 3 GB that begins like a picture.
        try folder.write("in/b.png", CommandFolder.png)
        let result = unsafe truncate(folder.url.path + "/in/b.png", 3 << 30)
        try #require(result == 0)
        // A picture of which the pixels do not fit: 16000 × 16000, interlaced, cut short behind its header.
        try folder.write("in/c.png", Self.interlaced(16_000))
        try folder.write("in/d.png", CommandFolder.png)
        let output = try folder.run(
            [
                "in", "-o", "out", "-s", "64", "-j", "1", "--memory", "4G", "--max-memory", "4G", "--quiet",
                "--records", "-",
            ],
            prefix: CommandFolder.limit("-v \(700 << 10)"))
        #expect(output.code == 1, "\(output.error.prefix(500))")
        let records = try CommandRecord.all(in: output.standard)
        #expect(records.map(\.kind) == ["ok", "outOfMemory", "outOfMemory", "ok"])
        #expect(folder.names("out").count == 4)
    }

    /// The start of an interlaced PNG of RGBA with a square of this side.
    private static func interlaced(_ side: UInt32) -> [UInt8] {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = [UInt8](name.utf8) + data
            var sum = UInt32.max
            for byte in body {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            return bigEndian(UInt32(data.count)) + body + bigEndian(~sum)
        }
        func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let header = bigEndian(side) + bigEndian(side) + [8, 6, 0, 0, 1]
        return CommandFolder.png.prefix(8) + chunk("IHDR", header) + chunk("IDAT", [0x78, 0xDA, 0x63, 0x60])
    }
}
