import AllowsEditing
import Synchronization

/// A batch of the library whose outputs are thrown away.
struct Batch {
    let folder: String
    let options: EditOptions
    let workers: Int

    /// The processors that a batch uses unless told otherwise.
    static var processors: Int { FolderBatch(inputs: [], output: "").workers }

    /// What was edited, and the seconds it took.
    func run() async throws -> (edited: [Edited], seconds: Double) { try await run(isDryRun: false) }

    /// What would be edited, from the headers alone.
    func planned() async throws -> [Edited] { try await run(isDryRun: true).edited }

    private func run(isDryRun: Bool) async throws -> (edited: [Edited], seconds: Double) {
        try await Files.withTemporaryFolder { output in
            var batch = FolderBatch(inputs: [BytePath(folder)], output: BytePath(output), options: options)
            batch.original = .none
            batch.workers = workers
            batch.isDryRun = isDryRun
            let collector = Collector()
            let summary = try await batch.run { collector.add($0) }
            return (collector.edited, summary.seconds)
        }
    }
}

/// A picture that was edited, or planned.
struct Edited: Sendable {
    let path: String
    let details: BatchRecord.Details
}

/// The records of a batch. What failed is left out.
private final class Collector: Sendable {
    private let records = Mutex<[Edited]>([])

    func add(_ record: BatchRecord) {
        switch record.outcome {
        case .edited(let details), .planned(let details):
            let path = String(decoding: record.input.bytes, as: UTF8.self)
            records.withLock { $0.append(Edited(path: path, details: details)) }
        case .skipped, .failed: return
        }
    }

    var edited: [Edited] { records.withLock { $0 } }
}
