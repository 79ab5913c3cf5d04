/// A gray JPEG file of one row of blocks, written with Huffman codes of any length: those of encoders are seldom long.
struct CodedFile {
    /// Codes by symbol: length and bits.
    struct Code {
        private(set) var header: [UInt8] = []
        fileprivate var words: [UInt8: (length: Int, bits: Int)] = [:]

        /// - Parameter lengths: by symbol; as the canonical code gives them, none has ones alone.
        init(_ lengths: [(symbol: UInt8, length: Int)]) {
            let ordered = lengths.sorted { ($0.length, $0.symbol) < ($1.length, $1.symbol) }
            header = (1...16).map { length in UInt8(ordered.count { $0.length == length }) } + ordered.map(\.symbol)
            var (bits, last) = (0, 0)
            for (symbol, length) in ordered {
                bits <<= length - last
                words[symbol] = (length, bits)
                (bits, last) = (bits + 1, length)
            }
        }
    }

    private(set) var bytes: [UInt8] = [0xff, 0xd8]
    private let dc: Code
    private let ac: Code
    private var pending = 0
    private var pendingCount = 0

    /// - Parameter blocks: of each block the 64 coefficients in zigzag order.
    init(_ blocks: [[Int]], dc: Code, ac: Code, isProgressive: Bool = false) {
        (self.dc, self.ac) = (dc, ac)
        let width = 8 * blocks.count
        segment(0xdb, [0] + [UInt8](repeating: 1, count: 64))
        segment(isProgressive ? 0xc2 : 0xc0, [8, 0, 8, UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
        segment(0xc4, [0] + dc.header)
        segment(0xc4, [0x10] + ac.header)
        segment(0xda, isProgressive ? [1, 1, 0, 0, 0, 0] : [1, 1, 0, 0, 63, 0])
        var prediction = 0
        for block in blocks {
            put(dc, 0, block[0] - prediction)
            prediction = block[0]
            if !isProgressive { putCoefficients(block) }
        }
        flush()
        if isProgressive {
            segment(0xda, [1, 1, 0, 1, 63, 0])
            blocks.forEach { putCoefficients($0) }
            flush()
        }
        bytes += [0xff, 0xd9]
    }

    private mutating func segment(_ marker: UInt8, _ payload: [UInt8]) {
        bytes += [0xff, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
    }

    private mutating func putCoefficients(_ block: [Int]) {
        var run = 0
        for value in block.dropFirst() {
            if value == 0 {
                run += 1
                continue
            }
            while run > 15 {
                put(ac, 0xf0, nil)
                run -= 16
            }
            put(ac, UInt8(run << 4), value)
            run = 0
        }
        if run > 0 { put(ac, 0, nil) }
    }

    /// A symbol with the size of `value` in its lower half, and the bits of the value.
    private mutating func put(_ code: Code, _ symbol: UInt8, _ value: Int?) {
        let size = value.map { Int.bitWidth - abs($0).leadingZeroBitCount } ?? 0
        guard let word = code.words[symbol | UInt8(size)] else { preconditionFailure("no code for \(symbol), \(size)") }
        put(word.bits, word.length)
        if let value, size > 0 { put(value > 0 ? value : value + 1 << size - 1, size) }
    }

    private mutating func put(_ bits: Int, _ count: Int) {
        (pending, pendingCount) = (pending << count | bits, pendingCount + count)
        while pendingCount >= 8 {
            let byte = UInt8(pending >> (pendingCount - 8) & 255)
            bytes += byte == 0xff ? [byte, 0] : [byte]
            pendingCount -= 8
            pending &= 1 << pendingCount - 1
        }
    }

    private mutating func flush() {
        if pendingCount > 0 { put(1 << (8 - pendingCount) - 1, 8 - pendingCount) }
    }
}
