extension ImageInfo {
    /// Takes over what the file says of the meaning of its colors.
    ///
    /// A profile counts where its space has the channels of the pixels, and its class describes pixels. Cost: that of reading the
    /// profile; in PNG, the chunks before the picture are visited.
    mutating func readColor(_ file: Span<UInt8>) {
        let embedded = embeddedProfile(file)
        guard format == .png else {
            colorProfile = embedded
            if channels == 4, embedded == nil { note(.cmykApproximated) }
            return
        }
        switch PNGColor(reading: file).meaning(profile: embedded, channels: channels) {
        case .none: break
        // The profile that a file has stays with it, also where it says no more than that.
        case .sRGB: colorProfile = embedded.flatMap { $0.isSRGB ? $0 : nil }
        case .profile(let profile): colorProfile = profile
        case .hdr: note(.hdr)
        }
    }

    /// The profile in the file, if it is sound and fits.
    private mutating func embeddedProfile(_ file: Span<UInt8>) -> ColorProfile? {
        guard let bytes = ImageMetadata.colorProfile(in: file, format: format) else { return nil }
        guard let profile = ColorProfile(bytes) else {
            note(.profileInvalid)
            return nil
        }
        guard profile.fits(channels: channels) else {
            note(.profileMismatch)
            return nil
        }
        return profile
    }

    private mutating func note(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }
}

extension PNGColor {
    /// Reads the chunks of a PNG file that come before its palette and its pixels.
    fileprivate init(reading file: Span<UInt8>) {
        self.init()
        var walk = PNGWalk()
        while let chunk = walk.next(in: file), !chunk.isOf(types: ["PLTE", "IDAT"], in: file) {
            for name in ["cICP", "sRGB", "gAMA", "cHRM"] where chunk.isOf(type: name, in: file) {
                if chunk.hasRightChecksum(in: file) { take(name, file.extracting(chunk.payload)) }
            }
        }
    }
}
