import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Journal: lines")
struct JournalLineTests {
    private func parse(_ line: [UInt8]) -> JournalEntry? {
        guard line.last == UInt8(ascii: "\n") else { return nil }
        return JournalLine(line.dropLast()).flatMap(JournalEntry.init)
    }

    private func entry(named names: [BytePath]) -> JournalEntry {
        JournalEntry(
            fingerprint: .max, findings: [.truncated, .gpsPresent],
            input: FileFacts(size: .max, date: -1, number: .max, hash: 0),
            outputs: names.map { .init(name: $0, facts: FileFacts(size: 0, date: .min, number: 1, hash: 0x10)) })
    }

    @Test("a pair comes back as it was written, whatever bytes its names hold")
    func roundTrip() {
        let names: [[UInt8]] = [
            [UInt8]("trip/a.edited.jpg".utf8), [0x63, 0xE9, 0x2E], [UInt8]("line\nfeed  two %41 \r\t\u{7F}".utf8),
            [1, 2, 0xFF], [UInt8]("...".utf8), Array(1...46),
        ]
        for name in names {
            let entry = entry(named: [BytePath(bytes: name), "b"])
            #expect(parse(entry.line) == entry)
            #expect(entry.line.count(where: { $0 == UInt8(ascii: "\n") }) == 1)
        }
        #expect(
            parse(JournalEntry(fingerprint: 0, findings: [], input: entry(named: []).input, outputs: []).line) == nil)
    }

    @Test("a line that is cut off, changed in any byte, or run into another is none")
    func damage() {
        let line = entry(named: ["a.edited.jpg", "a.original.jpg"]).line
        for length in 0..<line.count { #expect(parse(Array(line.prefix(length))) == nil) }
        for index in line.indices.dropLast() {
            for bit in [1, 2, 0x20, 0x80] as [UInt8] {
                var changed = line
                changed[index] ^= bit
                #expect(parse(changed) == nil)
            }
        }
        #expect(parse(Array(line.prefix(40)) + line) == nil)
    }

    @Test("names that lead out of the output folder are not taken from a journal")
    func outside() {
        for name in ["/etc/passwd", "../a", "a/../../b", "a//b", "a/", "..", "/"] {
            #expect(parse(entry(named: [BytePath(name)]).line) == nil, "\(name)")
        }
    }

    @Test("a line too long to be read again is not written")
    func tooLong() {
        let name = BytePath(String(repeating: "x", count: JournalLine.mostBytes))
        #expect(entry(named: [name]).line.isEmpty)
    }

    @Test("lines are read from a file of anything: noise, a line without end, lines in between")
    func noise() throws {
        let folder = try TemporaryFolder()
        let pairs = (0..<3).map { entry(named: [BytePath("\($0)")]) }
        var bytes = [UInt8]("noise\n\n \n0 pair\nffffffffffffffff pair 1 2 3\n".utf8) + pairs[0].line
        bytes += [UInt8](repeating: 7, count: 3 << 20) + [UInt8(ascii: "\n")] + pairs[1].line
        bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: 70_000) + pairs[2].line + pairs[0].line.dropLast()
        let file = try folder.write("journal", bytes)
        var found: [JournalEntry] = []
        try OpenFile.reading(file).forEachJournalLine { line, bytes in
            let entry = JournalEntry(line)
            if let entry { found.append(entry) }
            #expect(entry?.line == Array(bytes))
        }
        #expect(found == pairs)
    }

    @Test("the hash of a file is that of its bytes, and every byte and the length count")
    func hashes() throws {
        let folder = try TemporaryFolder()
        var seen: Set<UInt64> = []
        for count in [0, 1, 2, 63, 64, 65, 128, 1000, 1 << 18, 1 << 18 + 1, 1 << 19] {
            var bytes = [UInt8](repeating: 0, count: count)
            let hash = ContentHash.of(bytes.span)
            #expect(seen.insert(hash).inserted)
            let file = try folder.write(BytePath("\(count)"), bytes)
            #expect(try ContentHash.of(OpenFile.reading(file)) == hash)
            for index in Set([0, 1, 7, 8, 31, 63, 64, count / 2, count - 1]).filter(bytes.indices.contains) {
                bytes[index] = 1
                let changed = ContentHash.of(bytes.span)
                #expect(seen.insert(changed).inserted)
                bytes[index] = 0
            }
        }
    }

    @Test("a file is known by its size and date; a date of whole seconds says so of the very file alone")
    func looks() throws {
        let folder = try TemporaryFolder()
        let (file, other) = (try folder.write("a", [1, 2, 3]), try folder.write("b", [4, 5, 6]))
        for (date, isKnown) in [(1_500_000_000_000_000_001, true), (1_500_000_000_000_000_000, false)]
            as [(Int64, Bool)]
        {
            try file.setDate(date)
            try other.setDate(date)
            let facts = FileFacts(try file.status(), hash: 0)
            #expect(facts.fits(try file.status()))
            #expect(facts.fits(try other.status()) == isKnown)
        }
        let facts = FileFacts(try file.status(), hash: 0)
        try file.setDate(1_500_000_001_000_000_000)
        #expect(!facts.fits(try file.status()))
    }
}
