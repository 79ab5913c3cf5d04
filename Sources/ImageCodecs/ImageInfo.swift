public import Resampling

/// The color space that the components of a JPEG file are stored in, by libjpeg's rule.
public enum JPEGColor: String, Sendable {
    /// One component.
    case gray
    /// Luma and chroma.
    case ycbcr
    /// Red, green and blue without a transform.
    case rgb
    /// Inks, inverted.
    case cmyk
    /// CMYK of which the first three are stored as luma and chroma.
    case ycck
}

/// The sampling factors of one JPEG component.
public struct SamplingFactors: Sendable, Hashable {
    /// Blocks per MCU across.
    public var horizontal: Int
    /// Blocks per MCU down.
    public var vertical: Int

    /// `horizontal` × `vertical` blocks per MCU.
    public init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}

/// What the header of a picture says. No pixel has been read for it.
public struct ImageInfo: Sendable, Equatable {
    /// The format, by the first bytes.
    public var format: ImageFormat
    /// Columns and rows as stored.
    public var storedSize: PixelSize
    /// How the stored pixels must be turned, by the EXIF of the file.
    public var orientation: Orientation
    /// Color components without alpha: 1, 3 or 4 (CMYK).
    public var channels: Int
    /// What the samples mean, where the file says so in a way that fits them; sRGB otherwise.
    public var colorProfile: ColorProfile?
    /// Whether pixels can be transparent.
    public var hasAlpha: Bool
    /// Bits per stored sample (or per index, with a palette).
    public var bitDepth: Int
    /// PNG: whether pixels are indices into a palette.
    public var isPalette = false
    /// JPEG and lossy WebP with color: the resolution of chroma.
    public var chromaSubsampling: ChromaSubsampling?
    /// JPEG: what the components are.
    public var jpegColor: JPEGColor?
    /// JPEG: the factors of each component.
    public var samplingFactors: [SamplingFactors] = []
    /// JPEG: whether the file refines the picture in several scans.
    public var isProgressive = false
    /// JPEG: whether several scans carry the picture. The decoder then holds all coefficients: two bytes per stored sample.
    public var hasSeveralScans = false
    /// PNG: whether rows come in seven passes. The decoder then holds the whole picture.
    public var isInterlaced = false
    /// Whether the stored samples are exactly those that were encoded.
    public var isLossless = false
    /// Whether the file holds more than one frame. The first is decoded.
    public var isAnimated = false
    /// Frames of an animation; 1 for other pictures.
    public var frameCount = 1
    /// JPEG: whether entropy coding is arithmetic.
    public var isArithmetic = false
    /// Bytes of the header that are not the picture: EXIF, profiles, texts and everything else, as far as the header was read.
    public var metadataBytes = 0
    /// Oddities of the header that were passed over.
    public var findings: [Finding] = []

    /// Header facts as given; the rest as for a plain picture.
    public init(
        format: ImageFormat, storedSize: PixelSize, orientation: Orientation = .topLeft, channels: Int,
        hasAlpha: Bool = false, bitDepth: Int = 8
    ) {
        self.format = format
        self.storedSize = storedSize
        self.orientation = orientation
        self.channels = channels
        self.hasAlpha = hasAlpha
        self.bitDepth = bitDepth
    }

    /// Columns and rows as seen.
    public var uprightSize: PixelSize { orientation.uprightSize(ofStored: storedSize) }

    /// The smallest layout that holds all the file has. CMYK becomes RGB.
    public var layout: PixelLayout {
        switch (channels == 1, hasAlpha) {
        case (true, false): .gray
        case (true, true): .grayAlpha
        case (false, false): .rgb
        case (false, true): .rgba
        }
    }

    /// Whether `DecodeLayout.planes(alpha:)` can be asked for: Y, Cb and Cr of ordinary sampling, or lossy WebP with one frame.
    public var hasPlanes: Bool {
        switch format {
        case .jpeg: jpegColor == .ycbcr && ImageInfo.areOrdinary(samplingFactors)
        case .webP: !isLossless && !isAnimated
        case .png: false
        }
    }

    /// Whether ``DecodeRequest/scaledSize`` can be asked for: lossy WebP with one frame and without alpha.
    public var hasFreeScaling: Bool { format == .webP && !isLossless && !isAnimated && !hasAlpha }

    /// The rule of the decoder: luma is finest, chroma planes are alike and a whole fraction of it.
    private static func areOrdinary(_ factors: [SamplingFactors]) -> Bool {
        guard factors.count == 3, factors[1] == factors[2] else { return false }
        let (luma, chroma) = (factors[0], factors[1])
        return luma.horizontal.isMultiple(of: chroma.horizontal) && luma.vertical.isMultiple(of: chroma.vertical)
    }
}
