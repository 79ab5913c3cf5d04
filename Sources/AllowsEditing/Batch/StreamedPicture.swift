/// An input of a batch that is no file: what comes over a stream, or is in memory already.
///
/// Its bytes stay in memory until the batch ends.
public struct StreamedPicture: Sendable {
    /// Gives the whole file. Called once, before the names of the batch are planned, and on a thread that may wait.
    ///
    /// It throws `limitExceeded` instead of taking more than `most` bytes, and `cancelled` soon after `isCancelled` says so.
    public typealias Reader =
        @Sendable (_ most: Int, _ isCancelled: () -> Bool) throws(EditError) -> [UInt8]

    /// What the names of its outputs begin with: `STEM.edited.EXT`.
    public var stem: BytePath
    /// Where its bytes come from.
    public var read: Reader

    /// A picture that is read when the batch begins.
    public init(stem: BytePath, read: @escaping Reader) {
        self.stem = stem
        self.read = read
    }

    /// A picture that is in memory.
    public init(stem: BytePath, bytes: [UInt8]) {
        self.init(stem: stem) { (most, _) throws(EditError) in
            try Self.check(bytes.count, most: most)
            return bytes
        }
    }

    /// Refuses more bytes than there may be, in the words for a picture that does not fit into the memory of a batch.
    static func check(_ needed: Int, most: Int) throws(EditError) {
        guard needed > most else { return }
        // What is allowed beyond the size that any file may have cannot be raised.
        let flag = most < SourceFile.maximumSize ? "--memory" : nil
        let limit = flag == nil ? "bytes" : "bytes of memory"
        throw .image(.limitExceeded(limit: limit, needed: needed, allowed: most, flag: flag))
    }
}

/// The bytes of a streamed picture, once they have come.
struct PictureInMemory: Sendable, Equatable {
    let stem: BytePath
    let bytes: [UInt8]
}

extension InputFile {
    /// Reads a streamed picture of a batch.
    init(_ path: BytePath, _ picture: StreamedPicture, most: Int, isCancelled: () -> Bool) {
        self.init(path: path, relativeFolder: "")
        do throws(EditError) {
            content = PictureInMemory(stem: picture.stem, bytes: try picture.read(most, isCancelled))
        } catch {
            failure = error
        }
    }
}
