/// What a picture file carries beside its pixels, as blocks without the headers of their container.
public struct ImageMetadata: Sendable, Hashable {
    /// A TIFF structure, without the six bytes `Exif\0\0`.
    public var exif: [UInt8]?
    /// An XMP packet. The extended part that JPEG files may have beside it is not read.
    public var xmp: [UInt8]?
    /// JPEG: the image resources of Photoshop, which hold IPTC; segments are joined.
    public var photoshop: [UInt8]?
    /// JPEG: comments, in the order of the file.
    public var comments: [[UInt8]] = []
    /// PNG: texts, in the order of the file.
    public var texts: [PNGText] = []
    /// An ICC profile, whole: its own size is its length.
    public var colorProfile: [UInt8]?

    /// Bytes that profile and XMP of a PNG may take together when they are inflated.
    public static let largestInflated = 2 * Zlib.largestBlock

    /// Nothing.
    public init() {}

    /// Whether there is nothing.
    public var isEmpty: Bool { self == ImageMetadata() }

    /// Reads what a file carries. What is broken, or said twice in different ways, is absent; of several blocks of one kind the
    /// first counts, as it does when the orientation is read.
    ///
    /// JPEG: up to the first scan. PNG and WebP: the whole file; profiles and XMP are inflated up to 4 MiB, texts stay as they
    /// are. Cost: the segments or chunks are visited and the blocks copied; pixels are not read.
    public init(reading file: Span<UInt8>, format: ImageFormat) {
        self =
            switch format {
            case .jpeg: ImageMetadata(jpeg: file)
            case .png: ImageMetadata(png: file)
            case .webP: ImageMetadata(webP: file)
            }
        colorProfile = Self.colorProfile(in: file, format: format)
    }

    /// The color profile alone; nil where there is none that is whole. Cost: as above, without the copies of everything else.
    public static func colorProfile(in file: Span<UInt8>, format: ImageFormat) -> [UInt8]? {
        switch format {
        case .jpeg: colorProfile(inJPEG: file)
        case .png: colorProfile(inPNG: file)
        case .webP: colorProfile(inWebP: file)
        }
    }

    /// A block of EXIF without the six bytes before it that JPEG has; nil if it is none.
    static func exifBlock(_ block: Span<UInt8>) -> [UInt8]? {
        let start = TIFFStructure.start(of: block)
        guard start <= block.count else { return nil }
        let tiff = block.extracting(start..<block.count)
        return TIFFStructure(tiff) == nil ? nil : [UInt8](copying: tiff)
    }
}
