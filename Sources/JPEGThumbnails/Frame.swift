/// One component of a frame (ITU T.81, B.2.2).
struct Component {
    let id: UInt8
    /// Blocks in each MCU, across and down.
    let horizontal: Int
    let vertical: Int
    let quantization: Int
}

/// What a frame header says, and what follows from it.
struct Frame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    let components: [Component]
    /// The vertical sampling factor of a component that is alone, which has no effect; else 1.
    let rowsTogether: Int
    /// The largest sampling factors.
    let widest: Int
    let tallest: Int

    /// - Parameter payload: the frame header without its length.
    init(_ payload: Span<UInt8>, isProgressive: Bool) throws(Refusal) {
        guard payload.count >= 6, payload.count == 6 + 3 * Int(payload[5]) else { throw .malformed }
        guard payload[0] == 8 else { throw .unusual }
        height = Int(payload[1]) << 8 | Int(payload[2])
        width = Int(payload[3]) << 8 | Int(payload[4])
        self.isProgressive = isProgressive
        // A height of 0 is told after the picture (DNL). Limits of libjpeg: 65500 columns and rows.
        guard width > 0, height > 0, width <= 65_500, height <= 65_500 else { throw .unusual }
        let count = Int(payload[5])
        guard count == 1 || count == 3 else { throw .unusual }
        var components: [Component] = []
        for index in 0..<count {
            let start = 6 + 3 * index
            let factors = payload[start + 1]
            // A component that is alone comes block by block, whatever its factors say.
            let component = Component(
                id: payload[start], horizontal: count == 1 ? 1 : Int(factors >> 4),
                vertical: count == 1 ? 1 : Int(factors & 15), quantization: Int(payload[start + 2]))
            guard (1...4).contains(factors >> 4), (1...4).contains(factors & 15) else { throw .malformed }
            guard component.quantization < 4, !components.contains(where: { $0.id == component.id }) else {
                throw .unusual
            }
            components.append(component)
        }
        self.components = components
        rowsTogether = count == 1 ? Int(payload[7] & 15) : 1
        widest = components[0].horizontal
        tallest = components[0].vertical
        if count == 3 { try checkSampling() }
    }

    /// Luma is finest, and a whole multiple of both chroma components, which are alike.
    private func checkSampling() throws(Refusal) {
        let (luma, chroma) = (components[0], components[1])
        guard components[2].horizontal == chroma.horizontal, components[2].vertical == chroma.vertical,
            luma.horizontal.isMultiple(of: chroma.horizontal), luma.vertical.isMultiple(of: chroma.vertical),
            components.reduce(0, { $0 + $1.horizontal * $1.vertical }) <= Frame.largestMCU
        else { throw .unusual }
    }

    /// The most blocks of an MCU (ITU T.81, B.2.3).
    static let largestMCU = 10

    var mcusWide: Int { divide(width, 8 * widest) }
    var mcusHigh: Int { divide(height, 8 * tallest) }

    /// Blocks of a component across: those that hold a sample of the picture.
    func blocksWide(_ component: Component) -> Int { divide(width * component.horizontal, 8 * widest) }
    /// The same down.
    func blocksHigh(_ component: Component) -> Int { divide(height * component.vertical, 8 * tallest) }

    /// Columns of a component at `eighths` eighths of its size, rounded up.
    func columns(_ component: Component, eighths: Int) -> Int {
        divide(width * component.horizontal * eighths, 8 * widest)
    }
    /// The same for rows.
    func rows(_ component: Component, eighths: Int) -> Int {
        divide(height * component.vertical * eighths, 8 * tallest)
    }
}

/// Rounded up.
private func divide(_ value: Int, _ unit: Int) -> Int { (value + unit - 1) / unit }
