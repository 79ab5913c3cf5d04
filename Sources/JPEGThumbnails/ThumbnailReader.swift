/// Makes small planes of a JPEG file from the lowest coefficients of each block, without decoding the others.
///
/// At 1/8 a sample is the mean of a block of 8 × 8: its DC value. At 2/8 a block gives 2 × 2 samples, the inverse transform of its
/// four lowest coefficients. All other coefficients are passed over, many with one look-up. Of a progressive file only the DC scans are
/// read, and only at 1/8.
///
/// The file is given to each call and must stay the same. Whatever it holds, nothing outside of it is read.
public struct ThumbnailReader: ~Copyable {
    /// One component, in samples of its own.
    public struct Plane: Sendable, Hashable {
        /// Eighths of its size that it comes in: 1 or 2.
        public let eighths: Int
        /// Columns, rounded up.
        public let width: Int
        /// Rows of the whole picture, rounded up.
        public let height: Int
        /// Rows of each row of MCUs.
        public let rowsPerMCU: Int
        /// Samples for each column of the picture.
        public let scaleX: Double
        /// Samples for each row of the picture.
        public let scaleY: Double

        init(_ component: Component, _ storage: ValueStorage, _ frame: Frame) {
            eighths = storage.eighths
            width = frame.columns(component, eighths: eighths)
            height = frame.rows(component, eighths: eighths)
            rowsPerMCU = component.vertical * eighths
            scaleX = Double(component.horizontal * eighths) / Double(8 * frame.widest)
            scaleY = Double(component.vertical * eighths) / Double(8 * frame.tallest)
        }
    }

    /// The components: one, or luma and two of chroma.
    public let planes: [Plane]
    /// Rows of MCUs in the picture.
    public let mcuRows: Int
    /// How many of them lie in a row of MCUs as the sampling factors give it: more than one where a picture of one component has such
    /// factors all the same. libjpeg reads that many together.
    public var rowsTogether: Int { frame.rowsTogether }
    /// Whether the file is progressive: then ``advance(_:)`` reads all DC scans before the first row is there.
    public let isProgressive: Bool
    /// Bytes of memory that the values and tables take.
    public var memory: Int { 2 * values.count + (1 << 18) }

    let frame: Frame
    private let storage: [ValueStorage]
    private let quantizations: [[Int32]]
    private let scans: [Scan]
    private var firstRow: Int
    private let end: Int
    private var tables = Tables()
    private var values: [Int16]
    private var reader: ScanReader?
    private var scanIndex = 0
    private var scanRow = 0
    private var row = -1

    /// Reads the header. Cost: its length; of a progressive file a search through all of it.
    ///
    /// - Parameters:
    ///   - eighths: of the first component, 1 or 2.
    ///   - chromaEighths: of the others.
    ///   - firstRow: the first row of MCUs that is wanted.
    ///   - maxScans: files of more scans are refused; 0 is no limit.
    public init(
        _ file: Span<UInt8>, eighths: Int, chromaEighths: Int, firstRow: Int = 0, maxScans: Int = 500
    ) throws(Refusal) {
        precondition((1...2).contains(eighths) && (1...2).contains(chromaEighths), "the scale is 1 or 2 eighths")
        let walk = try FileWalk(file, maxScans: maxScans)
        guard let frame = walk.frame, !walk.scans.isEmpty else { throw .malformed }
        guard !frame.isProgressive || eighths == 1 && chromaEighths == 1 else { throw .unusual }
        guard (0..<frame.mcusHigh).contains(firstRow) else { throw .unusual }
        let storage = ValueStorage.all(of: frame, eighths: eighths, chromaEighths: chromaEighths)
        self.frame = frame
        self.storage = storage
        self.firstRow = firstRow
        isProgressive = frame.isProgressive
        mcuRows = frame.mcusHigh
        scans = walk.scans
        end = walk.end
        quantizations = frame.components.map { walk.quantizations[$0.quantization] }
        values = [Int16](repeating: 0, count: storage.reduce(0) { $0 + $1.count })
        planes = zip(frame.components, storage).map { Plane($0, $1, frame) }
    }

    /// Makes `row` the first row of MCUs that is wanted: those above are read without their samples.
    ///
    /// - Precondition: nothing has been read.
    public mutating func skip(to row: Int) {
        precondition(reader == nil && self.row < 0 && (0..<mcuRows).contains(row), "a row that cannot be the first one")
        firstRow = row
    }

    /// The row of MCUs whose samples ``copyRow(_:of:into:)`` gives; before the first of them -1.
    public var currentRow: Int { row }

