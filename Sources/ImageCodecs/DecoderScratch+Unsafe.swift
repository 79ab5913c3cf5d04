internal import CImageCodecs

/// Memory for whole pictures that outlives one decoder: the next picture of a worker finds its pages there already.
///
/// It serves one decoder at a time.
@safe
public final class DecoderScratch {
    let handle: OpaquePointer?

    /// No memory yet; what is larger than `keptBytes` will be given back to the system after each picture.
    public init(keptBytes: Int) { unsafe handle = ae_make_scratch(keptBytes) }

    deinit { unsafe ae_free_scratch(handle) }
}
