import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// What the operating system does with a path: bytes in, a thrown number for a failure. No policy here.

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

    /// What stands here, be it a symbolic link.
    func linkStatus() throws(SystemError) -> FileStatus {
        var status = stat()
        try unsafe check { unsafe lstat($0, &status) }
        return FileStatus(status)
    }

    /// The path of the same entry from the root, without a symbolic link on the way; nil where nothing stands here.
    var resolved: BytePath? {
        guard let path = unsafe withCString({ unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(path) }
        return BytePath(bytes: unsafe [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path))))
    }

    /// Whether this folder is another one or lies in it, symbolic links followed. Cost: looks at every folder above it.
    func lies(in other: BytePath) -> Bool {
        guard let wanted = try? other.status().identity else { return false }
        var folder = self
        var last: FileStatus.Identity?
        // The folder above the topmost one is that itself.
        while let identity = try? folder.status().identity, identity != last {
            if identity == wanted { return true }
            last = identity
            folder = folder.appending("..")
        }
        return false
    }

    /// Whether a symbolic link stands here that leads into a folder, or to the folder itself.
    func isLink(into folder: BytePath) -> Bool {
        guard case .other? = try? linkStatus().kind else { return false }
        return lies(in: folder)
    }

    /// Whether a folder stands here, symbolic links followed.
    public var isFolder: Bool {
        guard case .folder? = try? status().kind else { return false }
        return true
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
