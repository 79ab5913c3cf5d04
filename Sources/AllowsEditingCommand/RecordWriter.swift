import AllowsEditing

/// Where the records of a run go: a file of JSON Lines, or standard output.
final class RecordWriter: Sendable {
    private let file: AppendingFile?

    /// Opens the file, emptying an earlier file of records.
    ///
    /// - Throws: `EditError` where the path cannot be written, or holds something that is not a file of records: a slip of
    ///   the hand must not empty a photograph.
    init(_ path: BytePath) throws(EditError) {
        file = path.bytes == [UInt8(ascii: "-")] ? nil : try AppendingFile(replacingRecordsAt: path)
    }

    func write(_ record: BatchRecord) {
        let line = [UInt8]((record.json + "\n").utf8)
        if let file { file.write(line) } else { StandardStream.output.write(line) }
    }
}
