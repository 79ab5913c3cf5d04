/// Two small pictures of one input for a contact sheet: JPEG in sRGB without metadata, transparency laid over the background of the
/// options.
public struct SheetPreviews: Sendable, Hashable {
    /// The whole original, upright.
    public let original: EncodedImage
    /// The first edited image.
    public let edited: EncodedImage

    /// The two pictures of one input.
    public init(original: EncodedImage, edited: EncodedImage) {
        self.original = original
        self.edited = edited
    }
}
