public import ImageCodecs

/// What a picked file carries beside its pixels, whatever source it came from.
public struct MediaMetadata: Sendable, Hashable {
    /// How the stored pixels must be turned to stand upright. Edited images are turned already.
    public let orientation: Orientation
    /// Columns and rows as the file holds them, before its orientation.
    public let storedSize: PixelSize
    /// EXIF, XMP, color profile, comments and texts, as the blocks of the file. What is broken is absent.
    public let blocks: ImageMetadata

    /// Whether there is a block of EXIF.
    public var hasEXIF: Bool { blocks.exif != nil }
    /// Whether there is a packet of XMP.
    public var hasXMP: Bool { blocks.xmp != nil }
    /// Whether there are image resources of Photoshop, which hold IPTC.
    public var hasIPTC: Bool { blocks.photoshop != nil }
    /// Whether there is a color profile.
    public var hasColorProfile: Bool { blocks.colorProfile != nil }

    init(of image: EncodedImage) {
        let bytes = image.bytes.span
        let info = try? ImageInfo(probing: bytes)
        orientation = info?.orientation ?? .topLeft
        storedSize = info?.storedSize ?? image.size
        blocks = ImageMetadata(reading: bytes, format: image.format)
    }
}
