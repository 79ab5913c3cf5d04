extension ImageMetadata {
    init(jpeg bytes: Span<UInt8>) {
        self.init()
        var walk = JPEGWalk()
        var hasExif = false
        while let segment = try? walk.next(in: bytes), !segment.isCut, !segment.isEndOfHeader {
            if let range = segment.exif(in: bytes) {
                if !hasExif { exif = Self.exifBlock(bytes.extracting(range)) }
                hasExif = true
            } else if let range = segment.content(named: JPEGSegment.xmpName, marker: 0xe1, in: bytes) {
                if xmp == nil, !range.isEmpty { xmp = [UInt8](copying: bytes.extracting(range)) }
            } else if let range = segment.content(named: JPEGSegment.photoshopName, marker: 0xed, in: bytes) {
                // Appended where it lies: a copy for each of many segments would take for ever.
                if photoshop == nil, !range.isEmpty { photoshop = [] }
                photoshop?.append(copying: bytes.extracting(range))
            } else if segment.marker == 0xfe {
                comments.append([UInt8](copying: bytes.extracting(segment.payload)))
            }
        }
    }

    /// The profile of a JPEG file, joined of its parts.
    static func colorProfile(inJPEG bytes: Span<UInt8>) -> [UInt8]? {
        var walk = JPEGWalk()
        var parts = ICCParts()
        while let segment = try? walk.next(in: bytes), !segment.isCut, !segment.isEndOfHeader {
            parts.take(segment, in: bytes)
        }
        return parts.profile(in: bytes)
    }
}

extension JPEGSegment {
    /// Whether the first scan, or the end, begins here.
    var isEndOfHeader: Bool { marker == Self.startOfScan || marker == Self.endOfImage }
}
