import AllowsEditing

/// Where the records of a run go: a file of JSON Lines, or standard output.
final class RecordWriter: Sendable {
    private let file: AppendingFile?
    private let output = StandardOutput()

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
        let line = record.json + "\n"
        if let file { file.write([UInt8](line.utf8)) } else { output.write(line) }
    }

    /// Why not all records were written, for a person; nil where they were.
    var failure: String? { file?.failure?.description ?? output.failure }
}
