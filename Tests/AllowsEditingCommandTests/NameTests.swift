import Foundation
import Testing

@testable import AllowsEditing

/// Names that a file system takes and that programs stumble over.
@Suite("Promise: names")
struct NameTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    private static let names: [[UInt8]] = [
        [0x63, 0xE9, 0x2E, 0x70, 0x6E, 0x67], [0x63, 0xE8, 0x2E, 0x70, 0x6E, 0x67], [0xFF, 0x2E, 0x70, 0x6E, 0x67],
        // The sign that stands for bytes that are not UTF-8, as a name of its own.
        [UInt8]("c\u{FFFD}.png".utf8),
        [UInt8]("line\nfeed.png".utf8), [UInt8]("\r\t\u{1}\u{7F}.png".utf8), [UInt8]("-o.png".utf8),
        [UInt8]("--help.png".utf8), [UInt8]("%s%n.png".utf8), [UInt8]("[1]*?.png".utf8),
        [UInt8](" two  spaces .png".utf8),
        [UInt8]("caf\u{E9}.png".utf8), [UInt8]("cafe\u{301}.png".utf8), [UInt8]("it's.png".utf8),
        [UInt8]("say \"hi\" \\ $HOME `x`.png".utf8), [UInt8]("\u{2028}\u{1F600}.png".utf8),
    ]

    @Test("any name comes out under its own bytes, and its record names it and no other")
    func anyName() throws {
        for name in Self.names { try folder.write(BytePath("in").appending(BytePath(bytes: name)), CommandFolder.png) }
        let result = try folder.run(["in", "-o", "out", "-s", "8", "--records", "-"])
        #expect(result.code == 0, "\(result.error)")
        let written = Set(try folder("out").entries().map(\.bytes)).subtracting([JournalFolder.name.bytes])
        #expect(written.count == 2 * Self.names.count)
        for name in Self.names {
            for kind in [".edited", ".original"] {
                #expect(written.contains(name.dropLast(4) + [UInt8](kind.utf8) + [UInt8](".png".utf8)))
            }
        }
        let named = try CommandRecord.all(in: result.standard).map { record -> [UInt8] in
            guard let text = record.inputBytes else { return [UInt8](record.input.utf8) }
            return [UInt8](try #require(Data(base64Encoded: text)))
        }
        #expect(Set(named) == Set(Self.names.map { [UInt8]("in/".utf8) + $0 }))
    }

    @Test("a name that begins with a dash is an input after --")
    func leadingDash() throws {
        try folder.write("-o.png", CommandFolder.png)
        #expect(try folder.run(["-o", "out", "-s", "8", "--", "-o.png"]).code == 0)
        #expect(folder.names("out") == ["-o.edited.png", "-o.original.png"])
    }

    @Test("a name too long for its outputs is a failed record that says so, and nothing is written for it")
    func longNames() throws {
        // 246 bytes are the most: `.original` takes 9 more.
        let lengths = [245, 246, 247, 248, 249, 255]
        for length in lengths {
            let name = "\(length)" + String(repeating: "x", count: length - 7) + ".png"
            try folder.write(BytePath("in/\(name)"), CommandFolder.png)
        }
        let result = try folder.run(["in", "-o", "out", "-s", "8", "--records", "-"])
        #expect(result.code == 1)
        let records = try CommandRecord.all(in: result.standard)
        #expect(records.map(\.kind) == ["ok", "ok", "io", "io", "io", "io"])
        #expect(records.dropFirst(2).allSatisfy { $0.error?.message.contains("File name too long") ?? false })
        #expect(folder.names("out").count == 4)
        // Without the original there is room for two bytes more.
        folder.remove("out")
        _ = try folder.run(["in", "-o", "out", "-s", "8", "--original", "none"])
        #expect(folder.names("out").count == 4)
    }
}
