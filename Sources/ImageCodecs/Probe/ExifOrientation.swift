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
        let start = TIFFStructure.start(of: bytes, at: range.lowerBound)
        guard start <= end else {
            self = .unreadable
            return
        }
        let tiff = bytes.extracting(start..<end)
        guard let structure = TIFFStructure(tiff),
            let directory = structure.directory(at: structure.firstDirectory, in: tiff)
        else {
            self = .unreadable
            return
        }
        var index = 0
        while let entry = structure.entry(index, of: directory, in: tiff) {
            index += 1
            guard entry.tag == ExifTag.orientation else { continue }
            // SHORT is what the standard asks for; some writers use LONG.
            let value = entry.type == .directory ? nil : structure.number(entry, in: tiff)
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
