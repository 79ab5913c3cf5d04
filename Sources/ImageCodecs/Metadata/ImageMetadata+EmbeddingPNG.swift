extension ImageMetadata {
    /// Chunks behind the header: the profile, which must stand before the palette, EXIF, XMP, texts.
    func embedded(inPNG file: [UInt8]) -> [UInt8] {
        let bytes = file.span
        guard bytes.has(PNGProbe.signature, at: 0), bytes.has("IHDR", at: 12), bytes.holds(33, at: 0) else {
            return file
        }
        var chunks: [UInt8] = []
        if let profile = profile(forComponents: file[25] & 2 == 0 ? 1 : 3), let stream = Zlib.deflated(profile) {
            chunks.append(pngChunk: "iCCP", Array("ICC profile\0\0".utf8) + stream)
        }
        if let exif { chunks.append(pngChunk: "eXIf", exif) }
        // Two bytes say that it is not compressed, two empty texts follow: the language and the translated keyword.
        if let xmp { chunks.append(pngChunk: "iTXt", Array((PNGText.xmpKeyword + "\0\0\0\0").utf8) + xmp) }
        for text in texts { chunks.append(pngChunk: text.kind.rawValue, text.payload) }
        return Self.inserting(chunks, in: file, at: 33)
    }
}
