#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
            if result >= 0 {
                done += result
            } else if errno == EAGAIN {
                // Somebody else has made the pipe one that does not wait.
                var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes text in UTF-8, as `write` does bytes.
    @discardableResult
    public func write(_ text: String) -> Bool { write([UInt8](text.utf8)) }
}
