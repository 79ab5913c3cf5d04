import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The system calls that the library makes, each with bytes for a path and a thrown error for a failure. No policy here.

/// The number of a failed system call.
struct SystemError: Error, Equatable {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }
}

/// What the operating system says of a failure, for people.
func systemMessage(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// Whether a failure means that permissions stand in the way.
func isPermissionError(_ code: Int32) -> Bool { code == EACCES || code == EPERM || code == EROFS }

/// Whether a failure means that the name is taken.
func isNameTaken(_ code: Int32) -> Bool { code == EEXIST }

/// What stands at a path.
struct FileStatus: Equatable {
    /// A file, by its device and its number: the same for all its names.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    enum Kind { case file, folder, other(String) }

    let identity: Identity
    let size: Int
    private let mode: mode_t
    private let modified: Int
    private let modifiedNanoseconds: Int

    fileprivate init(_ status: stat) {
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int(status.st_size)
        mode = status.st_mode
        #if canImport(Darwin)
            modified = status.st_mtimespec.tv_sec
            modifiedNanoseconds = status.st_mtimespec.tv_nsec
        #else
            modified = status.st_mtim.tv_sec
            modifiedNanoseconds = status.st_mtim.tv_nsec
        #endif
    }

    var kind: Kind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFIFO: .other("a pipe")
        case S_IFSOCK: .other("a socket")
        default: .other("a device")
        }
    }
}

extension BytePath {
    /// Calls `body` with the path as a C string.
    func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        unsafe (bytes + [0]).withUnsafeBytes { unsafe body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    private func check(_ body: (UnsafePointer<CChar>) -> Int32) throws(SystemError) {
        guard unsafe withCString(body) == 0 else { throw .last }
    }

    /// What stands here, symbolic links followed.
    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try unsafe check { unsafe stat($0, &status) }
        return FileStatus(status)
    }

    /// What stands here, nil where nothing does.
    func statusIfPresent() throws(SystemError) -> FileStatus? {
        do { return try status() } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
    }

    /// Makes a folder and the folders above it; one that is there already is no error.
    func makeFolders() throws(SystemError) {
        if isEmpty { return }
        let make = { unsafe withCString { unsafe mkdir($0, 0o777) } == 0 }
        if make() { return }
        if errno == ENOENT, parent != self {
            try parent.makeFolders()
            if make() { return }
        }
        // It is there already, or another worker was faster.
        let code = errno
        guard case .folder? = try? status().kind else { throw SystemError(code: code) }
    }

    func remove() throws(SystemError) { try unsafe check { unsafe unlink($0) } }

    /// Gives this file another name, replacing what has it.
    func rename(to target: BytePath) throws(SystemError) {
        try unsafe check { old in unsafe target.withCString { unsafe Self.systemRename(old, $0) } }
    }

    /// Gives this file another name; fails with `EEXIST` where something has it.
    func renameWithoutReplacing(to target: BytePath) throws(SystemError) {
        let result = unsafe withCString { old in
            unsafe target.withCString { unsafe ae_rename_without_replacing(old, $0) }
        }
        if result == 0 { return }
        // Some systems and some file systems cannot do it in one step.
        guard errno == EINVAL || errno == ENOSYS else { throw .last }
        guard try target.statusIfPresent() == nil else { throw SystemError(code: EEXIST) }
        try rename(to: target)
    }

    /// Gives the file at this path, symbolic links followed, a second name.
    func hardLink(at target: BytePath) throws(SystemError) {
        try unsafe check { old in
            unsafe target.withCString { unsafe linkat(AT_FDCWD, old, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
        }
    }

    /// The names in this folder, without `.` and `..`, sorted by their bytes. The folder is closed again before this returns.
    func entries() throws(SystemError) -> [BytePath] {
        guard let folder = unsafe withCString({ unsafe opendir($0) }) else { throw .last }
        defer { unsafe closedir(folder) }
        var names: [BytePath] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let length = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            let bytes = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe [UInt8](UnsafeRawBufferPointer(start: UnsafeRawPointer(name), count: length))
            }
            if bytes != [UInt8(ascii: ".")], bytes != [UInt8(ascii: "."), UInt8(ascii: ".")] {
                names.append(BytePath(bytes: bytes))
            }
        }
        guard errno == 0 else { throw .last }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private static func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.rename(old, new)
        #elseif canImport(Musl)
            unsafe Musl.rename(old, new)
        #else
            unsafe Darwin.rename(old, new)
        #endif
    }
}

/// An open file. It is closed when it goes out of scope.
struct OpenFile: ~Copyable {
    private let descriptor: Int32

    private init(_ path: BytePath, _ flags: Int32) throws(SystemError) {
        descriptor = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    /// Opens for reading. A pipe without a writer does not block.
    static func reading(_ path: BytePath) throws(SystemError) -> OpenFile { try OpenFile(path, O_RDONLY | O_NONBLOCK) }

    /// Makes a new file for writing; fails where one is there.
    static func creating(_ path: BytePath) throws(SystemError) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
    }

    /// Opens for writing, emptying what is there.
    static func replacing(_ path: BytePath) throws(SystemError) -> OpenFile {
        try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Reads up to `capacity` bytes from the start of the file, fewer only where it ends.
    func readFromStart(upTo capacity: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let result = unsafe pread(descriptor, buffer.baseAddress! + count, capacity - count, off_t(count))
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

    /// Writes all of `source`, from its start, as a copy that shares its blocks where the file system can.
    ///
    /// - Returns: false where the system cannot copy between these two files; nothing was written then.
    func copyContents(of source: borrowing OpenFile, size: Int) throws(SystemError) -> Bool {
        var offset: Int64 = 0
        while offset < size {
            let result = unsafe ae_copy_file_range(source.descriptor, &offset, descriptor, size - Int(offset))
            if result > 0 || (result < 0 && errno == EINTR) { continue }
            if result < 0, offset > 0 { throw .last }
            return false
        }
        return true
    }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}

/// Standard output or standard error, for the command.
public enum StandardStream: Int32, Sendable {
    /// Standard output: only what was asked for.
    case output = 1
    /// Standard error: everything for a person.
    case error = 2

    /// Writes all bytes.
    ///
    /// - Returns: false where not all could be written, for example to a full disk or to a reader that went away.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let result = unsafe bytes.withUnsafeBytes {
                unsafe systemWrite(rawValue, $0.baseAddress! + done, bytes.count - done)
            }
            if result >= 0 { done += result } else if errno != EINTR { return false }
        }
        return true
    }

    /// Writes text in UTF-8, as `write` does bytes.
    @discardableResult
    public func write(_ text: String) -> Bool { write([UInt8](text.utf8)) }

    /// Whether a person may be reading along.
    public var isTerminal: Bool { isatty(rawValue) == 1 }
}

/// Facts of the machine.
enum Machine {
    /// Processors this process may use.
    static var processors: Int {
        let allowed = Int(ae_processor_count())
        if allowed > 0 { return allowed }
        return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Bytes of memory of the machine.
    static var memory: Int {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        return max(0, pages) * max(4096, sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The most bytes of memory this process has held so far.
    static var peakMemory: Int {
        var usage = rusage()
        #if canImport(Darwin)
            unsafe getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #else
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #endif
    }

    /// A number that no other running process of this machine has.
    static var processIdentifier: Int { Int(getpid()) }
}
