#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What stands at a path.
struct FileStatus: Equatable {
    /// A file, by its device and its number: the same for all its names.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    enum Kind { case file, folder, other(String) }

    /// Permissions as the system counts them.
    typealias Mode = mode_t

    let identity: Identity
    let size: Int
    private let mode: mode_t
    private let modified: Int
    private let modifiedNanoseconds: Int

    init(_ status: stat) {
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

    /// Whether nothing was written to a file meanwhile. Its permissions may have changed: many programs set them last.
    static func == (first: FileStatus, second: FileStatus) -> Bool {
        first.identity == second.identity && first.size == second.size && first.date == second.date
    }

    /// Adds what changes when a file is written or replaced: which it is, its size and its date.
    func hashContent(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(size)
        hasher.combine(modified)
        hasher.combine(modifiedNanoseconds)
    }

    /// When it was changed, in nanoseconds since 1970. Wraps around for years that no clock will reach, so compare for equality.
    var date: Int64 { Int64(modified) &* 1_000_000_000 &+ Int64(modifiedNanoseconds) }

    /// Who may read, write and run it.
    var permissions: Mode { mode & 0o7777 }

    /// The permissions of what is made of this file: nobody else may do with that what he may not do with the file, and its owner may
    /// read and write it.
    var modeOfCopies: Mode { (permissions | 0o600) & 0o666 }

    var kind: Kind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .other("a link")
        case S_IFIFO: .other("a pipe")
        case S_IFSOCK: .other("a socket")
        default: .other("a device")
        }
    }
}
