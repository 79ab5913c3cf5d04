/// Where the values of a component lie: of a baseline file one row of MCUs, of a progressive one all.
struct ValueStorage {
    let eighths: Int
    /// The first value.
    let base: Int
    /// Values from row to row of blocks.
    let pitch: Int
    /// Rows of blocks.
    let rows: Int
    /// Whether rows of MCUs follow each other; else each takes the place of the one before.
    let isWhole: Bool

    var count: Int { pitch * rows }

    static func all(of frame: Frame, eighths: Int, chromaEighths: Int) -> [ValueStorage] {
        var base = 0
        return frame.components.enumerated().map { index, component in
            let eighths = index == 0 ? eighths : chromaEighths
            let storage = ValueStorage(
                eighths: eighths, base: base, pitch: frame.mcusWide * component.horizontal * eighths * eighths,
                rows: component.vertical * (frame.isProgressive ? frame.mcusHigh : 1), isWhole: frame.isProgressive)
            base += storage.count
            return storage
        }
    }

    /// The first value of a row of MCUs.
    func offset(ofRow row: Int, _ component: Component) -> Int {
        base + (isWhole ? row * component.vertical * pitch : 0)
    }

    /// The blocks of an MCU.
    ///
    /// - Parameter isAlone: whether the scan has no other component: an MCU is then one block (ITU T.81, A.2.2).
    func places(of number: Int, _ frame: Frame, tables: Tables.Use, isAlone: Bool) -> [BlockPlace] {
        let component = frame.components[number]
        let (columns, rows) = isAlone ? (1, 1) : (component.horizontal, component.vertical)
        let size = eighths * eighths
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                BlockPlace(
                    component: number, tables: tables, offset: base + row * pitch + column * size,
                    step: columns * size, rowStep: isWhole ? rows * pitch : 0, isCorner: eighths > 1)
            }
        }
    }
}
