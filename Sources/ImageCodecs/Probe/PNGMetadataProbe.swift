/// Gathers the metadata of a PNG file, chunk by chunk.
struct PNGMetadataProbe {
    private var metadata = HeaderMetadata()
    private var hasProfile = false
    private var hasXMP = false

    /// - Parameter position: where a chunk begins whose data is there.
    mutating func take(chunkAt position: Int, in bytes: Span<UInt8>) {
        var walk = PNGWalk(from: position)
        guard let chunk = walk.next(in: bytes) else { return }
        if chunk.isOf(type: "eXIf", in: bytes) {
            metadata.takeExif(chunk.payload)
        } else if chunk.isOf(type: "iCCP", in: bytes), !hasProfile {
            hasProfile = true
            if chunk.colorProfile(in: bytes) == nil { metadata.add(.profileInvalid) }
        } else if chunk.isOf(type: "iTXt", in: bytes), !hasXMP,
            bytes.has(PNGText.xmpKeyword, at: chunk.payload.lowerBound)
        {
            hasXMP = true
            if let packet = chunk.xmp(in: bytes) { metadata.takeXMP(packet.span) }
        }
    }

    func apply(to info: inout ImageInfo, in bytes: Span<UInt8>) { metadata.apply(to: &info, in: bytes) }
}
