import Resampling

/// How much each cell of a picture draws the eye: by edges, by saturated colors and by the colors of skin.
///
/// Each of the three counts against its own mean over the picture. A face in a gray room is then as strange as a red ball on snow, and in
/// a meadow, where all is green and all is edges, little stands out. Integer arithmetic: the same on every machine.
struct AttentionMap {
    let size: PixelSize
    private(set) var values: [Int]

    /// Levels of 8 bits, in the units of `CellColors`.
    private static let level = 256

    init(_ colors: CellColors) {
        size = colors.size
        values = [Int](repeating: 0, count: colors.luma.count)
        var edges = values
        Self.addSteps(of: colors.luma, colors.size, noise: 4 * Self.level, most: 48 * Self.level, to: &edges)
        Self.addSteps(of: colors.blue, colors.size, noise: 2 * Self.level, most: 32 * Self.level, to: &edges)
        Self.addSteps(of: colors.red, colors.size, noise: 2 * Self.level, most: 32 * Self.level, to: &edges)
        add(edges, tenths: 10)
        add(colors.luma.indices.map { Self.saturation(colors.blue[$0], colors.red[$0]) }, tenths: 4)
        add(colors.luma.indices.map { Self.skin(colors.luma[$0], colors.blue[$0], colors.red[$0]) }, tenths: 2)
    }

    /// Adds a feature, divided by its mean and a little more, so that what is nowhere to be seen does not decide.
    private mutating func add(_ feature: [Int], tenths: Int) {
        let mean = feature.reduce(0, +) / feature.count + 2 * Self.level
        for cell in values.indices { values[cell] += feature[cell] * (1024 * tenths) / mean }
    }

    /// Adds for each cell the largest step to one of its four neighbors.
    ///
    /// - Parameters:
    ///   - noise: what a step has to exceed, and what is taken from it.
    ///   - most: the most that counts: a stronger edge is no more interesting.
    private static func addSteps(of plane: [Int], _ size: PixelSize, noise: Int, most: Int, to values: inout [Int]) {
        for y in 0..<size.height {
            for x in 0..<size.width {
                let cell = y * size.width + x
                let value = plane[cell]
                var step = 0
                if x > 0 { step = max(step, abs(value - plane[cell - 1])) }
                if x + 1 < size.width { step = max(step, abs(value - plane[cell + 1])) }
                if y > 0 { step = max(step, abs(value - plane[cell - size.width])) }
                if y + 1 < size.height { step = max(step, abs(value - plane[cell + size.width])) }
                values[cell] += max(0, min(step - noise, most))
            }
        }
    }

    /// How far a color is from gray, beyond what any picture has.
    private static func saturation(_ blue: Int, _ red: Int) -> Int {
        let (b, r) = (abs(blue), abs(red))
        return max(0, min(max(b, r) + min(b, r) / 2 - 20 * level, 60 * level))
    }

    /// How near a color is to the middle of those that skin has, whose chroma is much the same from the darkest to the lightest (Chai and
    /// Ngan, 1999: Cb 77…127, Cr 133…173).
    private static func skin(_ luma: Int, _ blue: Int, _ red: Int) -> Int {
        let nearness = min(level - abs(blue + 22 * level) / 22, level - abs(red - 23 * level) / 18)
        guard nearness > 0 else { return 0 }
        // In the dark, chroma is mostly noise.
        let light = max(0, min((luma - 20 * level) / 40, level))
        return 60 * nearness * light / level
    }
}
