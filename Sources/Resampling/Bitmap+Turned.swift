extension Bitmap {
    /// The picture turned upright: from stored to upright pixels. Cost: the pixels, once each.
    ///
    /// - Parameter orientation: how the pixels of this picture are stored.
    public func turned(_ orientation: Orientation) -> Bitmap {
        let (upright, turned) = orientation.turning(bytes, channels: layout.channels, size: size)
        return Bitmap(layout: layout, size: upright, bytes: turned)
    }
}

extension Orientation {
    /// Stored samples turned upright, and the upright size.
    ///
    /// - Precondition: `samples.count == size.width * size.height * channels`.
    func turning<Sample: FixedWidthInteger>(_ samples: [Sample], channels: Int, size: PixelSize)
        -> (size: PixelSize, samples: [Sample])
    {
        guard self != .topLeft, !samples.isEmpty else { return (size, samples) }
        let upright = uprightSize(ofStored: size)
        let steps = steps(uprightSize: upright)
        // Steps and origin in samples of the upright picture.
        let column = (steps.column.y * upright.width + steps.column.x) * channels
        let row = (steps.row.y * upright.width + steps.row.x) * channels
        let origin = (steps.origin.y * upright.width + steps.origin.x) * channels
        var turned = [Sample](repeating: 0, count: samples.count)
        let source = samples.span
        switch channels {
        case 1: turn(source, size, into: &turned, origin: origin, column: column, row: row, channels: 1)
        case 2: turn(source, size, into: &turned, origin: origin, column: column, row: row, channels: 2)
        case 3: turn(source, size, into: &turned, origin: origin, column: column, row: row, channels: 3)
        default: turn(source, size, into: &turned, origin: origin, column: column, row: row, channels: 4)
        }
        return (upright, turned)
    }
}

/// Tiles, because one of the two pictures is walked across its rows: a tile of both stays in the first-level cache.
@inline(__always)
private func turn<Sample: FixedWidthInteger>(
    _ source: Span<Sample>, _ size: PixelSize, into turned: inout [Sample], origin: Int, column: Int, row: Int,
    channels: Int
) {
    let tile = 32
    var target = turned.mutableSpan
    for top in stride(from: 0, to: size.height, by: tile) {
        for left in stride(from: 0, to: size.width, by: tile) {
            for y in top..<min(top + tile, size.height) {
                var from = (y * size.width + left) * channels
                var to = origin + y * row + left * column
                for _ in left..<min(left + tile, size.width) {
                    for channel in 0..<channels { target[to + channel] = source[from + channel] }
                    from += channels
                    to += column
                }
            }
        }
    }
}
