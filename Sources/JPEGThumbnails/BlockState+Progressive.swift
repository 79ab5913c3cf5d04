extension BlockState {
    /// Reads MCUs of a first DC scan: differences without their `low` lowest bits (ITU T.81, G.1.2.1).
    mutating func readDifferences(
        _ mcus: Range<Int>, low: Int, _ places: [BlockPlace], _ tables: Tables, _ window: ScanWindow,
        into values: inout [Int16]
    ) -> Int {
        var state = self
        let (limit, bytes) = (window.limit, window.bytes.span)
        let (places, differences) = (places.span, tables.differences.span)
        var output = values.mutableSpan
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, state.reader.position <= limit {
            for index in places.indices {
                let place = places[index]
                let value = Int32(state.readDifference(place, differences, tables, bytes)) &<< Int32(low)
                state.check(value)
                output[place.offset &+ mcu &* place.step] = Int16(truncatingIfNeeded: value)
            }
            mcu += 1
        }
        self = state
        return mcu
    }

    /// Reads MCUs of a later DC scan: bit `low` of each value.
    mutating func refine(
        _ mcus: Range<Int>, low: Int, _ places: [BlockPlace], _ window: ScanWindow, into values: inout [Int16]
    ) -> Int {
        var state = self
        let (limit, bytes) = (window.limit, window.bytes.span)
        let places = places.span
        var output = values.mutableSpan
        var mcu = mcus.lowerBound
        while mcu < mcus.upperBound, state.reader.position <= limit {
            state.reader.refill(bytes)
            for index in places.indices {
                let place = places[index]
                output[place.offset &+ mcu &* place.step] |= Int16(state.reader.peek(1)) &<< Int16(low)
                state.reader.use(1)
            }
            mcu += 1
        }
        self = state
        return mcu
    }
}
