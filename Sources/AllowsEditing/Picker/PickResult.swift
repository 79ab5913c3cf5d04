/// What came of picking one picture.
public enum PickResult: Sendable {
    /// A picture was picked.
    case picked(PickedImage)
    /// Nobody wants a picture any longer: the task was cancelled, or standard input ended without a byte.
    case cancelled

    /// The edited image, or the original where editing was off; nil where picking was cancelled.
    public var image: EncodedImage? { pickedImage?.image }

    /// The picked picture; nil where picking was cancelled.
    public var pickedImage: PickedImage? {
        guard case .picked(let picked) = self else { return nil }
        return picked
    }
}

/// What came of a whole run of a picker.
public struct PickSummary: Sendable, Hashable {
    /// Pictures that were picked.
    public internal(set) var picked = 0
    /// Outcomes that were failures: pictures that could not be picked, or the source itself.
    public internal(set) var failed = 0
    /// Whether the run ended before its source did, or standard input ended without a byte.
    public internal(set) var wasCancelled = false
}
