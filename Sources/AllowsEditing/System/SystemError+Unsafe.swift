#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of a failed system call.
struct SystemError: Error, Equatable {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    /// Something other than a folder stands where one is needed.
    static let notAFolder = SystemError(code: ENOTDIR)
}

/// What the operating system says of a failure, for people.
func systemMessage(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// Whether a failure means that permissions stand in the way.
func isPermissionError(_ code: Int32) -> Bool { code == EACCES || code == EPERM || code == EROFS }

/// Whether a failure means that the name is taken.
func isNameTaken(_ code: Int32) -> Bool { code == EEXIST }

/// Whether a failure means that nothing stands at a path: no entry, or a link that leads nowhere or in a circle.
func isNothingThere(_ code: Int32) -> Bool { code == ENOENT || code == ELOOP }
