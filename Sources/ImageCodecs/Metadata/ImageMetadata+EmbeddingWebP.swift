import Resampling

extension ImageMetadata {
    /// Chunks around the picture: the profile before it, EXIF and XMP behind it. A simple file becomes an extended one.
    func embedded(inWebP file: [UInt8]) -> [UInt8] {
        let bytes = file.span
        // A file of our own has as many frames as it has.
        var limits = HeaderLimits()
        limits.maxFrames = .max
        limits.maxChunks = .max
        guard let info = try? ImageInfo(probing: bytes, limits: limits), info.format == .webP else { return file }
        let profile = profile(forComponents: 3)
        guard profile != nil || exif != nil || xmp != nil else { return file }
        let header = bytes.has("VP8X", at: 12)
        // A header of another length is none of ours.
        guard !header || bytes.littleEndian32(at: 16) == 10 else { return file }
        var features = header ? WebPFeatures(bytes[20]) : (info.hasAlpha ? .alpha : [])
        if profile != nil { features.insert(.profile) }
        if exif != nil { features.insert(.exif) }
        if xmp != nil { features.insert(.xmp) }
        var result = Array(file[..<12])
        result.append(riffChunk: "VP8X", features.header(canvas: info.storedSize))
        if let profile { result.append(riffChunk: "ICCP", profile) }
        result += file[(header ? 30 : 12)...]
        if result.count % 2 == 1 { result.append(0) }
        if let exif { result.append(riffChunk: "EXIF", exif) }
        if let xmp { result.append(riffChunk: "XMP ", xmp) }
        result.setRIFFLength()
        return result
    }
}

/// The features that the header of an extended WebP file announces (RFC 9649, section 2.7).
struct WebPFeatures: OptionSet {
    var rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ flags: UInt8) { rawValue = flags }

    static let animation = WebPFeatures(0x02)
    static let xmp = WebPFeatures(0x04)
    static let exif = WebPFeatures(0x08)
    static let alpha = WebPFeatures(0x10)
    static let profile = WebPFeatures(0x20)

    /// The data of the chunk VP8X.
    func header(canvas: PixelSize) -> [UInt8] {
        var header = [rawValue, 0, 0, 0]
        header.append(littleEndian24: canvas.width - 1)
        header.append(littleEndian24: canvas.height - 1)
        return header
    }
}
