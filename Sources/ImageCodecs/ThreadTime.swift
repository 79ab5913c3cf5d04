internal import CImageCodecs

/// A moment on the clock of the calling thread, which counts the processor time that the thread takes.
///
/// Cost: a call of the system.
public struct ThreadTime: Sendable {
    private let nanoseconds: UInt64

    /// The present.
    public static var now: ThreadTime { ThreadTime(nanoseconds: ae_thread_nanoseconds()) }

    /// Seconds since then. The same thread must ask.
    public var elapsedSeconds: Double { Double(Self.now.nanoseconds &- nanoseconds) / 1e9 }
}
