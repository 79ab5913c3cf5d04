/// A rectangle in pixels of the source, not necessarily whole ones; top-left origin, y down.
public struct SourceBox: Sendable, Hashable {
    /// The left edge; 0 is the left edge of column 0, 0.5 its center.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// Columns, more than 0.
    public var width: Double
    /// Rows, more than 0.
    public var height: Double

    /// The box whose upper left corner is (`x`, `y`).
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole pixels of a rectangle.
    public init(_ rect: PixelRect) {
        self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    }

    /// The pixels of a source of `size` that the box overlaps: no other pixel takes part in resampling it.
    ///
    /// A decoder may leave out everything else. Cost: constant.
    public func coveredPixels(in size: PixelSize) -> PixelRect {
        let columns = Interval(start: x, length: width).coveredPixels(in: 0..<size.width)
        let rows = Interval(start: y, length: height).coveredPixels(in: 0..<size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    var horizontal: Interval { Interval(start: x, length: width) }
    var vertical: Interval { Interval(start: y, length: height) }
}

/// One side of a box: a piece of an axis, in pixels.
struct Interval: Equatable {
    var start: Double
    var length: Double

    /// An edge this close to a pixel's edge counts as on it: boxes are results of divisions.
    private static let tolerance = 1e-6

    /// The pixels that the interval overlaps, at least one, clamped to `source`.
    func coveredPixels(in source: Range<Int>) -> Range<Int> {
        let end = start + length
        let first = min(max(Int((start + Self.tolerance).rounded(.down)), source.lowerBound), source.upperBound - 1)
        let last = min(max(Int((end - Self.tolerance).rounded(.up)), first + 1), source.upperBound)
        return first..<last
    }

    /// The interval measured from `origin`, with a start that is a whole pixel but for rounding made whole.
    func relative(to origin: Int) -> Interval {
        let offset = start - Double(origin)
        return Interval(start: offset.magnitude < Self.tolerance ? 0 : offset, length: length)
    }
}
