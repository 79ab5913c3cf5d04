extension BlockState {
    /// Reads MCUs of which only the DC values are wanted, from `mcus.lowerBound` on, up to the end or the limit of the window.
    ///
    /// - Returns: the first MCU that was not read.
    mutating func skim(
        _ mcus: Range<Int>, _ places: [BlockPlace], _ tables: Tables, _ window: ScanWindow, into values: inout [Int16]
    ) -> Int {
        var state = self
        let (limit, bytes) = (window.limit, window.bytes.span)
        let (places, starts, skims) = (places.span, tables.starts.span, tables.skims.span)
        var output = values.mutableSpan
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, state.reader.position <= limit {
            for index in places.indices {
                let place = places[index]
                output[place.offset &+ mcu &* place.step] = state.skimBlock(place, starts, skims, tables, bytes)
            }
            mcu += 1
        }
        self = state
        return mcu
    }

    /// Reads one block and returns its DC value.
    @inline(__always)
    mutating func skimBlock(
        _ place: BlockPlace, _ starts: Span<UInt32>, _ skims: Span<UInt16>, _ tables: Tables, _ bytes: Span<UInt8>
    ) -> Int16 {
        reader.refill(bytes)
        // Safety: tables have an entry for each index of their width behind each offset in use.
        let start = unsafe Int(
            truncatingIfNeeded: starts[unchecked: place.tables.start &+ reader.peek(Tables.startBits)])
        var next = 1
        let difference: Int32
        if start != 0 {
            difference = reader.value(after: start &>> 14 & 15, size: start &>> 18)
            reader.use(start)
            next &+= start &>> 6 & 255
        } else {
            difference = longDifference(tables.dcCodes[place.tables.dc])
            reader.refill(bytes)
        }
        let value = predictions[place.component] &+ difference
        predictions[place.component] = value
        check(value)
        if next < 64 { skimRest(from: next, place, skims, tables, bytes) }
        return Int16(truncatingIfNeeded: value)
    }

    /// Passes over the coefficients of a block from `first` on. 28 bits must be there, which is as much as an entry uses up.
    @inline(__always)
    mutating func skimRest(
        from first: Int, _ place: BlockPlace, _ skims: Span<UInt16>, _ tables: Tables, _ bytes: Span<UInt8>
    ) {
        var next = first
        while true {
            // Two entries for each refill.
            if skimEntry(&next, place, skims, tables, bytes) { return }
            reader.refill(bytes)
            if skimEntry(&next, place, skims, tables, bytes) { return }
        }
    }

    /// Passes over what one entry holds. Returns whether the block is complete; if not, 28 bits less are there, or 56.
    @inline(__always)
    private mutating func skimEntry(
        _ coefficient: inout Int, _ place: BlockPlace, _ skims: Span<UInt16>, _ tables: Tables, _ bytes: Span<UInt8>
    ) -> Bool {
        // Safety: as above.
        let entry = unsafe Int(
            truncatingIfNeeded: skims[unchecked: place.tables.skim &+ reader.peek(Tables.skimBits)])
        let next = coefficient &+ entry &>> 6
        if next < 64 {
            reader.use(entry)
            coefficient = next
            return false
        }
        if next == 64 || (Tables.endOfBlock &+ 1..<Tables.endOfBlock &+ 64).contains(next) {
            reader.use(entry)
            return true
        }
        // The entry reaches into the next block, or the code is long.
        reader.refill(bytes)
        coefficient = longSymbol(tables.acCodes[place.tables.ac], from: coefficient)
        reader.refill(bytes)
        return coefficient >= 64
    }

    /// A difference whose code is longer than the index. 31 bits must be there.
    @inline(never)
    mutating func longDifference(_ code: HuffmanCode) -> Int32 {
        guard let (length, size) = code.symbol(of: reader.bits) else {
            isDamaged = true
            return 0
        }
        let value = reader.value(after: length, size: size)
        reader.use(length + size)
        return value
    }

    /// Passes over one symbol and returns the coefficient behind it. 31 bits must be there.
    @inline(never)
    mutating func longSymbol(_ code: HuffmanCode, from coefficient: Int) -> Int {
        guard let (length, symbol) = code.symbol(of: reader.bits) else {
            isDamaged = true
            return 64
        }
        let (run, size) = (symbol >> 4, symbol & 15)
        reader.use(length + size)
        return size == 0 && run < 15 ? 64 : coefficient + run + 1
    }
}
