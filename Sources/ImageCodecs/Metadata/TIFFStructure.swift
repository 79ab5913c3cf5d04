/// The order in which a TIFF structure writes the bytes of its numbers (TIFF 6.0, section 2).
enum TIFFByteOrder: Equatable {
    case little, big

    func number16(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        self == .little ? bytes.littleEndian16(at: offset) : bytes.bigEndian16(at: offset)
    }

    func number32(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        self == .little ? bytes.littleEndian32(at: offset) : bytes.bigEndian32(at: offset)
    }

    func bytes16(_ value: Int) -> [UInt8] { ordered([UInt8(value >> 8 & 255), UInt8(value & 255)]) }

    func bytes32(_ value: Int) -> [UInt8] {
        ordered([UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)])
    }

    private func ordered(_ bytes: [UInt8]) -> [UInt8] { self == .little ? bytes.reversed() : bytes }
}

/// The types of values (TIFF 6.0, section 2; Exif 3.0 adds UTF-8).
enum TIFFType: Int {
    case byte = 1
    case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong, signedRational, float, double
    case directory
    case utf8 = 129

    /// Bytes of one value.
    var size: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined, .utf8: 1
        case .short, .signedShort: 2
        case .long, .signedLong, .float, .directory: 4
        case .rational, .signedRational, .double: 8
        }
    }
}

/// A field of a directory.
struct TIFFEntry {
    static let length = 12

    /// Where its twelve bytes lie.
    var position: Int
    var tag: Int
    /// Nil where the number means no type.
    var type: TIFFType?
    /// How many values it claims to hold.
    var count: Int
    /// Where the values lie: in the entry itself if they fit in four bytes. Nil without a type, or if they lie outside.
    var value: Range<Int>?
}

/// Where a directory lies, and how many entries it claims to have.
struct TIFFDirectory {
    var offset: Int
    var count: Int

    /// Where the offset of the next directory lies.
    var nextPosition: Int { offset + 2 + count * TIFFEntry.length }
}

/// The header of a TIFF structure, which is what EXIF is written in (TIFF 6.0, section 2).
///
/// It holds no bytes: they are handed to each function. All offsets count from the first byte of the header.
struct TIFFStructure {
    static let headerLength = 8

    var order: TIFFByteOrder
    var firstDirectory: Int

    /// Nil if the bytes do not begin with a header.
    init?(_ tiff: Span<UInt8>) {
        order = tiff.has("II", at: 0) ? .little : .big
        guard order == .little || tiff.has("MM", at: 0), order.number16(tiff, at: 2) == 42,
            let first = order.number32(tiff, at: 4)
        else { return nil }
        firstDirectory = first
    }

    /// Where the structure begins in a block that may have the six bytes `Exif\0\0` before it, as JPEG does.
    static func start(of block: Span<UInt8>, at offset: Int = 0) -> Int {
        block.has("Exif\0", at: offset) ? offset + 6 : offset
    }

    func directory(at offset: Int, in tiff: Span<UInt8>) -> TIFFDirectory? {
        order.number16(tiff, at: offset).map { TIFFDirectory(offset: offset, count: $0) }
    }

    /// An entry of a directory, or nil where the bytes end before it does.
    func entry(_ index: Int, of directory: TIFFDirectory, in tiff: Span<UInt8>) -> TIFFEntry? {
        let position = directory.offset + 2 + index * TIFFEntry.length
        guard index < directory.count, tiff.holds(TIFFEntry.length, at: position),
            let tag = order.number16(tiff, at: position), let type = order.number16(tiff, at: position + 2),
            let count = order.number32(tiff, at: position + 4)
        else { return nil }
        var entry = TIFFEntry(position: position, tag: tag, type: TIFFType(rawValue: type), count: count)
        if let size = entry.type?.size {
            // At most 2^32 values of eight bytes: no overflow.
            let start = size * count <= 4 ? position + 8 : order.number32(tiff, at: position + 8)
            if let start, tiff.holds(size * count, at: start) { entry.value = start..<start + size * count }
        }
        return entry
    }

    /// The first entries of a directory, as far as they go and not more than `limit`.
    func entries(of directory: TIFFDirectory, in tiff: Span<UInt8>, limit: Int) -> [TIFFEntry] {
        var entries: [TIFFEntry] = []
        while entries.count < limit, let entry = entry(entries.count, of: directory, in: tiff) { entries.append(entry) }
        return entries
    }

    /// The number that an entry holds in itself, if it holds one SHORT, LONG or offset of a directory. The count is not looked
    /// at: some writers leave it 0.
    func number(_ entry: TIFFEntry, in tiff: Span<UInt8>) -> Int? {
        switch entry.type {
        case .short: order.number16(tiff, at: entry.position + 8)
        case .long, .directory: order.number32(tiff, at: entry.position + 8)
        default: nil
        }
    }
}
