internal import CImageCodecs

/// A flag that any thread may raise, and that decoders look at between rows and scans.
@safe
public final class StopSignal: Sendable {
    // Safe to share: the flag behind it is atomic, and it lives as long as this object.
    nonisolated(unsafe) let handle: OpaquePointer?

    /// A flag that is not raised.
    public init() { unsafe handle = ae_make_stop() }

    deinit { unsafe ae_free_stop(handle) }

    /// Raises the flag for good. Cost: one atomic store.
    public func raise() { unsafe ae_raise_stop(handle) }

    /// Whether it was raised. Cost: one atomic load.
    public var isRaised: Bool { unsafe ae_is_raised(handle) != 0 }
}
