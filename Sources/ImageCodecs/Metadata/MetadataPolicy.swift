public import Resampling

/// What an edited file carries of its original's metadata. The raw values are the words of the command.
public enum MetadataPolicy: String, Sendable, CaseIterable {
    /// Nothing, not even the color profile: the pixels should be sRGB.
    case none
    /// The color profile.
    case icc
    /// The color profile, and EXIF without what tells of a place, a person or a single camera.
    case `private`
    /// Everything that is still true of the edited picture.
    case all
}

extension ImageMetadata {
    /// What an edited picture of `format` carries under a policy. It never says a picture were to be turned: pixels are upright.
    ///
    /// What the format has no place for is left out, and so is every smaller copy of the picture, which shows what was cut away.
    ///
    /// - Parameters:
    ///   - size: of the edited picture, in upright pixels.
    ///   - isSRGB: whether its colors were converted to sRGB.
    public func edited(
        _ policy: MetadataPolicy, size: PixelSize, format: ImageFormat, isSRGB: Bool = false
    ) -> ImageMetadata {
        var kept = ImageMetadata()
        guard policy != .none else { return kept }
        kept.colorProfile = colorProfile
        guard policy != .icc else { return kept }
        if let exif {
            kept.exif = ExifBlock.edited(exif.span, size: size, isPrivate: policy == .private, isSRGB: isSRGB)
        }
        guard policy == .all else { return kept }
        if let xmp { kept.xmp = XMPPacket.edited(xmp.span, size: size) }
        switch format {
        case .jpeg:
            if let photoshop { kept.photoshop = PhotoshopResources.edited(photoshop.span) }
            kept.comments = comments.filter { !Self.holdsPicture($0) }
        case .png: kept.texts = texts.filter { !Self.holdsPicture($0.payload) }
        case .webP: break
        }
        return kept
    }

    private static func holdsPicture(_ text: [UInt8]) -> Bool {
        JPEGStarts(in: text.span).first(in: text.indices) != nil
    }
}
