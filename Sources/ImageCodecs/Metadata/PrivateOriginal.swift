/// A picture file as it is, without what it should not tell of places, people, single cameras and earlier versions.
///
/// Each format has a list of what stays, and everything else goes: new kinds of metadata are invented every year, and a list of
/// what goes would let them through.
public enum PrivateOriginal {
    /// The same picture with the same orientation: its data is kept bit for bit, EXIF is written anew without what is private,
    /// the color profile stays. Thumbnails, previews, further pictures and whatever follows the picture's end go.
    ///
    /// A file that ends early still does: what is there of its picture stays, and no end is invented. What is private in the
    /// pixels themselves, or in the texts of a color profile, stays too.
    ///
    /// Cost: one pass over the file, and a copy.
    ///
    /// - Throws: ``ImageError/malformed(_:offset:reason:)`` where the segments or chunks cannot be followed,
    ///   ``ImageError/truncated(_:fraction:)`` where the file ends before its picture begins, ``ImageError/unsupported(_:)`` for a
    ///   PNG with a chunk that decoders must understand and that nobody knows.
    public static func bytes(of file: Span<UInt8>, format: ImageFormat) throws(ImageError) -> [UInt8] {
        guard case .readable(format) = FileSignature(of: file) else {
            throw .malformed(format, offset: 0, reason: "it does not begin as \(format.displayName) does")
        }
        return switch format {
        case .jpeg: try jpeg(file)
        case .png: try png(file)
        case .webP: try webP(file)
        }
    }

    /// What stays of a block of EXIF, with or without the six bytes of JPEG before it.
    static func exif(_ block: Span<UInt8>) -> [UInt8]? { ExifBlock.privateCopy(of: block) }
}
