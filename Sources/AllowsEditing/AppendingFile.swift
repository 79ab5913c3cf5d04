import Synchronization

/// A file of lines that grows while a batch runs; each line is written whole.
public final class AppendingFile: Sendable {
    private let path: BytePath
    private let file: Mutex<OpenFileBox>

    private struct OpenFileBox: ~Copyable {
        let file: OpenFile
    }

    /// Opens a file for records. An earlier file of records is emptied.
    ///
    /// - Throws: `denied` or `io`; `exists` where the file holds anything but JSON Lines.
    public init(replacingRecordsAt path: BytePath) throws(EditError) {
        do {
            if let status = try path.statusIfPresent(), case .file = status.kind, status.size > 0 {
                let start = try OpenFile.reading(path).readFromStart(upTo: 1)
                guard start == [UInt8(ascii: "{")] else { throw EditError.exists(path: path) }
            }
            file = Mutex(OpenFileBox(file: try OpenFile.replacing(path)))
        } catch let error as EditError {
            throw error
        } catch {
            throw .system(path, (error as? SystemError)?.code ?? 0, remedy: "choose a file that can be written to")
        }
        self.path = path
    }

    /// Appends bytes. A disk that is full does not end the batch: the pictures matter more than the records.
    public func write(_ bytes: [UInt8]) {
        file.withLock { box in try? box.file.write(bytes.span) }
    }
}
