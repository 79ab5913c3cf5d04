import ImageCodecs

/// An input that is open for reading.
struct SourceFile: ~Copyable {
    let path: BytePath
    let status: FileStatus
    let file: OpenFile

    /// A file is read whole. No picture within the default limits is larger, even stored without compression.
    static let maximumSize = 4 << 30

    /// Opens a file.
    ///
    /// - Throws: `denied`, `io`, or `notAFile` for a folder, a pipe or a device.
    init(_ path: BytePath) throws(EditError) {
        let remedy = "the file needs read permission"
        let file = try path.attempt(remedy: remedy) { () throws(SystemError) in try OpenFile.reading(path) }
        let status = try path.attempt(remedy: remedy) { () throws(SystemError) in try file.status() }
        switch status.kind {
        case .file where status.size > Self.maximumSize:
            throw .image(.limitExceeded(limit: "bytes", needed: status.size, allowed: Self.maximumSize, flag: nil))
        case .file: break
        case .folder: throw .notAFile(path: path, what: "a folder")
        case .other(let what): throw .notAFile(path: path, what: what)
        }
        self.path = path
        self.status = status
        self.file = file
    }

    /// The format by the first bytes, which are read.
    func format() throws(EditError) -> ImageFormat {
        let start = try path.attempt { () throws(SystemError) in
            try file.readFromStart(upTo: ImageFormat.signatureLength)
        }
        do { return try ImageFormat(detectedIn: start.span) } catch { throw .image(error) }
    }

    /// The whole file.
    ///
    /// - Throws: `changed` where it did not keep its size and its date while it was read, or `outOfMemory`.
    func bytes() throws(EditError) -> [UInt8] {
        guard Machine.hasRoom(for: status.size) else {
            throw .image(.outOfMemory("the file has \(status.size) bytes"))
        }
        // One byte more than there should be, to see a file that grows.
        let bytes = try path.attempt { () throws(SystemError) in try file.readFromStart(upTo: status.size + 1) }
        let after = try path.attempt { () throws(SystemError) in try file.status() }
        guard bytes.count == status.size, after == status else { throw .changed(path: path) }
        return bytes
    }
}

extension BytePath {
    /// Does something with this path that the operating system may refuse.
    func attempt<R: ~Copyable>(
        remedy: String = "check its permissions", _ body: () throws(SystemError) -> R
    ) throws(EditError) -> R {
        do { return try body() } catch { throw .system(self, error.code, remedy: remedy) }
    }
}
