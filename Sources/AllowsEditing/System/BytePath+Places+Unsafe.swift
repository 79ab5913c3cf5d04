#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// What can be said of a place before anything is written there.

extension BytePath {
    /// The nearest folder on the way to this one that is there: itself, or what it would be made in.
    ///
    /// - Throws: where something else than a folder stands on the way.
    func nearestFolder() throws(SystemError) -> BytePath {
        var path = isEmpty ? "." : self
        while true {
            do throws(SystemError) {
                guard case .folder = try path.status().kind else { throw SystemError(code: ENOTDIR) }
                return path
            } catch {
                let parent = path.parent.isEmpty ? "." : path.parent
                guard error.code == ENOENT, parent != path else { throw error }
                path = parent
            }
        }
    }

    /// Whether this process could make files in this folder, or make the folder first.
    ///
    /// - Throws: what making them would most likely fail with.
    func checkTakesFiles() throws(SystemError) {
        let folder = try nearestFolder()
        let result = unsafe folder.withCString { unsafe faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) }
        guard result == 0 else { throw .last }
    }

    /// Whether files in this folder, or in what it would be made in, could be second names of a file.
    ///
    /// - Throws: what linking would most likely fail with.
    func checkTakesLinks(to file: BytePath) throws(SystemError) {
        // Folders are compared: where file systems are laid over one another, files may have numbers of their own.
        guard let source = try file.resolved?.parent.status().identity.device else { return }
        guard try nearestFolder().status().identity.device == source else { throw SystemError(code: EXDEV) }
    }

    /// Whether this folder is there, or could be made.
    ///
    /// - Throws: what making it would most likely fail with.
    func checkCanBeMade() throws(SystemError) { if !isFolder { try checkTakesFiles() } }

    /// Bytes that are free for this user on the file system of this folder, or of the one it would be made in.
    var freeBytes: Int? {
        guard let folder = try? nearestFolder() else { return nil }
        var status = statvfs()
        guard unsafe folder.withCString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? Int.max : Int(clamping: bytes)
    }
}
