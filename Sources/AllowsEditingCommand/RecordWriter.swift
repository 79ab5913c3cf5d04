import AllowsEditing
import Synchronization

/// Where the records of a run go: a file of JSON Lines, or standard output.
final class RecordWriter: Sendable {
    private let file: AppendingFile?
    private let outputFailed = Atomic<Bool>(false)

    /// Opens the file, emptying an earlier file of records.
    ///
    /// - Throws: `EditError` where the path cannot be written, or holds something that is not a file of records: a slip of
    ///   the hand must not empty a photograph.
    init(_ path: BytePath) throws(EditError) {
        file = path == .standardStream ? nil : try AppendingFile(replacingRecordsAt: path)
    }

    /// Whether the records go to standard output.
    var isOutput: Bool { file == nil }

    func write(_ record: BatchRecord) {
        let line = [UInt8]((record.json + "\n").utf8)
        if let file {
            file.write(line)
        } else if !outputFailed.load(ordering: .relaxed), !StandardStream.output.write(line) {
            outputFailed.store(true, ordering: .relaxed)
        }
    }

    /// Why not all records were written, for a person; nil where they were.
    var failure: String? {
        if let file { return file.failure?.description }
        return outputFailed.load(ordering: .relaxed) ? "standard output could not be written" : nil
    }
}
