#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Milliseconds that each stage of one picture took.
public struct StageTimes: Sendable, Hashable {
    /// Reading the file.
    public var read = 0.0
    /// Decoding.
    public var decode = 0.0
    /// Scaling.
    public var resample = 0.0
    /// Turning upright and encoding.
    public var encode = 0.0
    /// Writing the pair.
    public var write = 0.0
}

/// A moment of the monotonic clock, in nanoseconds.
struct Instant {
    private var nanoseconds: UInt64

    static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    /// Milliseconds from this moment to another.
    func milliseconds(to end: Instant) -> Double { Double(end.nanoseconds - nanoseconds) / 1e6 }

    /// Milliseconds since this moment.
    var elapsed: Double { milliseconds(to: .now) }
}
