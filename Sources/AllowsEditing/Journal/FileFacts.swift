/// What tells a file from another: a look at it, and its contents.
struct FileFacts: Sendable, Equatable {
    /// Bytes.
    let size: Int
    /// When it was changed, in nanoseconds; 0 for what is no file.
    let date: Int64
    /// The number that its file system gives it; 0 for what is no file.
    let number: UInt64
    /// The hash of its contents.
    let hash: UInt64

    init(size: Int, date: Int64, number: UInt64, hash: UInt64) {
        self.size = size
        self.date = date
        self.number = number
        self.hash = hash
    }

    init(_ status: FileStatus, hash: UInt64) {
        self.init(size: status.size, date: status.date, number: status.identity.inode, hash: hash)
    }

    /// Facts of bytes that are no file.
    init(bytes: Int, hash: UInt64) { self.init(size: bytes, date: 0, number: 0, hash: hash) }

    /// Whether the file that looks like this is the one meant, as far as can be told without reading it.
    ///
    /// Its size and its date say so. A date of whole seconds was most likely set by a program, such as one that unpacks archives,
    /// and may be that of many files; there it must be the very file.
    func fits(_ status: FileStatus) -> Bool {
        guard size == status.size, date == status.date else { return false }
        return date % 1_000_000_000 != 0 || number == status.identity.inode
    }

    /// Whether the contents are the same.
    func hasContents(of other: FileFacts) -> Bool { size == other.size && hash == other.hash }
}
