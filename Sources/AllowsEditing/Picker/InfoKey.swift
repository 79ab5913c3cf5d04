/// What can be asked of a picked image by name, as of the dictionary that `UIImagePickerController` gives its delegate.
public enum InfoKey: String, Sendable, Hashable, CaseIterable {
    /// The kind of the file.
    case mediaType
    /// The picture as it came in.
    case originalImage
    /// The edited image of the first size.
    case editedImage
    /// The crop in whole upright pixels of the original.
    case cropRect
    /// The path of the file; iOS gives a URL here.
    case imagePath
    /// What the file carries beside its pixels.
    case mediaMetadata
}

/// A value of ``PickedImage/rawInfo``.
public enum InfoValue: Sendable, Hashable {
    /// Of `mediaType`.
    case mediaType(MediaFilter)
    /// Of `originalImage` and `editedImage`.
    case image(EncodedImage)
    /// Of `cropRect`.
    case rect(PixelRect)
    /// Of `imagePath`.
    case path(BytePath)
    /// Of `mediaMetadata`.
    case metadata(MediaMetadata)
}

extension PickedImage {
    /// One value; nil where this picture has none. Cost: none but for `mediaMetadata`.
    public subscript(key: InfoKey) -> InfoValue? {
        switch key {
        case .mediaType: .mediaType(mediaType)
        case .originalImage: .image(originalImage)
        case .editedImage: editedImage.map { .image($0) }
        case .cropRect: cropRect.map { .rect($0) }
        case .imagePath: imagePath.map { .path($0) }
        case .mediaMetadata: .metadata(mediaMetadata)
        }
    }

    /// Every value that this picture has. Cost: that of `mediaMetadata`.
    public var rawInfo: [InfoKey: InfoValue] {
        var info: [InfoKey: InfoValue] = [:]
        for key in InfoKey.allCases { info[key] = self[key] }
        return info
    }
}
