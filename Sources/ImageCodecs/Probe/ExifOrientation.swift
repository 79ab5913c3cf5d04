import Resampling

/// What a block of EXIF says of the orientation.
enum ExifOrientation: Equatable {
    /// The tag holds one of the eight values.
    case value(Orientation)
    /// There is no such tag.
    case absent
    /// The tag holds something else. The picture counts as stored upright.
    case invalid
    /// The block is no EXIF. The picture counts as stored upright.
    case unreadable

    /// Reads the tag `Orientation` of IFD0 in a TIFF structure (TIFF 6.0, section 2).
    ///
    /// No other directory is followed, so no chain of offsets can loop. Cost: one pass over at most 65535 entries.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - range: where the TIFF structure lies in it, with or without the six bytes `Exif\0\0` before it.
    init(in bytes: Span<UInt8>, range: Range<Int>) {
        let end = Swift.min(range.upperBound, bytes.count)
        var start = range.lowerBound
        if bytes.has("Exif\0", at: start) { start += 6 }
        guard start <= end else {
            self = .unreadable
            return
        }
        let tiff = bytes.extracting(start..<end)
        let isLittle = tiff.has("II", at: 0)
        guard isLittle || tiff.has("MM", at: 0) else {
            self = .unreadable
            return
        }
        func number16(_ offset: Int) -> Int? {
            isLittle ? tiff.littleEndian16(at: offset) : tiff.bigEndian16(at: offset)
        }
        func number32(_ offset: Int) -> Int? {
            isLittle ? tiff.littleEndian32(at: offset) : tiff.bigEndian32(at: offset)
        }
        guard number16(2) == 42, let directory = number32(4), let count = number16(directory) else {
            self = .unreadable
            return
        }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard tiff.holds(12, at: entry), let tag = number16(entry) else { break }
            guard tag == 0x0112 else { continue }
            // SHORT is what the standard asks for; some writers use LONG.
            let value =
                switch number16(entry + 2) {
                case 3: number16(entry + 8)
                case 4: number32(entry + 8)
                default: Int?.none
                }
            self = value.flatMap(Orientation.init(rawValue:)).map(Self.value) ?? .invalid
            return
        }
        self = .absent
    }
}

extension ImageInfo {
    /// Takes over what EXIF says. Only the first block of a file counts.
    mutating func apply(_ exif: ExifOrientation) {
        switch exif {
        case .value(let orientation): self.orientation = orientation
        case .absent: break
        case .invalid: findings.append(.orientationInvalid)
        case .unreadable: findings.append(.exifInvalid)
        }
    }
}
