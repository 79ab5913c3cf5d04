/// How pixels are to be encoded.
public struct EncodeOptions: Sendable, Hashable {
    /// The file format.
    public var format: ImageFormat
    /// JPEG: 1…100. Lossy WebP: 0…100. PNG: without effect.
    public var quality: Int
    /// JPEG with color: ``ChromaSubsampling/yuv420``, `yuv422`, `yuv440` or `yuv444`.
    public var subsampling: ChromaSubsampling
    /// JPEG: whether the picture is refined in several scans.
    public var progressive: Bool
    /// WebP: whether every pixel is kept exactly. PNG always does.
    public var lossless: Bool
    /// PNG: whether a picture with color becomes a palette where its distinct pixels, alpha included, are at most 256, and otherwise
    /// loses an alpha that is opaque everywhere. Every pixel is kept exactly. Costs one look at each pixel.
    public var prefersPalette = false

    /// Options for one format; quality 85 and 4:2:0 unless said otherwise.
    public init(
        format: ImageFormat, quality: Int = 85, subsampling: ChromaSubsampling = .yuv420, progressive: Bool = false,
        lossless: Bool = false
    ) {
        self.format = format
        self.quality = quality
        self.subsampling = subsampling
        self.progressive = progressive
        self.lossless = lossless
    }
}
