import Resampling

extension AttentionMap {
    /// Places a crop along the side on which it is smaller than the picture. Cost: the cells once, and for each place those along that
    /// side.
    ///
    /// Few places are compared, a sixteenth of the way or of the crop apart: the eye sees no smaller step, and what another scale of the
    /// decoder changes in the map seldom leads to another place.
    ///
    /// - Parameters:
    ///   - crop: its size, in pixels; on one side at least that of the picture.
    ///   - picture: the size of the picture that the map is of.
    func place(_ crop: PixelSize, in picture: PixelSize) -> PixelRect {
        let isHorizontal = crop.width < picture.width
        let side = isHorizontal ? crop.width : crop.height
        let whole = isHorizontal ? picture.width : picture.height
        let profile = isHorizontal ? columnSums : rowSums
        let offset = Self.offset(of: side, along: whole, profile)
        return PixelRect(
            x: isHorizontal ? offset : 0, y: isHorizontal ? 0 : offset, width: crop.width, height: crop.height)
    }

    private var columnSums: [Int] {
        (0..<size.width).map { x in (0..<size.height).reduce(0) { $0 + values[$1 * size.width + x] } }
    }

    private var rowSums: [Int] {
        (0..<size.height).map { y in values[y * size.width..<(y + 1) * size.width].reduce(0, +) }
    }

    /// Where along `whole` pixels an interval of `side` begins that holds most, what is in its middle counting more than what is at its
    /// ends: by a parabola. Of what is on the whole side, 8 % have to speak for the very end: without reason nothing leaves the middle.
    private static func offset(of side: Int, along whole: Int, _ profile: [Int]) -> Int {
        let travel = whole - side
        let steps = min(128, 16 * ((travel + side - 1) / side))
        guard steps > 0 else { return 0 }
        let total = profile.reduce(0, +)
        var best = (score: Int.min, step: 0)
        for step in 0...steps {
            let offset = travel * step / steps
            var inside = 0
            for (cell, value) in profile.enumerated() {
                // Twice the distance of the middles.
                let distance = (2 * cell + 1) * whole / profile.count - 2 * offset - side
                guard abs(distance) < side else { continue }
                inside += value * (1024 * (side * side - distance * distance) / (side * side))
            }
            let away = 2 * step - steps
            let score = inside * steps * steps * 25 - 2 * 1024 * total * away * away
            if score > best.score || score == best.score && abs(away) < abs(2 * best.step - steps) {
                best = (score, step)
            }
        }
        return travel * best.step / steps
    }
}
