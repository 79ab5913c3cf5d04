/// Reads a scan, one row of MCUs after the other.
struct ScanReader {
    /// What is read of each block.
    enum Mode {
        /// The DC value.
        case skim
        /// The DC value, and where a place asks for them the three lowest coefficients.
        case corners
        /// The DC value without its lowest bits.
        case differences(low: Int)
        /// One bit of the DC value.
        case refinement(low: Int)
    }

    private var places: [BlockPlace]
    private let mcusWide: Int
    private let restartInterval: Int

    private var window = ScanWindow()
    private var state = BlockState()
    private var mcusToRestart: Int
    private var restarts: UInt8 = 0

    /// - Parameter places: the blocks of an MCU.
    init(_ file: Span<UInt8>, _ scan: Scan, places: [BlockPlace], mcusWide: Int) throws(Refusal) {
        self.places = places
        self.mcusWide = mcusWide
        restartInterval = scan.restartInterval
        mcusToRestart = scan.restartInterval
        try window.begin(file, at: scan.start)
    }

    /// Reads the next row of MCUs. Cost: no allocation.
    mutating func readRow(
        _ file: Span<UInt8>, _ mode: Mode, _ tables: Tables, into values: inout [Int16]
    ) throws(Refusal) {
        var mcu = 0
        while mcu < mcusWide {
            if restartInterval > 0, mcusToRestart == 0 { try restart(file) }
            if state.reader.position > window.limit { try advance(file) }
            let end = restartInterval > 0 ? min(mcusWide, mcu + mcusToRestart) : mcusWide
            let next =
                switch mode {
                case .skim: state.skim(mcu..<end, places, tables, window, into: &values)
                case .corners: state.readCorners(mcu..<end, places, tables, window, into: &values)
                case .differences(let low):
                    state.readDifferences(mcu..<end, low: low, places, tables, window, into: &values)
                case .refinement(let low): state.refine(mcu..<end, low: low, places, window, into: &values)
                }
            mcusToRestart -= next - mcu
            mcu = next
        }
        for index in places.indices { places[index].offset += places[index].rowStep }
        guard !state.isDamaged, state.excess == 0, !window.isComplete || state.reader.usedBits <= 8 * window.end else {
            throw .damaged
        }
    }

    /// Checks that the data ends with the last MCU, and returns where in the file the marker behind it is.
    mutating func finish(_ file: Span<UInt8>) throws(Refusal) -> Int {
        if !window.isComplete { try advance(file) }
        guard window.isComplete, (0..<8).contains(8 * window.end - state.reader.usedBits) else { throw .damaged }
        return window.next
    }

    /// Up to where the file has been looked at: there is no marker before, but restart markers.
    var position: Int { window.next }

    private mutating func advance(_ file: Span<UInt8>) throws(Refusal) {
        guard !window.isComplete else { throw .damaged }
        let first = state.reader.firstByte
        try window.advance(file, from: first)
        state.reader.drop(first)
    }

    private mutating func restart(_ file: Span<UInt8>) throws(Refusal) {
        let marker = try finish(file)
        guard marker + 1 < file.count, file[marker + 1] == 0xd0 + restarts & 7 else { throw .damaged }
        restarts &+= 1
        mcusToRestart = restartInterval
        state = BlockState(excess: state.excess, isDamaged: state.isDamaged)
        try window.begin(file, at: marker + 2)
    }
}
