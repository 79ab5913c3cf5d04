/// The index of a JPEG file that holds several pictures (CIPA DC-007, section 5.2).
struct MultiPictureIndex {
    /// Where each further picture begins, in the file.
    private(set) var starts: [Int] = []
    /// How many pictures the index says there are, the first one counted.
    private(set) var count = 0

    /// As many as anyone stores, in bursts and panoramas.
    private static let maxPictures = 256
    private static let entryLength = 16
    private static let pictureCount = 0xB001
    private static let pictureTable = 0xB002

    /// - Parameter range: where the TIFF structure of the segment lies: offsets count from there.
    init(in bytes: Span<UInt8>, range: Range<Int>) {
        let tiff = bytes.extracting(range)
        guard let structure = TIFFStructure(tiff),
            let directory = structure.directory(at: structure.firstDirectory, in: tiff)
        else { return }
        for entry in structure.entries(of: directory, in: tiff, limit: 16) {
            switch entry.tag {
            case Self.pictureCount: count = structure.number(entry, in: tiff) ?? 0
            case Self.pictureTable: takeTable(entry.value ?? 0..<0, structure.order, tiff, fileOffset: range.lowerBound)
            default: break
            }
        }
        count = Swift.max(count, starts.count + 1)
    }

    private mutating func takeTable(_ table: Range<Int>, _ order: TIFFByteOrder, _ tiff: Span<UInt8>, fileOffset: Int) {
        for entry in stride(from: table.lowerBound, to: table.upperBound, by: Self.entryLength).prefix(Self.maxPictures)
        {
            // The first picture is the one that carries the index, and its offset is 0.
            if let offset = order.number32(tiff, at: entry + 8), offset > 0 { starts.append(fileOffset + offset) }
        }
    }
}
