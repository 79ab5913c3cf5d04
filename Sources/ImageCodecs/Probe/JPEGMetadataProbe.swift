/// Gathers the metadata of a JPEG file, segment by segment up to its first scan.
struct JPEGMetadataProbe {
    private var metadata = HeaderMetadata()
    private var parts = ICCParts()
    private var xmp: Range<Int>?
    private var pictures: MultiPictureIndex?

    /// Further pictures that are looked at in search of a gain map, and segments of each.
    private static let (maxPictures, maxSegments) = (4, 64)

    mutating func take(_ segment: JPEGSegment, in bytes: Span<UInt8>) {
        if let range = segment.exif(in: bytes) {
            metadata.takeExif(range)
        } else if let range = segment.content(named: JPEGSegment.xmpName, marker: 0xe1, in: bytes) {
            if xmp == nil { xmp = range }
        } else if segment.content(named: JPEGSegment.gainMapName, marker: 0xe2, in: bytes) != nil {
            metadata.add(.gainMap)
        } else if let range = segment.content(named: JPEGSegment.multiPictureName, marker: 0xe2, in: bytes) {
            if pictures == nil { pictures = MultiPictureIndex(in: bytes, range: range) }
        } else {
            parts.take(segment, in: bytes)
        }
    }

    /// Tells the header what the segments say.
    ///
    /// Cost: beside the blocks themselves, the first segments of a few further pictures.
    consuming func apply(to info: inout ImageInfo, in bytes: Span<UInt8>) {
        if parts.isPresent, parts.profile(in: bytes) == nil { metadata.add(.profileInvalid) }
        if let xmp { metadata.takeXMP(bytes.extracting(xmp)) }
        if let pictures, pictures.count > 1 {
            metadata.add(.multiPicture)
            for start in pictures.starts.prefix(Self.maxPictures) where Self.isGainMap(bytes, at: start) {
                metadata.add(.gainMap)
            }
        }
        metadata.apply(to: &info, in: bytes)
    }

    /// Whether a further picture says of itself that it is a gain map, as those of Apple do and the first picture does not.
    private static func isGainMap(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        guard bytes.has([0xff, 0xd8], at: start) else { return false }
        let picture = bytes.extracting(start..<bytes.count)
        var walk = JPEGWalk()
        var segments = 0
        while segments < maxSegments, let segment = try? walk.next(in: picture), !segment.isCut, !segment.isEndOfHeader
        {
            segments += 1
            if segment.content(named: JPEGSegment.gainMapName, marker: 0xe2, in: picture) != nil { return true }
            if let xmp = segment.content(named: JPEGSegment.xmpName, marker: 0xe1, in: picture),
                XMPPacket.announcesGainMap(picture.extracting(xmp))
            {
                return true
            }
        }
        return false
    }
}
