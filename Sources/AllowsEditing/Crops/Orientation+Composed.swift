import Resampling

extension Orientation {
    /// Where the direction of the stored columns points upright.
    var column: SIMD2<Double> {
        let step = steps(uprightSize: PixelSize(width: 1, height: 1)).column
        return SIMD2(Double(step.x), Double(step.y))
    }

    /// Where the direction of the stored rows points upright.
    var row: SIMD2<Double> {
        let step = steps(uprightSize: PixelSize(width: 1, height: 1)).row
        return SIMD2(Double(step.x), Double(step.y))
    }

    /// Whether left and right change hands, so that no turning alone makes up for it.
    var isMirrored: Bool { column.x * row.y - column.y * row.x < 0 }

    /// The orientation that turns the directions of stored columns and rows to these; nil where none does.
    init?(column: SIMD2<Double>, row: SIMD2<Double>) {
        guard let match = Orientation.allCases.first(where: { $0.column == column && $0.row == row }) else {
            return nil
        }
        self = match
    }

    /// What a direction of the stored picture is upright.
    func upright(_ direction: SIMD2<Double>) -> SIMD2<Double> { direction.x * column + direction.y * row }

    /// This turn and then another one, as one.
    func followed(by other: Orientation) -> Orientation {
        // The eight turns are closed under composition: there always is one.
        Orientation(column: other.upright(column), row: other.upright(row)) ?? self
    }
}
