/// The samples that each pixel of a bitmap holds, in order. Alpha is straight, not premultiplied.
public enum PixelLayout: Int, Sendable, CaseIterable {
    /// One sample: gray, or one plane of a planar picture.
    case gray = 1
    /// Gray and alpha.
    case grayAlpha = 2
    /// Red, green, blue.
    case rgb = 3
    /// Red, green, blue, alpha.
    case rgba = 4

    /// Samples per pixel.
    public var channels: Int { rawValue }
    /// Whether the last sample is alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
}

/// Decoded pixels of 8 bits a sample in memory: rows from the top, tightly packed.
public struct Bitmap: Sendable, Hashable {
    /// The samples of each pixel.
    public let layout: PixelLayout
    /// Columns and rows.
    public let size: PixelSize
    /// `size.height` rows of `size.width * layout.channels` bytes.
    public var bytes: [UInt8]

    /// A bitmap of given samples.
    ///
    /// - Precondition: `bytes.count == size.width * size.height * layout.channels`.
    public init(layout: PixelLayout, size: PixelSize, bytes: [UInt8]) {
        precondition(bytes.count == size.width * size.height * layout.channels, "the samples do not fit the size")
        self.layout = layout
        self.size = size
        self.bytes = bytes
    }
}
