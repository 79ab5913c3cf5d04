import ImageCodecs

/// What becomes of an animation.
public enum AnimationPolicy: String, Sendable, Hashable, CaseIterable {
    /// Its first frame is edited.
    case first
    /// Every frame is edited, and the time each is shown is kept, where an animated WebP is edited to WebP. Elsewhere as ``first``.
    ///
    /// A file that is cut short is never edited so, even where truncated pictures are allowed.
    case keep

    /// Whether every frame of a picture is kept in an edited image of a format.
    func keeps(_ info: ImageInfo, as format: ImageFormat) -> Bool {
        self == .keep && info.isAnimated && info.format == .webP && format == .webP
    }
}
