import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open file. It is closed when it goes out of scope.
struct OpenFile: ~Copyable {
    private let descriptor: Int32

    private init(_ path: BytePath, _ flags: Int32, mode: FileStatus.Mode = 0o666) throws(SystemError) {
        descriptor = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode) }
        guard descriptor >= 0 else { throw .last }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = systemClose(descriptor) }

    /// Closes the file.
    ///
    /// - Throws: what a write could not tell: some file systems find out only now that they are full.
    consuming func close() throws(SystemError) {
        let result = systemClose(descriptor)
        let failure = SystemError.last
        discard self
        // An interrupted close has closed the file all the same.
        guard result == 0 || failure.code == EINTR else { throw failure }
    }

    /// Opens for reading. A pipe without a writer does not block.
    static func reading(_ path: BytePath) throws(SystemError) -> OpenFile { try OpenFile(path, O_RDONLY | O_NONBLOCK) }

    /// Opens what need not be a file, to be read once from its start to its end. A pipe waits for its writer.
    static func readingToEnd(_ path: BytePath) throws(SystemError) -> OpenFile { try OpenFile(path, O_RDONLY) }

    /// Makes a new file for writing; fails where one is there.
    ///
    /// - Parameter mode: its permissions, less what the user wants nobody to have.
    static func creating(_ path: BytePath, mode: FileStatus.Mode = 0o666) throws(SystemError) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    }

    /// Makes a new file for writing that has no name yet, so that nothing is left of it whenever the process ends; nil where the file
    /// system has no such files.
    static func unnamed(in folder: BytePath) -> OpenFile? {
        let descriptor = unsafe (folder.isEmpty ? "." : folder).withCString { unsafe ae_open_unnamed($0) }
        return descriptor < 0 ? nil : OpenFile(descriptor: descriptor)
    }

    /// Gives an unnamed file a name that nothing has.
    func name(_ path: BytePath) throws(SystemError) {
        guard unsafe path.withCString({ unsafe ae_name_file(descriptor, $0) }) == 0 else { throw .last }
    }

    /// Opens for writing, emptying what is there.
    static func replacing(_ path: BytePath) throws(SystemError) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    /// Makes a new file that only grows: each write goes to its end, whoever else writes to it.
    static func creatingToAppend(_ path: BytePath) throws(SystemError) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
    }

    /// Opens for reading what stands at the path itself: no link is followed. Some file systems lock only what is open for
    /// writing, too.
    static func readingNoLink(_ path: BytePath, toLock: Bool = false) throws(SystemError) -> OpenFile {
        try OpenFile(path, (toLock ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_NOFOLLOW)
    }

    /// Keeps others from locking this file while it is open here; false where somebody else has it, or where the file system
    /// knows no such locks.
    func lock(waits: Bool = false) -> Bool {
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Returns once what was written is on the disk.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last }
    }

    /// Opens a folder and keeps others from locking it while this is open, in this process and in others. Waits for those
    /// that were first; nil where the file system knows no such locks.
    static func locking(folder: BytePath) -> OpenFile? {
        guard let file = try? OpenFile(folder, O_RDONLY | O_DIRECTORY), file.lock(waits: true) else { return nil }
        return file
    }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Whether somebody is writing this file, which is open here for reading; nil where the system or the file system cannot tell.
    var hasWriter: Bool? {
        let result = ae_has_writer(descriptor)
        return result < 0 ? nil : result != 0
    }

    /// Asks the system to read the file into its cache meanwhile. Cost: no waiting.
    func prefetch() {
        #if os(Linux)
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED)
        #endif
    }

    /// Reads up to `capacity` bytes from the start of the file, fewer only where it ends.
    func readFromStart(upTo capacity: Int) throws(SystemError) -> [UInt8] { try read(upTo: capacity, from: 0) }

    /// Reads up to `capacity` bytes, fewer only where the file ends.
    func read(upTo capacity: Int, from offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let result = unsafe pread(
                    descriptor, buffer.baseAddress! + count, capacity - count, off_t(offset + count))
                if result > 0 {
                    count += result
                } else if result == 0 {
                    break
                } else if errno != EINTR {
                    failure = .last
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads what is left of a file or a pipe, and waits for its end.
    ///
    /// - Parameters:
    ///   - name: what errors call it.
    ///   - check: throws where so many bytes are too many.
    func readToEnd(named name: BytePath, check: (Int) throws(EditError) -> Void) throws(EditError) -> [UInt8] {
        try readStream(descriptor, name, { false }, check: check)
    }

    /// Makes the file as short as this.
    func cut(to size: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .last }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: Span<UInt8>) throws(SystemError) {
        let failure: SystemError? = unsafe bytes.withUnsafeBufferPointer { buffer in
            var done = 0
            while done < buffer.count {
                let result = unsafe systemWrite(descriptor, buffer.baseAddress! + done, buffer.count - done)
                if result >= 0 {
                    done += result
                } else if errno != EINTR {
                    return .last
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Writes `size` bytes of `source`, from its start, as a copy that shares its blocks where the file system can. A source that became
    /// shorter meanwhile gives fewer.
    ///
    /// - Returns: false where the system cannot copy between these two files; nothing was written then.
    func copyContents(of source: borrowing OpenFile, size: Int) throws(SystemError) -> Bool {
        var offset: Int64 = 0
        while offset < size {
            let result = unsafe ae_copy_file_range(source.descriptor, &offset, descriptor, size - Int(offset))
            if result > 0 || (result < 0 && errno == EINTR) { continue }
            guard offset > 0 else { return false }
            if result == 0 { return true }
            throw .last
        }
        return true
    }
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

/// The system's `write`, under a name that no method hides.
func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
