public import ImageCodecs
public import Resampling

/// A picture as the bytes of its file.
public struct EncodedImage: Sendable, Hashable {
    /// The format of `bytes`.
    public let format: ImageFormat
    /// Upright size in pixels.
    public let size: PixelSize
    /// The whole file.
    public let bytes: [UInt8]
    /// The quality it was written with, 1…100; nil where it was not written here, without loss, or frame by frame.
    public internal(set) var quality: Int?

    /// The same picture, byte for byte, without what is private: see ``OriginalPolicy/private``.
    public func privateCopy() throws(ImageError) -> EncodedImage {
        EncodedImage(format: format, size: size, bytes: try PrivateOriginal.bytes(of: bytes.span, format: format))
    }

    /// The upright pixels. Cost: decodes the whole picture.
    public func bitmap() throws(ImageError) -> Bitmap {
        let info = try ImageInfo(probing: bytes.span)
        return try Bitmap(decoding: bytes.span).turned(info.orientation)
    }
}
