extension ImageMetadata {
    init(webP bytes: Span<UInt8>) {
        self.init()
        // A file without this chunk has no room for metadata (RFC 9649, section 2.7).
        guard bytes.has("VP8X", at: 12) else { return }
        var walk = RIFFWalk(fileIn: bytes)
        var hasExif = false
        while let chunk = try? walk.next(in: bytes), !chunk.isCut {
            let data = bytes.extracting(chunk.payload)
            if chunk.isNamed("EXIF", in: bytes) {
                if !hasExif { exif = Self.exifBlock(data) }
                hasExif = true
            } else if chunk.isNamed("XMP ", in: bytes), xmp == nil, !data.isEmpty {
                xmp = [UInt8](copying: data)
            }
        }
    }

    /// The profile of a WebP file.
    static func colorProfile(inWebP bytes: Span<UInt8>) -> [UInt8]? {
        guard bytes.has("VP8X", at: 12) else { return nil }
        var walk = RIFFWalk(fileIn: bytes)
        while let chunk = try? walk.next(in: bytes), !chunk.isCut {
            guard chunk.isNamed("ICCP", in: bytes) else { continue }
            return ICCProfile.checked([UInt8](copying: bytes.extracting(chunk.payload)))
        }
        return nil
    }
}
