import Resampling

/// What has to change in a block of EXIF so that it describes an edited picture, with every byte that stays in its place.
///
/// IFD0 and the directories of Exif, GPS and interoperability stay. What goes describes the picture as it was: the directories
/// that follow another one (IFD1, the thumbnail), `SubIFDs`, the pixels they point to, XMP inside of EXIF, and every value with
/// a JPEG in it. Values that lie outside of the block are left alone.
struct ExifPatch {
    /// A directory that stays, with the entries that stay in it.
    struct Kept {
        var kind: ExifDirectory
        var table: Range<Int>
        var entries: [TIFFEntry]
    }

    /// More directories or more parts of one picture than any writer makes.
    private static let maxDropped = 64
    private static let maxOffsets = 1024
    private static let maxRanges = 4096
    /// How many zeros stay behind the last byte of a block with a maker note.
    private static let noteOverrun = 64

    let structure: TIFFStructure
    private(set) var kept: [Kept] = []
    /// The header and the tables of the directories that stay: never erased, for nothing could be read without them.
    private(set) var tables = RangeSet(0..<TIFFStructure.headerLength)
    /// The values that stay. Some writers let two directories share a value.
    private(set) var values = RangeSet<Int>()
    /// Pixels and values that show the old picture, erased even if something that stays lies there too.
    private(set) var pictures = RangeSet<Int>()
    /// Other bytes of what goes, erased unless something that stays lies there too.
    private(set) var dropped = RangeSet<Int>()

    private let starts: JPEGStarts
    private let isSRGB: Bool
    private var visited: Set<Int> = []
    /// Ranges that were gathered. Each insertion costs as much as there are already.
    private var ranges = 0
    private var isSound = true

    /// Nil if the block cannot be read, or if nothing would be left of it.
    init?(of tiff: Span<UInt8>, isSRGB: Bool = false) {
        guard let structure = TIFFStructure(tiff) else { return nil }
        self.isSRGB = isSRGB
        self.structure = structure
        starts = JPEGStarts(in: tiff)
        guard keep(.image, at: structure.firstDirectory, in: tiff), isSound else { return nil }
    }

    /// A directory as it lies in the block.
    private struct Table {
        /// From the number of entries to the offset of the next directory, where there is one.
        var range: Range<Int>
        var entries: [TIFFEntry]
        var next: Int?
    }

    /// Nil for a directory that is empty, cut off or too long.
    private func table(_ kind: ExifDirectory, at offset: Int, in tiff: Span<UInt8>) -> Table? {
        guard let directory = structure.directory(at: offset, in: tiff),
            (1...ExifBlock.maxEntries).contains(directory.count)
        else { return nil }
        let entries = structure.entries(of: directory, in: tiff, limit: directory.count)
        guard entries.count == directory.count else { return nil }
        let end = directory.nextPosition
        // Where no directory can follow, some writers leave its offset out and begin with the values there.
        let isNextLeftOut = kind != .image && entries.contains { $0.value?.overlaps(end..<end + 4) == true }
        guard !isNextLeftOut, let next = structure.order.number32(tiff, at: end) else {
            return Table(range: offset..<end, entries: entries)
        }
        return Table(range: offset..<end + 4, entries: entries, next: next)
    }

    /// Takes a directory over. False if that cannot be, or if no entry of it stays: then whatever points to it goes too.
    private mutating func keep(_ kind: ExifDirectory, at offset: Int, in tiff: Span<UInt8>) -> Bool {
        guard let table = table(kind, at: offset, in: tiff), tables.intersection(RangeSet(table.range)).isEmpty else {
            return false
        }
        count(table.entries.count)
        tables.insert(contentsOf: table.range)
        var entries: [TIFFEntry] = []
        for entry in table.entries {
            if stays(entry, in: kind, tiff) {
                entries.append(entry)
                if let value = entry.value { values.insert(contentsOf: value) }
            } else if let value = entry.value {
                pictures.insert(contentsOf: value)
            }
        }
        if kind == .image { takePictures(table.entries, in: tiff) }
        dropChain(at: table.next, in: tiff)
        if entries.isEmpty {
            tables.remove(contentsOf: table.range)
            dropped.insert(contentsOf: table.range)
            return false
        }
        kept.append(Kept(kind: kind, table: table.range, entries: entries))
        return true
    }

    private mutating func stays(_ entry: TIFFEntry, in kind: ExifDirectory, _ tiff: Span<UInt8>) -> Bool {
        if isSRGB && ExifTag.otherColors.contains(entry.tag) || ExifTag.places.contains(entry.tag) { return false }
        if let child = kind.child(at: entry.tag) {
            return structure.number(entry, in: tiff).map { keep(child, at: $0, in: tiff) } ?? false
        }
        if kind == .image {
            if entry.tag == ExifTag.subDirectories {
                for offset in numbers(of: entry, in: tiff) { dropChain(at: offset, in: tiff) }
                return false
            }
            if entry.tag == ExifTag.xmp { return false }
            if ExifTag.pictures.contains(where: { $0.offsets == entry.tag || $0.lengths == entry.tag }) { return false }
        }
        return entry.value.flatMap { starts.first(in: $0) } == nil
    }

