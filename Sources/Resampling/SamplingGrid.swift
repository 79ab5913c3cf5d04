/// Where in a source the pixels of a result lie: a grid that may be turned, mirrored and scaled.
///
/// All numbers are pixels of the source; the center of its first pixel is at (0.5, 0.5).
public struct SamplingGrid: Sendable, Hashable {
    /// The center of the result's first pixel.
    public var origin: SIMD2<Double>
    /// The step from one column of the result to the next.
    public var column: SIMD2<Double>
    /// The step from one row of the result to the next.
    public var row: SIMD2<Double>

    /// A grid that begins at `origin`.
    public init(origin: SIMD2<Double>, column: SIMD2<Double>, row: SIMD2<Double>) {
        self.origin = origin
        self.column = column
        self.row = row
    }

    /// How far the filter is stretched: as far as the grid is coarser than the pixels of the source.
    var stretch: Double {
        func length(_ step: SIMD2<Double>) -> Double { (step.x * step.x + step.y * step.y).squareRoot() }
        let longest = max(length(column), length(row))
        // Rounding must not widen the filter of a grid that is only turned.
        return longest <= 1 + 1e-9 ? 1 : longest
    }
}
