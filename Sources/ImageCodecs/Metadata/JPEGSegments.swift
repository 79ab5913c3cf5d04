/// One segment of a JPEG file (ITU T.81, annex B).
struct JPEGSegment {
    /// The second byte of its marker.
    var marker: Int
    /// What follows the marker and the length; ends where the file does, if that is earlier.
    var payload: Range<Int>
    /// Whether the file ends inside it.
    var isCut = false

    static let startOfScan = 0xda
    static let endOfImage = 0xd9
}

/// Walks over the segments of a JPEG file, from one marker to the next, as libjpeg does: bytes that belong to no segment and
/// fill bytes are passed over.
struct JPEGWalk {
    private var position = 2

    /// The next segment, or the end of the image; nil where the file ends.
    ///
    /// - Throws: ``ImageError/malformed(_:offset:reason:)`` where no decoder can go on.
    mutating func next(in bytes: Span<UInt8>) throws(ImageError) -> JPEGSegment? {
        while let marker = bytes.nextJPEGMarker(from: &position) {
            switch marker {
            case 0x01, 0xd0...0xd7: continue
            case 0xd8: throw .malformed(.jpeg, offset: position - 2, reason: "a second start of image")
            case 0x02...0xbf: throw .malformed(.jpeg, offset: position - 2, reason: "a marker without a meaning")
            case JPEGSegment.endOfImage: return JPEGSegment(marker: marker, payload: position..<position)
            default: break
            }
            guard let length = bytes.bigEndian16(at: position) else { return nil }
            guard length >= 2 else {
                throw .malformed(.jpeg, offset: position, reason: "a segment of length \(length)")
            }
            let isCut = !bytes.holds(length, at: position)
            let payload = position + 2..<(isCut ? bytes.count : position + length)
            position = payload.upperBound
            return JPEGSegment(marker: marker, payload: payload, isCut: isCut)
        }
        return nil
    }

    /// Passes over the entropy-coded data behind a scan header, restart markers included, and returns where it lies.
    ///
    /// Codes that no decoder takes for the end of a scan are damage inside it: they stay with the data.
    mutating func entropyCodedData(in bytes: Span<UInt8>) -> Range<Int> {
        let start = position
        while position < bytes.count {
            guard bytes[position] == 0xff else {
                position += 1
                continue
            }
            // Any number of FF bytes may stand before the code.
            let first = position
            while position < bytes.count, bytes[position] == 0xff { position += 1 }
            guard position < bytes.count else { break }
            switch bytes[position] {
            case 0...0xbf, 0xc8, 0xd0...0xd7, 0xf0...0xfd: position += 1
            default:
                position = first
                return start..<first
            }
        }
        return start..<position
    }
}

extension Span<UInt8> {
    /// The code of the next marker, and the position behind it; nil where the file ends. Bytes that belong to no segment and fill bytes are
    /// passed over, as libjpeg does.
    func nextJPEGMarker(from position: inout Int) -> Int? {
        while position < count {
            guard self[position] == 0xff else {
                position += 1
                continue
            }
            while position < count, self[position] == 0xff { position += 1 }
            guard position < count else { break }
            position += 1
            if self[position - 1] != 0 { return Int(self[position - 1]) }
        }
        return nil
    }
}
