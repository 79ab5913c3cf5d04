import Synchronization

/// A file of lines that grows while a batch runs; each line is written whole.
public final class AppendingFile: Sendable {
    private let path: BytePath
    private let file: Mutex<OpenFileBox>

    private struct OpenFileBox: ~Copyable {
        let file: OpenFile
        var size = 0
        var failure: EditError?
    }

    /// Opens a file for records, in a folder that is made when it is missing. An earlier file of records is emptied.
    ///
    /// - Throws: `denied` or `io`; `exists` where the file holds anything but JSON Lines.
    public init(replacingRecordsAt path: BytePath) throws(EditError) {
        do {
            if let status = try path.statusIfPresent(), case .file = status.kind, status.size > 0 {
                let start = try OpenFile.reading(path).readFromStart(upTo: Self.firstBytes.count)
                guard start == Self.firstBytes else { throw EditError.exists(path: path) }
            }
            try path.parent.makeFolders()
            file = Mutex(OpenFileBox(file: try OpenFile.replacing(path)))
        } catch let error as EditError {
            throw error
        } catch {
            throw .system(path, (error as? SystemError)?.code ?? 0, remedy: "choose a file that can be written to")
        }
        self.path = path
    }

    /// A file that is open and empty.
    init(_ file: consuming OpenFile, at path: BytePath) {
        self.path = path
        self.file = Mutex(OpenFileBox(file: file))
    }

    /// How every file of records begins.
    private static let firstBytes = [UInt8](#"{"input":"#.utf8)

    /// Appends bytes. A disk that is full does not end the batch: the pictures matter more than the records. After a failure
    /// nothing more is written, and what was written of a line is taken away; the failure is kept.
    public func write(_ bytes: [UInt8]) {
        file.withLock { box in
            guard box.failure == nil else { return }
            do throws(SystemError) {
                try box.file.write(bytes.span)
                box.size += bytes.count
            } catch {
                box.failure = .system(path, error.code)
                try? box.file.cut(to: box.size)
            }
        }
    }

    /// Returns once what was written is on the disk.
    func synchronize() {
        file.withLock { box in
            do throws(SystemError) { try box.file.synchronize() } catch { box.failure = .system(path, error.code) }
        }
    }

    /// Why not everything was written; nil where it was.
    public var failure: EditError? { file.withLock { $0.failure } }
}
