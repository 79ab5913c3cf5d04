import JPEGThumbnails
import Testing

@Suite("Damaged files are refused, or read as libjpeg reads them")
struct HostileTests {
    private static let names = ["sampling-420", "gray", "progressive", "restart-blocks", "restart-rows", "optimized"]

    @Test("cut off at any byte", arguments: names)
    func cut(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        let end = try Rows(bytes, eighths: 1, chromaEighths: 1).end
        for count in 0..<end {
            let verdict = Verdict(Array(bytes[..<count]), eighths: 1, chromaEighths: 1)
            guard case .refused = verdict else {
                Issue.record("\(name) cut off at \(count) is \(verdict)")
                return
            }
        }
    }

    @Test("with bytes changed at random", arguments: names)
    func changed(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        var noise = Sequence64(seed: 11)
        var tally: [Verdict: Int] = [:]
        for round in 0..<3000 {
            var changed = bytes
            for _ in 0...noise.next() % 3 { changed[noise.next() % bytes.count] = UInt8(noise.next() % 256) }
            let scale = scales[round % scales.count]
            tally[Verdict(changed, eighths: scale.luma, chromaEighths: scale.chroma), default: 0] += 1
        }
        #expect(tally[.different] == nil && tally[.unknown] == nil, "\(tally)")
        // Of progressive files most of the data is not read.
        #expect(tally[.warned] == nil || name == "progressive", "\(tally)")
        #expect(tally.count > 2)
    }

    @Test("a size that a small file claims costs no work beyond its data")
    func hugeHeader() throws {
        var bytes = try fixture("valid/jpeg/sampling-420.jpg")
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0xdc, 0xff, 0xdc])
        #expect(Verdict(bytes, eighths: 1, chromaEighths: 1) == .refused(.damaged))
    }
}

/// A short random sequence, the same in every run.
private struct Sequence64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
}
