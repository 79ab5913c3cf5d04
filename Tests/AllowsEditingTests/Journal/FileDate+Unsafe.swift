@testable import AllowsEditing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension BytePath {
    /// Gives the file a date, in nanoseconds since 1970.
    func setDate(_ date: Int64) throws {
        let time = timespec(tv_sec: time_t(date / 1_000_000_000), tv_nsec: Int(date % 1_000_000_000))
        let result = unsafe withCString { path in
            unsafe withUnsafePointer(to: (time, time)) { times in
                unsafe times.withMemoryRebound(to: timespec.self, capacity: 2) {
                    unsafe utimensat(AT_FDCWD, path, $0, 0)
                }
            }
        }
        guard result == 0 else { throw SystemError.last }
    }

    /// Spoils the file but for its first half, which tells its format, in a way that no look at it shows.
    func spoilInSecret() throws {
        let date = try status().date
        var bytes = try contents()
        for index in bytes.indices.dropFirst(bytes.count / 2) { bytes[index] = 9 }
        try OpenFile.replacing(self).write(bytes.span)
        try setDate(date)
    }
}