    /// Reads on by one row of MCUs. Cost: no allocation but at the start of a scan.
    ///
    /// - Returns: whether a row has become the current one. False while rows above the first one, or scans, are read.
    /// - Throws: ``Refusal/damaged``: everything read so far is of no use.
    public mutating func advance(_ file: Span<UInt8>) throws(Refusal) -> Bool {
        precondition(row + 1 < mcuRows, "there are no more rows")
        return frame.isProgressive ? try advanceProgressive(file) : try advanceBaseline(file)
    }

    private mutating func advanceBaseline(_ file: Span<UInt8>) throws(Refusal) -> Bool {
        if reader == nil { try beginScan(file) }
        let isAbove = scanRow < firstRow
        try readRow(file, isAbove || !planes.contains { $0.eighths > 1 } ? .skim : .corners)
        if isAbove { return false }
        row = scanRow - 1
        return true
    }

    private mutating func advanceProgressive(_ file: Span<UInt8>) throws(Refusal) -> Bool {
        if scanIndex == scans.count {
            row = max(row + 1, firstRow)
            return true
        }
        if reader == nil { try beginScan(file) }
        let scan = scans[scanIndex]
        try readRow(file, scan.isRefinement ? .refinement(low: scan.low) : .differences(low: scan.low))
        guard scanRow == rows(of: scan) else { return false }
        // A restart marker behind the last block would lead on to data that belongs to none.
        guard let marker = try reader?.finish(file), marker + 1 < file.count, !(0xd0...0xd7).contains(file[marker + 1])
        else { throw .damaged }
        reader = nil
        scanIndex += 1
        return false
    }

    private mutating func readRow(_ file: Span<UInt8>, _ mode: ScanReader.Mode) throws(Refusal) {
        try reader?.readRow(file, mode, tables, into: &values)
        scanRow += 1
    }

    private mutating func beginScan(_ file: Span<UInt8>) throws(Refusal) {
        let scan = scans[scanIndex]
        scanRow = 0
        var places: [BlockPlace] = []
        for (index, number) in scan.components.enumerated() {
            var use = Tables.Use()
            if !scan.isRefinement, let dc = scan.dcCodes[index] {
                use = tables.use(
                    dc: dc, ac: frame.isProgressive ? nil : scan.acCodes[index],
                    wantsCorner: planes[number].eighths > 1)
            }
            places += storage[number].places(
                of: number, frame, tables: use, isAlone: scan.components.count == 1)
        }
        let isAlone = scan.components.count == 1
        let first = frame.components[scan.components[0]]
        reader = try ScanReader(
            file, scan, places: places, mcusWide: isAlone ? frame.blocksWide(first) : frame.mcusWide)
    }

    private func rows(of scan: Scan) -> Int {
        scan.components.count == 1 ? frame.blocksHigh(frame.components[scan.components[0]]) : frame.mcusHigh
    }

    /// Looks for the end of the picture behind the rows that were read.
    ///
    /// - Returns: the position behind the end marker.
    /// - Throws: ``Refusal/damaged`` if there is none, or if it does not follow the last row.
    public mutating func finish(_ file: Span<UInt8>) throws(Refusal) -> Int {
        if frame.isProgressive { return end + 2 }
        guard scanRow < mcuRows else {
            guard let marker = try reader?.finish(file), marker + 1 < file.count, file[marker + 1] == 0xd9 else {
                throw .damaged
            }
            return marker + 2
        }
        var position = reader?.position ?? 0
        while let found = firstFF(in: file, from: position), found + 1 < file.count {
            if file[found + 1] == 0xd9 { return found + 2 }
            position = found + 1
        }
        throw .damaged
    }

    /// The values that the samples of one row of blocks of the current row of MCUs are made of, as the file holds them: for each block
    /// those at zigzag 0, 1, 2 and 4, or the first alone. Behind the blocks that hold samples come those that fill up the last MCU.
    public func values(ofRow row: Int, of component: Int) -> [Int16] {
        let place = storage[component]
        let start = place.offset(ofRow: self.row, frame.components[component]) + row * place.pitch
        return Array(values[start..<start + place.pitch])
    }

    /// Writes one row of samples of the current row of MCUs.
    ///
    /// - Parameters:
    ///   - index: which of the plane's `rowsPerMCU` rows.
    ///   - samples: at least as many as the plane is wide.
    public func copyRow(_ index: Int, of component: Int, into samples: inout MutableSpan<UInt8>) {
        precondition(row >= 0, "there is no current row")
        let (plane, place) = (planes[component], storage[component])
        let start = place.offset(ofRow: row, frame.components[component]) + index / plane.eighths * place.pitch
        let line = values.span.extracting(start..<start + place.pitch)
        if plane.eighths == 1 {
            writeMeans(line, step: quantizations[component][0], count: plane.width, into: &samples)
        } else {
            writeCorners(
                line, steps: quantizations[component], isLower: index % 2 == 1, count: plane.width, into: &samples)
        }
    }
}
