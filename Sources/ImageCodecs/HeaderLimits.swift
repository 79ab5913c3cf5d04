/// What the header of a picture may hold, checked while it is read.
public struct HeaderLimits: Sendable, Hashable {
    /// Chunks or segments of the file: each costs a little time, however small it is.
    public var maxChunks = 1_000_000
    /// Bytes of metadata: EXIF, profiles, texts and everything else that is not the picture.
    public var maxMetadataBytes = 64 << 20
    /// Frames of an animation.
    public var maxFrames = 10_000

    /// The defaults: a million chunks, 64 MiB of metadata, ten thousand frames.
    public init() {}
}

/// Counts what a header holds against the limits.
struct HeaderMeter {
    let limits: HeaderLimits
    private var chunks = 0
    private(set) var metadataBytes = 0
    private(set) var frames = 0

    init(_ limits: HeaderLimits) { self.limits = limits }

    mutating func addChunk() throws(ImageError) {
        chunks += 1
        try check(chunks, limits.maxChunks, "chunks", "--max-chunks")
    }

    mutating func addMetadata(_ bytes: Int) throws(ImageError) {
        metadataBytes += bytes
        try check(metadataBytes, limits.maxMetadataBytes, "bytes of metadata", "--max-metadata")
    }

    mutating func addFrame() throws(ImageError) {
        frames += 1
        try check(frames, limits.maxFrames, "frames", "--max-frames")
    }

    private func check(_ needed: Int, _ allowed: Int, _ limit: String, _ flag: String) throws(ImageError) {
        guard needed > allowed else { return }
        throw .limitExceeded(limit: limit, needed: needed, allowed: allowed, flag: flag)
    }
}
