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
            } else if chunk.isNamed("ICCP", in: bytes), colorProfile == nil {
                colorProfile = ICCProfile.checked([UInt8](copying: data))
            } else if chunk.isNamed("XMP ", in: bytes), xmp == nil, !data.isEmpty {
                xmp = [UInt8](copying: data)
            }
        }
    }
}
