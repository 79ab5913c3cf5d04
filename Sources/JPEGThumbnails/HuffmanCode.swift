/// A Huffman code as a file defines it (ITU T.81, B.2.4.2, annex C).
struct HuffmanCode: Equatable {
    /// How many codes there are of each length; the first number is of length 1.
    let counts: [UInt8]
    /// What they mean, from the shortest code on.
    let symbols: [UInt8]

    /// The bits that `lookup` is indexed by.
    static let lookupBits = 13

    /// - Parameter isDC: symbols are then sizes of differences, at most 15.
    init(_ payload: Span<UInt8>, at start: Int, isDC: Bool) throws(Refusal) {
        guard payload.count - start >= 16 else { throw .malformed }
        var counts: [UInt8] = []
        var total = 0
        var code = 0
        for length in 0..<16 {
            let count = payload[start + length]
            counts.append(count)
            total += Int(count)
            code += Int(count)
            // More codes than bits can tell apart, or one of ones alone, which libjpeg-turbo refuses as well.
            guard code < 2 << length else { throw .malformed }
            code <<= 1
        }
        guard total <= 256, payload.count - start - 16 >= total else { throw .malformed }
        var symbols: [UInt8] = []
        for index in 0..<total {
            let symbol = payload[start + 16 + index]
            guard !isDC || symbol < 16 else { throw .malformed }
            symbols.append(symbol)
        }
        self.counts = counts
        self.symbols = symbols
    }

    /// For each value of the next `lookupBits` bits the length of the code that they begin with, times 256, and its symbol; 0 where
    /// the code is longer, or none.
    func lookup() -> [UInt16] {
        let bits = Self.lookupBits
        var table: [UInt16] = []
        table.reserveCapacity(1 << bits)
        var index = 0
        for length in 1...bits {
            for _ in 0..<counts[length - 1] {
                let entry = UInt16(length) << 8 | UInt16(symbols[index])
                table.append(contentsOf: repeatElement(entry, count: 1 << (bits - length)))
                index += 1
            }
        }
        table.append(contentsOf: repeatElement(0, count: (1 << bits) - table.count))
        return table
    }

    /// The code that `bits` begin with, from the highest bit on: its length and symbol; nil if there is none.
    ///
    /// The slow way, for long codes.
    @inline(never)
    func symbol(of bits: UInt64) -> (length: Int, symbol: Int)? {
        var first = 0
        var index = 0
        for length in 1...16 {
            let count = Int(counts[length - 1])
            let offset = Int(bits >> UInt64(64 - length)) - first
            if offset < count { return offset < 0 ? nil : (length, Int(symbols[index + offset])) }
            index += count
            first = (first + count) << 1
        }
        return nil
    }
}
