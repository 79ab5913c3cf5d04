extension ImageMetadata {
    init(png bytes: Span<UInt8>) {
        self.init()
        var walk = PNGWalk()
        var (hasExif, hasXMP) = (false, false)
        while let chunk = walk.next(in: bytes), !chunk.isCut, !chunk.isOf(type: "IEND", in: bytes) {
            if chunk.isOf(type: "eXIf", in: bytes) {
                // Its check sum is not looked at, because nobody does when the picture is turned.
                if !hasExif { exif = Self.exifBlock(bytes.extracting(chunk.payload)) }
                hasExif = true
            } else if let kind = PNGText.Kind.allCases.first(where: { chunk.isOf(type: $0.rawValue, in: bytes) }) {
                if bytes.has(PNGText.xmpKeyword, at: chunk.payload.lowerBound) {
                    // Other kinds of texts with this keyword are XMP that nobody reads.
                    if kind == .iTXt, !hasXMP { xmp = chunk.xmp(in: bytes) }
                    hasXMP = hasXMP || kind == .iTXt
                } else if chunk.hasRightChecksum(in: bytes),
                    !bytes.has(PNGText.rawProfileKeyword, at: chunk.payload.lowerBound)
                {
                    texts.append(PNGText(kind: kind, payload: [UInt8](copying: bytes.extracting(chunk.payload))))
                }
            }
        }
    }

    /// The profile of a PNG file. It stands before the palette and the pixels, or counts for nothing (PNG, section 5.6).
    static func colorProfile(inPNG bytes: Span<UInt8>) -> [UInt8]? {
        var walk = PNGWalk()
        while let chunk = walk.next(in: bytes), !chunk.isCut, !chunk.isOf(types: ["PLTE", "IDAT", "IEND"], in: bytes) {
            if chunk.isOf(type: "iCCP", in: bytes) { return chunk.colorProfile(in: bytes) }
        }
        return nil
    }
}

extension PNGChunk {
    /// The profile of an `iCCP` chunk (PNG, section 11.3.2.3); nil if it is broken.
    func colorProfile(in bytes: Span<UInt8>) -> [UInt8]? {
        guard let name = profileName(in: bytes),
            bytes.byte(at: name.upperBound + 1) == 0, name.upperBound + 2 < payload.upperBound,
            let inflated = Zlib.inflated(bytes.extracting(name.upperBound + 2..<payload.upperBound), allowsCut: true)
        else { return nil }
        // A profile knows its own length: like libpng, this takes one that is whole though the end of its stream is missing.
        return ICCProfile.checked(inflated)
    }

    /// Where the name of the profile of an `iCCP` chunk lies, up to the zero that ends it; nil if the chunk is broken.
    func profileName(in bytes: Span<UInt8>) -> Range<Int>? {
        guard let name = Self.text(in: bytes, payload), (1...79).contains(name.count), hasRightChecksum(in: bytes)
        else {
            return nil
        }
        return name
    }

    /// The packet of an `iTXt` chunk with the keyword of XMP; nil if it is broken or empty.
    func xmp(in bytes: Span<UInt8>) -> [UInt8]? {
        let flags = payload.lowerBound + PNGText.xmpKeyword.utf8.count
        guard hasRightChecksum(in: bytes), flags + 2 <= payload.upperBound else { return nil }
        let isCompressed = bytes[flags] != 0
        // A language and a translated keyword stand before the text.
        guard let language = Self.text(in: bytes, flags + 2..<payload.upperBound),
            let keyword = Self.text(in: bytes, language.upperBound + 1..<payload.upperBound)
        else { return nil }
        let text = bytes.extracting(keyword.upperBound + 1..<payload.upperBound)
        guard !text.isEmpty, !isCompressed || bytes[flags + 1] == 0 else { return nil }
        return isCompressed ? Zlib.inflated(text) : [UInt8](copying: text)
    }

    /// The text at the start of a range, which a zero ends; nil without one.
    private static func text(in bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        for offset in range where bytes[offset] == 0 { return range.lowerBound..<offset }
        return nil
    }
}
