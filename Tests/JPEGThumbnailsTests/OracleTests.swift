import JPEGThumbnails
import Testing

/// Every pair of scales that the reader has: of luma, and of chroma.
let scales = [(luma: 1, chroma: 1), (luma: 2, chroma: 2), (luma: 1, chroma: 2), (luma: 2, chroma: 1)]

@Suite("The values of each block are those that libjpeg decodes, or the file is refused")
struct OracleTests {
    /// Whether no file that the reader took differs; prints what came of them.
    private func check(_ files: [(name: String, bytes: [UInt8])], _ label: String) -> [Verdict: Int] {
        var tally: [Verdict: Int] = [:]
        for file in files {
            for scale in scales {
                let verdict = Verdict(file.bytes, eighths: scale.luma, chromaEighths: scale.chroma)
                tally[verdict, default: 0] += 1
                #expect(verdict != .different && verdict != .unknown, "\(file.name) at \(scale)")
            }
        }
        print("\(label): \(files.count) files, \(tally.map { "\($0.key): \($0.value)" }.sorted())")
        return tally
    }

    @Test("the fixtures")
    func fixtures() throws {
        let index = String(decoding: try fixture("index.tsv"), as: UTF8.self)
        let names = index.split(separator: "\n").dropFirst().compactMap { line -> String? in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields[1] == "jpeg" ? String(fields[0]) : nil
        }
        let tally = check(try names.map { ($0, try fixture($0)) }, "fixtures")
        #expect(tally[.same, default: 0] > 150)
    }

    @Test("the corpus", .enabled(if: Corpus.isPresent, "the corpus is not here"), arguments: ["valid", "malformed"])
    func corpus(folder: String) {
        let files = Corpus.files(below: folder, format: "jpeg").compactMap { file in
            contents(of: file.path).map { (file.name, $0) }
        }
        #expect(check(files, folder)[.same, default: 0] > 50)
    }

    @Test("the photographs of the corpus", .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func photos() {
        let files = Corpus.files(below: "photos", format: "jpeg").compactMap { file in
            contents(of: file.path).map { (file.name, $0) }
        }
        let tally = check(files, "photos")
        // Progressive ones are read at 1/8 alone.
        #expect(tally[.same, default: 0] + tally[.refused(.unusual), default: 0] == 4 * files.count)
        #expect(tally[.same, default: 0] >= 3 * files.count)
    }

    @Test(
        "files as cameras and encoders write them are taken",
        arguments: [
            "sampling-420", "sampling-422", "sampling-444", "sampling-440", "sampling-411", "sampling-410",
            "sampling-gray-2x2", "gray", "progressive", "progressive-gray", "optimized", "restart-rows",
            "restart-blocks", "extended-sof1", "size-1x1", "size-17x13", "trailing-data", "mpo", "fill-bytes",
        ])
    func taken(name: String) throws {
        #expect(Verdict(try fixture("valid/jpeg/\(name).jpg"), eighths: 1, chromaEighths: 1) == .same)
    }

    @Test(
        "unusual files are refused before any work",
        arguments: [
            "arithmetic", "arithmetic-progressive", "scans-sequential", "cmyk-adobe", "ycck-adobe",
            "sampling-luma-subsampled", "sampling-chroma-differs",
        ])
    func unusual(name: String) throws {
        #expect(Verdict(try fixture("valid/jpeg/\(name).jpg"), eighths: 1, chromaEighths: 1) == .refused(.unusual))
    }

    @Test("a progressive file is not read at 2/8")
    func progressive() throws {
        let bytes = try fixture("valid/jpeg/progressive.jpg")
        #expect(Verdict(bytes, eighths: 2, chromaEighths: 1) == .refused(.unusual))
    }
}
