import ImageCodecs
import Testing

@testable import AllowsEditing

/// Runs over the real pictures beside the repository, where they are.
@Suite("Corpus", .enabled(if: Corpus.isPresent, "the corpus ../shared/corpus is not there: these tests are skipped"))
struct CorpusTests {
    @Test(
        "the eight orientations of one photograph come out as the same picture",
        arguments: ["Landscape", "Portrait"])
    func orientations(_ name: String) async throws {
        let folder = Corpus.path.appending(BytePath("valid/exif-orientation-examples"))
        var options = EditOptions(size: .atMost(150))
        options.format = .png
        var pictures: [Bitmap] = []
        for orientation in 1...8 {
            let bytes = try folder.appending(BytePath("\(name)_\(orientation).jpg")).contents()
            let picked = try await ImageEditor().edit(bytes, options)
            #expect(picked.plan?.orientation.rawValue == orientation)
            pictures.append(try picked.image.bitmap())
        }
        // The pictures carry their number in the middle and were compressed one by one: alike, not equal.
        for picture in pictures.dropFirst() {
            #expect(picture.size == pictures[0].size)
            let difference = zip(picture.bytes, pictures[0].bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(picture.bytes.count) < 4)
        }
    }

    @Test("everything that is valid is edited, or named as a kind that cannot be read")
    func valid() async throws {
        let records = try await run("valid")
        var unexpected: [String] = []
        for record in records {
            guard case .failed(let error) = record.outcome, error.kind != "unsupported", error.kind != "collision"
            else { continue }
            unexpected.append("\(record.input.lastComponent): \(error)")
        }
        // The name tells it: the last scans are missing although an end marker follows.
        #expect(unexpected.allSatisfy { $0.hasPrefix("partial_progressive.jpg") }, "\(unexpected)")
        #expect(records.count > 700)
    }

    @Test("everything that is malformed runs through without a crash, each with one record")
    func malformed() async throws {
        let records = try await run("malformed")
        #expect(records.count > 1000)
        for record in records {
            guard case .failed(let error) = record.outcome else { continue }
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
    }

    private func run(_ name: String) async throws -> [BatchRecord] {
        let folder = try TemporaryFolder()
        var batch = FolderBatch(
            inputs: [Corpus.path.appending(BytePath(name))], output: folder.path,
            options: EditOptions(size: .atMost(64)))
        batch.original = .none
        let collector = RecordCollector()
        let summary = try await batch.run { collector.add($0) }
        let records = collector.all
        #expect(records.count == summary.pictures)
        #expect(try folder.tree().count == summary.edited)
        return records
    }
}

/// The folder of real pictures beside the repository.
enum Corpus {
    static let path = BytePath("\(#filePath)").parent.parent.parent.parent.appending("shared/corpus")
    static var isPresent: Bool { (try? path.status()) != nil }
}
