extension PrivateOriginal {
    /// The chunks that make the picture what it looks like (PNG, sections 5.6 and 11), byte for byte. Not `sPLT`, which only proposes a
    /// palette and begins with a text.
    private static let keptChunks = [
        "IHDR", "PLTE", "IDAT", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "hIST", "cICP", "mDCV",
        "cLLI", "acTL", "fcTL", "fdAT",
    ]
    private static let pixelChunks = ["IDAT", "fdAT"]

    static func png(_ bytes: Span<UInt8>) throws(ImageError) -> [UInt8] {
        var kept = PNGProbe.signature
        kept.reserveCapacity(bytes.count)
        var walk = PNGWalk()
        var (hasPixels, hasExif) = (false, false)
        while let chunk = walk.next(in: bytes) {
            if kept.count == 8, !chunk.isOf(type: "IHDR", in: bytes) {
                throw .malformed(.png, offset: 8, reason: "it does not begin with a header chunk")
            }
            if chunk.isOf(type: "IEND", in: bytes) {
                guard hasPixels else {
                    throw .malformed(.png, offset: chunk.whole.lowerBound, reason: "it ends before a picture begins")
                }
                if chunk.payload.isEmpty {
                    kept.append(copying: bytes.extracting(chunk.whole))
                } else {
                    kept.append(pngChunk: "IEND", [])
                }
                return kept
            } else if chunk.isOf(types: keptChunks, in: bytes) {
                // Of a chunk that is cut off, only pixels are of use.
                if chunk.isCut, !chunk.isOf(types: pixelChunks, in: bytes) { break }
                if chunk.isOf(type: "IDAT", in: bytes) { hasPixels = true }
                if chunk.isOf(type: "iCCP", in: bytes) {
                    // Its name may be anything; the profile itself is the compressed rest. One that is broken means nothing.
                    if let name = chunk.profileName(in: bytes) {
                        let rest = bytes.extracting(name.upperBound..<chunk.payload.upperBound)
                        kept.append(pngChunk: "iCCP", [UInt8]("icc".utf8) + [UInt8](copying: rest))
                    }
                } else {
                    kept.append(copying: bytes.extracting(chunk.whole))
                }
            } else if chunk.isOf(type: "eXIf", in: bytes) {
                if !hasExif, !chunk.isCut, let exif = exif(bytes.extracting(chunk.payload)) {
                    kept.append(pngChunk: "eXIf", exif)
                }
                hasExif = true
            } else if chunk.isCritical(in: bytes) {
                throw .unsupported("PNG with an unknown critical chunk")
            }
        }
        guard hasPixels else { throw .truncated(.png, fraction: 0) }
        return kept
    }
}

extension PNGChunk {
    /// Whether decoders must understand the chunk (PNG, section 5.4).
    fileprivate func isCritical(in bytes: Span<UInt8>) -> Bool { bytes[whole.lowerBound + 4] & 0x20 == 0 }
}
