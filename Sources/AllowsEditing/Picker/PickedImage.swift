/// A picture that was picked: its edited image and its original, side by side.
public struct PickedImage: Sendable {
    /// The edited images, one for each size of the options, in their order; none where editing was off.
    public let editedImages: [EncodedImage]
    /// The picked picture: the very bytes that came in.
    public let originalImage: EncodedImage
    /// What was odd about the file; of one that was not edited, about its header.
    public let findings: [Finding]
    /// The crop in whole upright pixels of the original; nil where editing was off.
    public let cropRect: PixelRect?
    /// How the edited images were made; nil where editing was off.
    public let plan: EditPlan?
    /// The file that was picked; nil for standard input and for bytes.
    public internal(set) var imagePath: BytePath?
    /// What stands in for the smallest edited image; nil unless ``EditOptions/makesPlaceholder`` asks for it.
    public internal(set) var placeholder: Placeholder?

    /// The edited image of the first size; nil where editing was off.
    public var editedImage: EncodedImage? { editedImages.first }

    /// What the user of a picker is after: the edited image, or the original where editing was off.
    ///
    /// A failed edit is an error of the picker. It never gives the original in silence.
    public var image: EncodedImage { editedImage ?? originalImage }

    /// What the original is, by its first bytes: one of `jpeg`, `png` and `webP`. `originalImage.format` is the same as a format.
    public var mediaType: MediaFilter { MediaFilter(originalImage.format) }

    /// What the file carries beside its pixels. Cost: the file is read through, without its pixels, at each call.
    public var mediaMetadata: MediaMetadata { MediaMetadata(of: originalImage) }
}