    /// Drops a directory and those that follow it.
    private mutating func dropChain(at offset: Int?, in tiff: Span<UInt8>) {
        var next = offset
        while let offset = next, offset != 0, isSound, visited.insert(offset).inserted {
            guard let table = table(.image, at: offset, in: tiff) else { return }
            guard visited.count <= Self.maxDropped else {
                isSound = false
                return
            }
            count(table.entries.count)
            guard isSound else { return }
            dropped.insert(contentsOf: table.range)
            for case let value? in table.entries.map(\.value) { dropped.insert(contentsOf: value) }
            takePictures(table.entries, in: tiff)
            next = table.next
        }
    }

    /// The pixels that the entries of a directory point to.
    private mutating func takePictures(_ entries: [TIFFEntry], in tiff: Span<UInt8>) {
        for tags in ExifTag.pictures {
            guard let offsets = entries.first(where: { $0.tag == tags.offsets }),
                let lengths = entries.first(where: { $0.tag == tags.lengths })
            else { continue }
            count(offsets.count)
            guard isSound else { return }
            for (start, length) in zip(numbers(of: offsets, in: tiff), numbers(of: lengths, in: tiff))
            where start < tiff.count {
                pictures.insert(contentsOf: start..<min(start + length, tiff.count))
            }
        }
    }

    private mutating func count(_ more: Int) {
        ranges += min(more, Self.maxRanges + 1)
        if ranges > Self.maxRanges { isSound = false }
    }

    /// The values of an entry that holds SHORT or LONG ones.
    private mutating func numbers(of entry: TIFFEntry, in tiff: Span<UInt8>) -> [Int] {
        guard let value = entry.value, let type = entry.type, [.short, .long, .directory].contains(type) else {
            return []
        }
        guard entry.count <= Self.maxOffsets else {
            isSound = false
            return []
        }
        return stride(from: value.lowerBound, to: value.upperBound, by: type.size).compactMap {
            type == .short ? structure.order.number16(tiff, at: $0) : structure.order.number32(tiff, at: $0)
        }
    }
}

extension ExifPatch {
    /// The block with the changes made.
    func applied(to tiff: Span<UInt8>, size: PixelSize) -> [UInt8] {
        var bytes = tiff.indices.map { tiff[$0] }
        let erased = pictures.subtracting(tables).union(dropped.subtracting(tables).subtracting(values))
        erase(erased, in: &bytes)
        eraseUnclaimedPictures(in: &bytes)
        for directory in kept { write(directory, size: size, to: &bytes) }
        bytes.removeSubrange(end(of: bytes, erased: erased)...)
        return bytes
    }

    /// Where the block may end: behind everything that stays, and behind the last byte that is not zero.
    private func end(of bytes: [UInt8], erased: RangeSet<Int>) -> Int {
        let end = max(
            tables.ranges.last?.upperBound ?? 0, values.ranges.last?.upperBound ?? 0,
            bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
        // Maker notes reach beyond their own end, by zeros too.
        guard kept.contains(where: { $0.entries.contains { $0.tag == ExifTag.makerNote } }) else { return end }
        return min(
            end + Self.noteOverrun, bytes.count, erased.ranges.first { $0.lowerBound >= end }?.lowerBound ?? bytes.count
        )
    }

    private func erase(_ ranges: RangeSet<Int>, in bytes: inout [UInt8]) {
        for range in ranges.ranges {
            for position in range { bytes[position] = 0 }
        }
    }

    /// Erases pictures that lie between everything that is pointed to: maker notes have previews there.
    private func eraseUnclaimedPictures(in bytes: inout [UInt8]) {
        let gaps = RangeSet(0..<bytes.count).subtracting(tables).subtracting(values)
        let starts = JPEGStarts(in: bytes.span)
        for gap in gaps.ranges {
            if let start = starts.first(in: gap) { erase(RangeSet(start..<gap.upperBound), in: &bytes) }
        }
    }

    /// Writes the table of a directory without the entries that go, and with no directory to follow.
    private func write(_ directory: Kept, size: PixelSize, to bytes: inout [UInt8]) {
        let order = structure.order
        var table = order.bytes16(directory.entries.count)
        for entry in directory.entries {
            var field = Array(bytes[entry.position..<entry.position + TIFFEntry.length])
            var value = directory.kind.dimension(at: entry.tag).map { size[keyPath: $0] }
            if directory.kind == .image, entry.tag == ExifTag.orientation { value = Orientation.topLeft.rawValue }
            if isSRGB, directory.kind == .exif, entry.tag == ExifTag.colorSpace { value = 1 }
            if let value {
                // A SHORT may have become too small; both types are four bytes in the entry.
                let isLong = entry.type == .long || value > 0xffff
                let type = isLong ? TIFFType.long : .short
                field = order.bytes16(entry.tag) + order.bytes16(type.rawValue) + order.bytes32(1)
                field += isLong ? order.bytes32(value) : order.bytes16(value) + [0, 0]
            }
            table += field
        }
        table += [UInt8](repeating: 0, count: directory.table.count - table.count)
        bytes.replaceSubrange(directory.table, with: table)
    }
}
