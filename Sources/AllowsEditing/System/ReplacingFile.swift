/// A file that takes its name, and the place of what had it, only when it is complete. Until then it has no name, or a temporary one in
/// the same folder where the file system wants one; where it is given up, nothing has changed.
struct ReplacingFile: ~Copyable {
    private let path: BytePath
    private let temporary: BytePath
    /// Open until it is complete.
    private var file: OpenFile?
    private let isUnnamed: Bool

    /// - Throws: `denied` or `io`.
    init(_ path: BytePath) throws(EditError) {
        self.path = path
        temporary = path.parent.temporaryName()
        let temporary = temporary
        let remedy = "the folder needs write permission"
        try path.attempt(remedy: remedy) { () throws(SystemError) in try path.parent.makeFolders() }
        if let unnamed = OpenFile.unnamed(in: path.parent) {
            file = consume unnamed
            isUnnamed = true
        } else {
            file = try path.attempt(remedy: remedy) { () throws(SystemError) in try OpenFile.creating(temporary) }
            isUnnamed = false
        }
    }

    /// Where the file has its name, or never had one, nothing has this one.
    deinit { try? temporary.remove() }

    func write(_ bytes: Span<UInt8>) throws(EditError) {
        do { try file?.write(bytes) } catch { throw .system(path, error.code) }
    }

    /// Gives the file its name.
    mutating func commit() throws(EditError) {
        do {
            // Nothing can take the place of another file but what has a name.
            if isUnnamed { try file?.name(temporary) }
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
