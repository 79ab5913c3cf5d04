public import Resampling

/// The form in which a decoder hands out samples.
public enum DecodeLayout: Sendable, Hashable {
    /// Interleaved samples. A gray picture may be asked for as color and an opaque one with alpha, never the other way.
    case pixels(PixelLayout)
    /// Planes Y, Cb, Cr, and A if `alpha`, each at the file's own resolution: see ``ImageInfo/hasPlanes``.
    ///
    /// JPEG planes are of full range (JFIF); WebP planes are of video range (BT.601, luma 16…235) and may carry alpha.
    case planes(alpha: Bool)
    /// CMYK and YCCK JPEG: planes C, M, Y, K of exactly the region, as the file stores them: 255 is no ink.
    case inks

    /// Samples per pixel, those of chroma counted as if they were stored at full resolution.
    public var samples: Int {
        switch self {
        case .pixels(let layout): layout.channels
        case .planes(let alpha): alpha ? 4 : 3
        case .inks: 4
        }
    }
}

/// What is to be decoded of a picture, and in which form.
public struct DecodeRequest: Sendable, Hashable {
    /// The form of the samples.
    public var layout: DecodeLayout
    /// The stored pixels that must be covered. JPEG: after scaling by ``scaleEighths``.
    public var region: PixelRect
    /// JPEG: the picture is decoded at this many eighths of its size, rounded up: 1, 2, 4 or 8. Other formats: 8.
    public var scaleEighths: Int
    /// The size that the region is scaled to by the decoder, which averages areas: see ``ImageInfo/hasFreeScaling``. The region
    /// must then begin at an even column and row.
    public var scaledSize: PixelSize?
    /// JPEG at 1/8 or 2/8: whether a `ThumbnailDecoder` is tried, which reads the lowest coefficients of each block alone.
    public var readsThumbnail = false
    /// With ``readsThumbnail``: the eighths of its own size that chroma is decoded at, 1 or 2.
    public var chromaEighths = 1
    /// JPEG: a file with more scans than this is refused; 0 is no limit. Every scan costs a pass over the picture.
    public var maxScans: Int

    /// Whether what is missing of a picture becomes gray or transparent, and ``Finding/truncated``, instead of an error.
    public var allowsTruncated = false
    /// Whether damage that the decoder can conceal becomes ``Finding/malformed`` instead of an error.
    public var allowsDamage = false
    /// Processor time that the decoder's thread may take, in seconds, from opening on; nil for no limit. WebP is decoded in one
    /// step, whose length the number of its pixels bounds.
    public var maxSeconds: Double?
    /// Seconds of ``maxSeconds`` that another decoder has taken for the picture already.
    public var spentSeconds = 0.0

    /// Lossy WebP: whether the decoder may filter in a thread of its own. The pixels are the same.
    public var usesThreads = true

    /// Lossy WebP: whether the decoder leaves out its loop filter, which smooths the edges of blocks. Saves about a fifth of the
    /// time; right where the pixels are averaged afterwards.
    public var skipsLoopFilter = false

    /// WebP as planes without alpha: what a picture with alpha is laid over.
    public var background: RGBColor = .white

    /// PNG as pixels: the bits of a sample that is handed out, 16 in the order of the machine. Fewer bits of the file are scaled up to
    /// all of them, more are rounded.
    public var depth: SampleDepth = .eight

    /// PNG: whether the whole raw picture may be held in memory, which is faster: see ``ImageInfo/wholePictureBytes``. The
    /// pixels and the errors are the same. Without effect at 16 bits a sample.
    public var allowsWholePicture: Bool

    /// A request for one region of a picture.
    public init(
        layout: DecodeLayout, region: PixelRect, scaleEighths: Int = 8, scaledSize: PixelSize? = nil,
        maxScans: Int = DecodeRequest.usualMaxScans, allowsWholePicture: Bool = false
    ) {
        self.layout = layout
        self.region = region
        self.scaleEighths = scaleEighths
        self.scaledSize = scaledSize
        self.maxScans = maxScans
        self.allowsWholePicture = allowsWholePicture
    }

    /// The scans that a JPEG file may have: fifty times what encoders write.
    public static let usualMaxScans = 500

    /// The size of a JPEG picture that is decoded at `eighths` eighths.
    public static func scaledSize(of size: PixelSize, eighths: Int) -> PixelSize {
        PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
    }
}
