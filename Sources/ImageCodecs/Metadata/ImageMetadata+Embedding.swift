extension ImageMetadata {
    /// A file with this metadata in it. The picture's own data stays byte for byte as it is.
    ///
    /// What the format has no place for is left out; so is a block that is longer than its place, a profile for other colors than
    /// the picture has, and everything if the file cannot be read.
    ///
    /// Cost: one copy of the file.
    ///
    /// - Parameter file: as `ImageEncoder` writes it: without metadata. Nothing is replaced.
    public func embedded(in file: [UInt8], format: ImageFormat) -> [UInt8] {
        if isEmpty { return file }
        return switch format {
        case .jpeg: embedded(inJPEG: file)
        case .png: embedded(inPNG: file)
        case .webP: embedded(inWebP: file)
        }
    }

    /// A copy with `insertion` at an offset.
    static func inserting(_ insertion: [UInt8], in file: [UInt8], at offset: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(file.count + insertion.count)
        result += file[..<offset]
        result += insertion
        result += file[offset...]
        return result
    }

    func profile(forComponents components: Int) -> [UInt8]? {
        colorProfile.flatMap { ICCProfile.fits($0, components: components) ? $0 : nil }
    }
}
