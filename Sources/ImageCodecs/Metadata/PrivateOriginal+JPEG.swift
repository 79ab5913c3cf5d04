extension PrivateOriginal {
    /// Segments that say how the picture is coded: DQT, DHT, DAC, DRI, DNL and the frames.
    private static func isCoding(_ segment: JPEGSegment) -> Bool {
        switch segment.marker {
        case 0xc4, 0xcc, 0xdb, 0xdc, 0xdd: true
        default: segment.isFrame
        }
    }

    /// Up to the end of the image; behind it lie further pictures, gain maps, videos and trailers of cameras.
    static func jpeg(_ bytes: Span<UInt8>) throws(ImageError) -> [UInt8] {
        var kept: [UInt8] = [0xff, 0xd8]
        kept.reserveCapacity(bytes.count)
        var header = Header()
        var walk = JPEGWalk()
        var hasScan = false
        while let segment = try walk.next(in: bytes) {
            switch segment.marker {
            case JPEGSegment.endOfImage:
                guard hasScan else {
                    throw .malformed(
                        .jpeg, offset: segment.payload.lowerBound, reason: "it ends before a picture begins")
                }
                return kept + [0xff, 0xd9]
            case JPEGSegment.startOfScan:
                kept.append(segment, in: bytes)
                if segment.isCut { break }
                kept.append(copying: bytes.extracting(walk.entropyCodedData(in: bytes)))
                hasScan = true
            case _ where isCoding(segment):
                kept.append(segment, in: bytes)
            default:
                // Between scans, decoders look for no metadata.
                if !hasScan, !segment.isCut { header.append(segment, in: bytes, to: &kept) }
            }
        }
        guard hasScan else { throw .truncated(.jpeg, fraction: 0) }
        return kept
    }

    /// What stays of the segments for applications before the first scan.
    private struct Header {
        private var hasJFIF = false
        private var hasExif = false

        mutating func append(_ segment: JPEGSegment, in bytes: Span<UInt8>, to kept: inout [UInt8]) {
            let start = segment.payload.lowerBound
            if segment.marker == 0xe0, segment.payload.count >= 14, bytes.has("JFIF\0", at: start) {
                // Version, unit and density; a thumbnail would follow, whose two sides become 0.
                let jfif = [UInt8](copying: bytes.extracting(start..<start + 12)) + [0, 0]
                if !hasJFIF { kept.append(jpegSegment: 0xe0, name: [], jfif) }
                hasJFIF = true
            } else if let range = segment.exif(in: bytes) {
                // Where the first block is unreadable, the picture counts as upright, whatever a second one says.
                if !hasExif, let exif = exif(bytes.extracting(range)) {
                    kept.append(jpegSegment: 0xe1, name: JPEGSegment.exifName, exif)
                }
                hasExif = true
            } else if segment.content(named: JPEGSegment.profileName, marker: 0xe2, in: bytes) != nil {
                kept.append(segment, in: bytes)
            } else if segment.marker == 0xee, segment.payload.count >= 12, bytes.has("Adobe", at: start) {
                // Without it, the colors would be taken for others.
                kept.append(jpegSegment: 0xee, name: [], [UInt8](copying: bytes.extracting(start..<start + 12)))
            }
        }
    }
}

extension [UInt8] {
    /// Appends a segment as it stands in the file, as far as it is there.
    fileprivate mutating func append(_ segment: JPEGSegment, in bytes: Span<UInt8>) {
        self += [0xff, UInt8(segment.marker)]
        append(copying: bytes.extracting(segment.payload.lowerBound - 2..<segment.payload.upperBound))
    }
}
