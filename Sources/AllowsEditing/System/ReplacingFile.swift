/// A file that takes its name, and the place of what had it, only when it is complete. Until then it has a temporary name in the same
/// folder; where it is given up, nothing has changed.
struct ReplacingFile: ~Copyable {
    private let path: BytePath
    private let temporary: BytePath
    /// Open until it is complete.
    private var file: OpenFile?

    /// - Throws: `denied` or `io`.
    init(_ path: BytePath) throws(EditError) {
        self.path = path
        temporary = path.parent.temporaryName()
        let temporary = temporary
        file = try path.attempt(remedy: "the folder needs write permission") { () throws(SystemError) in
            try path.parent.makeFolders()
            return try OpenFile.creating(temporary)
        }
    }

    /// Once the file has its name, nothing has this one.
    deinit { try? temporary.remove() }

    func write(_ bytes: Span<UInt8>) throws(EditError) {
        do { try file?.write(bytes) } catch { throw .system(path, error.code) }
    }

    /// Gives the file its name.
    mutating func commit() throws(EditError) {
        do {
            try file.take()?.close()
            try temporary.rename(to: path)
        } catch { throw .system(path, error.code) }
    }
}

extension EncodedImage {
    /// Writes the file, in a folder that is made when it is missing. Whenever the process ends, the path has the whole image or what it
    /// had before.
    ///
    /// - Throws: `denied` or `io`.
    public func write(to path: BytePath) throws(EditError) {
        var file = try ReplacingFile(path)
        try file.write(bytes.span)
        try file.commit()
    }
}
