/// Where in a fixed number of slots the last rows of a source lie: a ring whose bands of rows never wrap around.
///
/// A band is written to neighboring slots; where not enough of them are left at the end, they are skipped. So no row is
/// ever moved, and the memory does not grow with the height of the picture.
struct RowWindow {
    /// Rows of memory.
    private(set) var slotCount = 0
    private var next = 0
    /// The slot of row r at r modulo the number of slots.
    private var slots: [Int] = []

    /// Forgets all rows; `span` is the most rows needed at once, `bandRows` the most rows written at once.
    mutating func reset(span: Int, bandRows: Int) {
        // The rows in use, a band, and the slots skipped at the end, which are fewer than a band.
        slotCount = span + 2 * bandRows
        next = 0
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: slotCount))
    }

    /// The first of `bandRows` neighboring slots for the rows to come.
    mutating func prepare(bandRows: Int) -> Int {
        if next + bandRows > slotCount { next = 0 }
        return next
    }

    /// Says that `row` was written to the next slot.
    mutating func append(row: Int) {
        slots[row % slotCount] = next
        next += 1
    }

    /// Where a row lies that was appended and is still among those in use.
    func slot(ofRow row: Int) -> Int { slots[row % slotCount] }
}
