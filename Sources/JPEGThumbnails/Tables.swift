/// What the next bits of a scan mean, looked up many at a time.
///
/// Entries hold the bits used up, in bits 0...5, and how many coefficients they advance by, from bit 6 on; an end of block counts as
/// `endOfBlock` coefficients. Extra bits of a coefficient that nobody wants are only counted, so they may lie beyond the index.
/// An entry that uses no bits says that its code is longer than the index.
struct Tables {
    /// For each pair of codes: a difference of DC, and as many symbols of AC as the index holds.
    private(set) var starts: [UInt32] = []
    /// For each code of AC: as many symbols as the index holds.
    private(set) var skims: [UInt16] = []
    /// For each code of AC: the same for the first coefficients of a block, with the values of those at zigzag 1, 2 and 4.
    private(set) var corners: [UInt32] = []
    /// For each code of AC: one symbol, as length × 256 + symbol.
    private(set) var singles: [UInt16] = []
    /// For each code of DC: a difference.
    private(set) var differences: [UInt16] = []
    private(set) var acCodes: [HuffmanCode] = []
    private(set) var dcCodes: [HuffmanCode] = []
    private var pairs: [(dc: Int, ac: Int)] = []

    static let startBits = 12
    static let skimBits = 13
    static let cornerBits = 12
    static let singleBits = 10
    static let differenceBits = 10

    /// Beyond all coefficients.
    static let endOfBlock = 128
    /// Advances by more than any real entry: leads to the slow way.
    static let unknown = 255

    /// Which tables a block needs: offsets into those above.
    struct Use {
        var start = 0
        var skim = 0
        var corner = 0
        var single = 0
        var difference = 0
        var ac = 0
        var dc = 0
    }

    /// Makes the tables for a pair of codes unless they are there.
    mutating func use(dc: HuffmanCode, ac: HuffmanCode?, wantsCorner: Bool) -> Use {
        var use = Use()
        use.dc = index(ofDC: dc)
        use.difference = use.dc << Self.differenceBits
        guard let ac else { return use }
        use.ac = index(ofAC: ac)
        use.skim = use.ac << Self.skimBits
        use.corner = use.ac << Self.cornerBits
        use.single = use.ac << Self.singleBits
        while wantsCorner, corners.count >> Self.cornerBits <= use.ac {
            appendCorners(acCodes[corners.count >> Self.cornerBits].lookup())
        }
        let pair = pairs.firstIndex { $0 == (use.dc, use.ac) } ?? pairs.count
        if pair == pairs.count {
            pairs.append((use.dc, use.ac))
            appendStarts(dc.lookup(), ac.lookup())
        }
        use.start = pair << Self.startBits
        return use
    }

    private mutating func index(ofDC code: HuffmanCode) -> Int {
        if let index = dcCodes.firstIndex(of: code) { return index }
        dcCodes.append(code)
        let lookup = code.lookup()
        let shift = HuffmanCode.lookupBits - Self.differenceBits
        for bits in 0..<1 << Self.differenceBits {
            let (length, size) = (lookup[bits << shift] >> 8, lookup[bits << shift] & 255)
            let fits = length > 0 && length <= Self.differenceBits
            differences.append(fits ? length + size | length << 6 | size << 10 : 0)
        }
        return dcCodes.count - 1
    }

    private mutating func index(ofAC code: HuffmanCode) -> Int {
        if let index = acCodes.firstIndex(of: code) { return index }
        acCodes.append(code)
        let lookup = code.lookup()
        let shift = HuffmanCode.lookupBits - Self.singleBits
        for bits in 0..<1 << Self.singleBits {
            let entry = lookup[bits << shift]
            singles.append(entry >> 8 <= Self.singleBits ? entry : 0)
        }
        for bits in 0..<1 << Self.skimBits {
            let run = SymbolRun(bits, of: Self.skimBits, lookup, used: 0)
            skims.append(
                run.used == 0 ? UInt16(Self.unknown << 6) : UInt16(run.used | run.advance << 6))
        }
        return acCodes.count - 1
    }

    private mutating func appendStarts(_ dc: [UInt16], _ ac: [UInt16]) {
        let shift = HuffmanCode.lookupBits - Self.startBits
        for bits in 0..<1 << Self.startBits {
            let (length, size) = (Int(dc[bits << shift] >> 8), Int(dc[bits << shift] & 255))
            guard length > 0, length <= Self.startBits else {
                starts.append(0)
                continue
            }
            let run = SymbolRun(bits, of: Self.startBits, ac, used: length + size)
            starts.append(UInt32(run.used | run.advance << 6 | length << 14 | size << 18))
        }
    }

    private mutating func appendCorners(_ ac: [UInt16]) {
        for bits in 0..<1 << Self.cornerBits {
            let run = SymbolRun(bits, of: Self.cornerBits, ac, used: 0, wantsValues: true)
            let values = run.values.0 & 63 | (run.values.1 & 63) << 6 | (run.values.2 & 63) << 12
            corners.append(
                run.used == 0
                    ? UInt32(Self.unknown << 6) : UInt32(run.used | run.advance << 6) | UInt32(values) << 14)
        }
    }
}

/// As many symbols of AC from the start of a block, or from anywhere in it, as an index holds.
private struct SymbolRun {
    var used: Int
    var advance = 0
    /// At zigzag 1, 2 and 4.
    var values = (0, 0, 0)

    /// - Parameter used: bits that are taken already.
    init(_ bits: Int, of width: Int, _ lookup: [UInt16], used: Int, wantsValues: Bool = false) {
        self.used = used
        let bits = bits << (HuffmanCode.lookupBits - width)
        let mask = 1 << HuffmanCode.lookupBits - 1
        // A block that is complete has no end of block: what follows is another.
        while self.used < width, advance < 63 {
            let entry = lookup[(bits << self.used) & mask]
            let (length, run, size) = (Int(entry >> 8), Int(entry >> 4 & 15), Int(entry & 15))
            guard length > 0, self.used + length <= width else { return }
            if size == 0, run < 15 {
                self.used += length
                advance += Tables.endOfBlock
                return
            }
            guard advance + run + 1 <= 63 else { return }
            let coefficient = 1 + advance + run
            if wantsValues, size > 0, coefficient == 1 || coefficient == 2 || coefficient == 4 {
                // Only what fits: the whole value in the index, and in six bits of an entry.
                guard size <= 5, self.used + length + size <= width else { return }
                let start = HuffmanCode.lookupBits - self.used - length - size
                let extra = bits >> start & (1 << size - 1)
                let value = extra >> (size - 1) == 1 ? extra : extra - (1 << size) + 1
                switch coefficient {
                case 1: values.0 = value
                case 2: values.1 = value
                default: values.2 = value
                }
            }
            self.used += length + size
            advance += run + 1
        }
    }
}
