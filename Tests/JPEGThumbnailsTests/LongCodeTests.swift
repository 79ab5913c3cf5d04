import JPEGThumbnails
import Testing

@Suite("Codes of every length are read")
struct LongCodeTests {
    private static let sizes = (0...11).map { UInt8($0) }
    /// What the coefficients below need: ends of blocks, runs of 16, and every size behind some runs.
    private static let symbols: [UInt8] =
        [0, 0xf0] + [0, 1, 2, 3, 9].flatMap { run in (1...10).map { size in UInt8(run << 4 | size) } }

    /// Codes of DC whose lengths reach from `shortest` up; at 16 there is room for all.
    private static func dc(_ shortest: Int) -> CodedFile.Code {
        CodedFile.Code(sizes.map { ($0, min(16, shortest + Int($0))) })
    }

    private static func ac(_ shortest: Int) -> CodedFile.Code {
        CodedFile.Code(symbols.enumerated().map { ($1, min(16, shortest + $0 / 3)) })
    }

    /// Blocks with differences and coefficients of every size, near each other and far apart.
    private static let blocks: [[Int]] = {
        var state: UInt64 = 5
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        func value(ofSize size: Int) -> Int {
            let magnitude = 1 << (size - 1) + random(1 << (size - 1))
            return random(2) == 0 ? magnitude : -magnitude
        }
        return (0..<600).map { number in
            var block = [Int](repeating: 0, count: 64)
            block[0] = number % 12 == 0 ? -block[0] : max(-1023, min(1023, value(ofSize: 1 + number % 10)))
            var coefficient = number % 5 == 4 ? 64 : 1
            while coefficient < 64 {
                block[coefficient] = value(ofSize: 1 + random(10))
                if random(4) == 0 { break }
                coefficient += 1 + [0, 1, 2, 3, 9][random(5)] + (random(12) == 0 ? 16 : 0)
            }
            return block
        }
    }()

    @Test(
        "short, as long as the index, longer than it, and of 16 bits", arguments: [4, 5, 8, 10, 11, 12, 13, 14, 15, 16])
    func lengths(shortest: Int) throws {
        for (dc, ac) in [(shortest, 6), (5, shortest), (shortest, shortest)] {
            let file = CodedFile(Self.blocks, dc: Self.dc(dc), ac: Self.ac(max(ac, 5)))
            for scale in scales {
                #expect(
                    Verdict(file.bytes, eighths: scale.luma, chromaEighths: scale.chroma) == .same,
                    "\(dc) and \(ac) at \(scale)")
            }
            let rows = try Rows(file.bytes, eighths: 1, chromaEighths: 1)
            let isSame = rows.values[0][0] == Self.blocks.map { Int16($0[0]) }
            #expect(isSame)
        }
    }

    @Test("the same in the scans of a progressive file", arguments: [4, 10, 11, 12, 13, 16])
    func progressive(shortest: Int) throws {
        let file = CodedFile(Self.blocks, dc: Self.dc(shortest), ac: Self.ac(6), isProgressive: true)
        #expect(Verdict(file.bytes, eighths: 1, chromaEighths: 1) == .same)
        let isSame = try Rows(file.bytes, eighths: 1, chromaEighths: 1).values[0][0] == Self.blocks.map { Int16($0[0]) }
        #expect(isSame)
    }

    @Test("a code that is none is damage", arguments: [5, 12, 16])
    func none(shortest: Int) {
        // All ones, which no code has.
        let file = CodedFile(Self.blocks, dc: Self.dc(shortest), ac: Self.ac(6))
        let start = file.bytes.count / 2
        for place in start..<start + 20 {
            var damaged = file.bytes
            damaged.replaceSubrange(place..<place + 1, with: [0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0])
            #expect(Verdict(damaged, eighths: 1, chromaEighths: 1) == .refused(.damaged))
        }
    }

    @Test("a code of ones alone is no code, wherever it stands", arguments: [false, true])
    func ones(isProgressive: Bool) {
        let blocks = (0..<40).map { number in [number % 2] + [Int](repeating: 0, count: 63) }
        let short = [(UInt8(0), 1), (UInt8(1), 1)]
        let full = CodedFile.Code(short)
        for (dc, ac) in [(full, Self.ac(6)), (Self.dc(5), full)] {
            let file = CodedFile(blocks, dc: dc, ac: ac, isProgressive: isProgressive)
            #expect(Verdict(file.bytes, eighths: 1, chromaEighths: 1) == .refused(.malformed))
        }
    }

    @Test("a restart marker and data behind the last block of a DC scan are damage")
    func behind() throws {
        let file = CodedFile(Self.blocks, dc: Self.dc(5), ac: Self.ac(6), isProgressive: true)
        let second = try #require(file.bytes.indices.last { file.bytes[$0...].starts(with: [0xff, 0xda]) })
        var changed = file.bytes
        changed.insert(contentsOf: [0xff, 0xd0] + [UInt8](repeating: 0x55, count: 24), at: second)
        #expect(Verdict(changed, eighths: 1, chromaEighths: 1) == .refused(.damaged))
    }

    @Test("no limit of scans is no limit")
    func scans() throws {
        let file = CodedFile(Self.blocks, dc: Self.dc(5), ac: Self.ac(6), isProgressive: true)
        let bytes = file.bytes
        for (limit, isAllowed) in [(0, true), (1, false), (2, true)] {
            var isThere = true
            do {
                _ = try ThumbnailReader(bytes.span, eighths: 1, chromaEighths: 1, maxScans: limit)
            } catch { isThere = false }
            #expect(isThere == isAllowed, "\(limit)")
        }
    }
}
