#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The data of a scan between two markers without its stuffing (ITU T.81, F.1.2.3), a piece at a time.
///
/// There are always `slack` bytes behind `end`, of whatever value: the reader of an MCU need not look where the data ends, for no MCU
/// is longer.
struct ScanWindow {
    private(set) var bytes = [UInt8](repeating: 0, count: capacity + slack)
    /// Behind the last byte of data.
    private(set) var end = 0
    /// Where in the file the data goes on; once `isComplete`, the position of the marker behind it.
    private(set) var next = 0
    /// Whether the data ends with `end`, before a marker.
    private(set) var isComplete = false

    static let capacity = 1 << 14
    /// The longest MCU: ten blocks of a DC value and 63 coefficients, each of up to 16 + 15 bits; and what is read ahead.
    static let slack = Frame.largestMCU * 64 * 31 / 8 + 80

    /// Where an MCU may begin: those before need no further bytes.
    var limit: Int { isComplete ? end + 8 : end - Self.slack }

    /// Goes to the data at `start` of the file.
    mutating func begin(_ file: Span<UInt8>, at start: Int) throws(Refusal) {
        end = 0
        next = start
        isComplete = false
        try fill(file)
    }

    /// Drops what lies before `position` and takes more of the file.
    ///
    /// - Precondition: `position` is at most `end`.
    mutating func advance(_ file: Span<UInt8>, from position: Int) throws(Refusal) {
        precondition(position >= 0 && position <= end && end <= Self.capacity, "a position outside the window")
        let count = end - position
        // Safety: both ranges lie before `end`, at most `capacity`.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe _ = memmove(base, base + position, count)
        }
        end = count
        try fill(file)
    }

    /// Copies runs of bytes up to the capacity or to a marker.
    private mutating func fill(_ file: Span<UInt8>) throws(Refusal) {
        while end < Self.capacity {
            guard next >= 0, next < file.count else { throw .damaged }
            let available = min(file.count - next, Self.capacity - end)
            let found = firstFF(in: file, from: next, to: next + available)
            let count = (found.map { $0 + 1 } ?? next + available) - next
            copy(file, count: count)
            guard found != nil else { continue }
            // A lone FF at the end of the file tells nothing.
            guard next < file.count else { throw .damaged }
            if file[next] == 0 {
                next += 1
            } else {
                end -= 1
                next -= 1
                isComplete = true
                return
            }
        }
    }

    private mutating func copy(_ file: Span<UInt8>, count: Int) {
        // Safety: `fill` keeps `next + count` within the file and `end + count` within the capacity.
        unsafe file.withUnsafeBytes { file in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                guard let target = bytes.baseAddress, let source = file.baseAddress else { return }
                unsafe _ = memcpy(target + end, source + next, count)
            }
        }
        end += count
        next += count
    }
}

/// The position of the first byte FF of a file in a range that begins with `start`.
func firstFF(in file: Span<UInt8>, from start: Int, to end: Int? = nil) -> Int? {
    let end = end ?? file.count
    precondition(start >= 0 && end <= file.count, "a range outside the file")
    guard start < end else { return nil }
    // Safety: the range was checked to lie in the file.
    return unsafe file.withUnsafeBytes { file in
        guard let base = file.baseAddress else { return nil }
        guard let found = unsafe memchr(base + start, 0xff, end - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}
