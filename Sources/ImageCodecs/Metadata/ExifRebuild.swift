import Resampling

/// Takes the fields that stay out of a block, so that a new one can be made of them: no byte that lies between the values of
/// the old block, or behind them, gets into the new one.
struct ExifRebuild {
    var structure: TIFFStructure
    /// The upright size of the edited picture, or nil for an original, which keeps its orientation and dimensions.
    var size: PixelSize?
    /// Whether the edited picture was converted to sRGB.
    var isSRGB = false

    /// What a text may take in the old block, with the unused end of the writer's buffer.
    private static let maxTextBytes = 65_536

    private var order: TIFFByteOrder { structure.order }

    func fields(of kind: ExifDirectory, at offset: Int, in tiff: Span<UInt8>) -> [ExifField] {
        guard let directory = structure.directory(at: offset, in: tiff) else { return [] }
        let table = KeptTag.kept(in: kind)
        // The first of several entries of a tag counts, as it does for the orientation.
        var fields: [Int: ExifField] = [:]
        var seen: Set<Int> = []
        for entry in structure.entries(of: directory, in: tiff, limit: ExifBlock.maxEntries)
        where seen.insert(entry.tag).inserted && !isStale(entry.tag) {
            if let child = kind.child(at: entry.tag) {
                fields[entry.tag] = pointer(entry, to: child, in: tiff)
            } else if let kept = table[entry.tag] {
                fields[entry.tag] =
                    size.flatMap { size in kind.dimension(at: entry.tag).map { long(entry.tag, size[keyPath: $0]) } }
                    ?? (isSRGB && entry.tag == ExifTag.colorSpace
                        ? ExifField(tag: entry.tag, type: .short, count: 1, bytes: order.bytes16(1))
                        : field(entry, kept, in: tiff))
            }
        }
        if kind == .image { fields[ExifTag.orientation] = orientation(in: tiff) }
        return Array(fields.values)
    }

    /// Whether an entry is no longer true of an edited picture.
    private func isStale(_ tag: Int) -> Bool {
        size != nil && ExifTag.places.contains(tag) || isSRGB && ExifTag.otherColors.contains(tag)
    }

    private func pointer(_ entry: TIFFEntry, to child: ExifDirectory, in tiff: Span<UInt8>) -> ExifField? {
        guard let offset = structure.number(entry, in: tiff) else { return nil }
        let fields = fields(of: child, at: offset, in: tiff)
        guard !fields.isEmpty else { return nil }
        return ExifField(tag: entry.tag, type: .long, count: 1, bytes: order.bytes32(0), directory: fields)
    }

    /// Read as the probe reads it, so that the picture stands as it stood.
    private func orientation(in tiff: Span<UInt8>) -> ExifField? {
        guard case .value(let orientation) = ExifOrientation(in: tiff, range: 0..<tiff.count) else { return nil }
        let value = size == nil ? orientation.rawValue : Orientation.topLeft.rawValue
        return ExifField(tag: ExifTag.orientation, type: .short, count: 1, bytes: order.bytes16(value))
    }

    private func long(_ tag: Int, _ value: Int) -> ExifField {
        ExifField(tag: tag, type: .long, count: 1, bytes: order.bytes32(value))
    }

    private func field(_ entry: TIFFEntry, _ kept: KeptTag, in tiff: Span<UInt8>) -> ExifField? {
        guard let type = entry.type, kept.types.contains(type), let value = entry.value else { return nil }
        if kept.isText { return text(entry.tag, type, value, kept.counts, in: tiff) }
        guard kept.counts.contains(entry.count) else { return nil }
        return ExifField(tag: entry.tag, type: type, count: entry.count, bytes: value.map { tiff[$0] })
    }

    /// A text up to its end: writers reuse buffers, and what stands behind the first NUL is of an older text.
    private func text(
        _ tag: Int, _ type: TIFFType, _ range: Range<Int>, _ counts: ClosedRange<Int>, in tiff: Span<UInt8>
    ) -> ExifField? {
        guard range.count <= Self.maxTextBytes else { return nil }
        var text: [UInt8] = []
        for position in range {
            let byte = tiff[position]
            if byte == 0 || text.count >= counts.upperBound { break }
            if byte >= 0x20 && byte != 0x7f { text.append(byte) }
        }
        // Too long a text is not cut: half a sentence can say the opposite.
        guard !text.isEmpty, text.count < counts.upperBound else { return nil }
        return ExifField(tag: tag, type: type, count: text.count + 1, bytes: text + [0])
    }
}
