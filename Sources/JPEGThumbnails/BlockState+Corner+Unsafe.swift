extension BlockState {
    /// Reads MCUs of which the DC value and the coefficients at zigzag 1, 2 and 4 are wanted; else as `skim`.
    mutating func readCorners(
        _ mcus: Range<Int>, _ places: [BlockPlace], _ tables: Tables, _ window: ScanWindow, into values: inout [Int16]
    ) -> Int {
        var state = self
        let (limit, bytes) = (window.limit, window.bytes.span)
        let (places, starts, skims) = (places.span, tables.starts.span, tables.skims.span)
        let (differences, corners) = (tables.differences.span, tables.corners.span)
        var output = values.mutableSpan
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, state.reader.position <= limit {
            for index in places.indices {
                let place = places[index]
                let offset = place.offset &+ mcu &* place.step
                guard place.isCorner else {
                    output[offset] = state.skimBlock(place, starts, skims, tables, bytes)
                    continue
                }
                output[offset] = state.readDifference(place, differences, tables, bytes)
                // Safety: tables have an entry for each index of their width behind each offset in use.
                let entry = unsafe Int32(
                    bitPattern: corners[unchecked: place.tables.corner &+ state.reader.peek(Tables.cornerBits)])
                var (first, second, fourth) = ((entry &<< 12) &>> 26, (entry &<< 6) &>> 26, entry &>> 26)
                var next = 1 &+ Int(truncatingIfNeeded: entry &>> 6 & 255)
                if next == 1 &+ Tables.unknown {
                    next = 1
                } else {
                    state.reader.use(Int(truncatingIfNeeded: entry))
                }
                while next < 5 {
                    state.reader.refill(bytes)
                    let (coefficient, value) = state.readCoefficient(from: next, place, tables)
                    switch coefficient {
                    case 1: first = value
                    case 2: second = value
                    case 4: fourth = value
                    default: break
                    }
                    next = coefficient &+ 1
                }
                output[offset &+ 1] = Int16(truncatingIfNeeded: first)
                output[offset &+ 2] = Int16(truncatingIfNeeded: second)
                output[offset &+ 3] = Int16(truncatingIfNeeded: fourth)
                if next < 64 {
                    state.reader.refill(bytes)
                    state.skimRest(from: next, place, skims, tables, bytes)
                }
            }
            mcu += 1
        }
        self = state
        return mcu
    }

    /// Reads a DC value. Leaves 31 bits or more.
    @inline(__always)
    mutating func readDifference(
        _ place: BlockPlace, _ differences: Span<UInt16>, _ tables: Tables, _ bytes: Span<UInt8>
    ) -> Int16 {
        reader.refill(bytes)
        // Safety: as above.
        let entry = unsafe Int(
            truncatingIfNeeded: differences[unchecked: place.tables.difference &+ reader.peek(Tables.differenceBits)])
        let difference: Int32
        if entry != 0 {
            difference = reader.value(after: entry &>> 6 & 15, size: entry &>> 10)
            reader.use(entry)
        } else {
            difference = longDifference(tables.dcCodes[place.tables.dc])
            reader.refill(bytes)
        }
        let value = predictions[place.component] &+ difference
        predictions[place.component] = value
        check(value)
        return Int16(truncatingIfNeeded: value)
    }

    /// Reads one symbol, and its value. 31 bits must be there.
    ///
    /// - Returns: the coefficient that has the value; at least 63 at the end of the block.
    @inline(__always)
    private mutating func readCoefficient(
        from coefficient: Int, _ place: BlockPlace, _ tables: Tables
    ) -> (coefficient: Int, value: Int32) {
        // Safety: as above.
        let entry = unsafe Int(
            truncatingIfNeeded: tables.singles.span[unchecked: place.tables.single &+ reader.peek(Tables.singleBits)])
        var (length, symbol) = (entry &>> 8, entry & 255)
        if entry == 0 {
            guard let long = tables.acCodes[place.tables.ac].symbol(of: reader.bits) else {
                isDamaged = true
                return (64, 0)
            }
            (length, symbol) = long
        }
        let (run, size) = (symbol &>> 4, symbol & 15)
        let value = reader.value(after: length, size: size)
        reader.use(length &+ size)
        return size == 0 && run < 15 ? (64, 0) : (coefficient &+ run, value)
    }
}
