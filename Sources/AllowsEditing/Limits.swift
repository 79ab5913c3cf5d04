public import ImageCodecs

/// What a picture may cost. All but the time is checked before a pixel is read.
public struct Limits: Sendable, Hashable {
    /// Pixels of the stored picture, and of each edited image.
    public var maxPixels = 268_402_689
    /// Columns and rows of the stored picture.
    public var maxSide = 1 << 18
    /// Scans of a progressive JPEG: each costs a pass over the whole picture.
    public var maxScans = 500
    /// Bytes of memory that one picture takes by its plan, the coefficients of a progressive JPEG included.
    public var maxMemory = 500_000_000
    /// Chunks, metadata and frames of the file.
    public var header = HeaderLimits()
    /// Seconds of processor time that decoding and scaling one picture may take, looked at between rows and scans; nil for no limit. Of an
    /// animation that is kept it counts all frames and their encoding, and is looked at between frames.
    public var maxSeconds: Double? = 10

    /// Bytes of a raw PNG picture that may be held whole, which is faster than reading it row by row; 0 for none.
    public var wholePictureBytes = 128 << 20
    /// Pixels of a lossy WebP region that may be decoded at full size; a larger one that is reduced to a quarter or less is scaled
    /// by the decoder, which takes less memory.
    public var unscaledPixels = 32 << 20

    /// The defaults: 16383 × 16383 pixels, 262144 on a side, 500 scans, 500 MB, 10 s.
    public init() {}
}

extension Limits {
    /// Refuses a picture whose header promises too much.
    func check(_ info: ImageInfo) throws(EditError) {
        let size = info.storedSize
        try check(max(size.width, size.height), maxSide, "pixels on a side", "--max-side")
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        try check(overflow ? .max : pixels, maxPixels, "pixels", "--max-pixels")
    }

    /// Refuses a plan that takes too much memory, or whose edited images are too large.
    func check(_ plan: EditPlan) throws(EditError) {
        for output in plan.outputs {
            let (pixels, overflow) = output.size.width.multipliedReportingOverflow(by: output.size.height)
            try check(overflow ? .max : pixels, maxPixels, "pixels in the edited image", "--max-pixels")
        }
        try check(plan.memory, maxMemory, "bytes of memory", "--max-memory")
    }

    private func check(_ needed: Int, _ allowed: Int, _ limit: String, _ flag: String) throws(EditError) {
        guard needed > allowed else { return }
        throw .image(.limitExceeded(limit: limit, needed: needed, allowed: allowed, flag: flag))
    }
}
