extension Bitmap {
    /// The picture with rounded corners: transparent outside of them, and partly so where the edge crosses a pixel.
    ///
    /// The corners are quarters of an ellipse. What a pixel keeps is the part of it inside, measured exactly along 16 lines. Gray
    /// becomes gray with alpha, RGB becomes RGB with alpha. Cost: the pixels, and 16 steps for each pixel of a row with corners.
    ///
    /// - Parameters:
    ///   - x: the width of a corner in pixels, at most half of the picture's.
    ///   - y: the height of a corner, likewise.
    public func masked(cornerWidth x: Double, cornerHeight y: Double) -> Bitmap {
        let colors = layout.hasAlpha ? layout.channels - 1 : layout.channels
        var masked: [UInt8] = []
        masked.reserveCapacity(size.width * size.height * (colors + 1))
        var coverage = CornerCoverage(width: size.width, height: size.height, cornerWidth: x, cornerHeight: y)
        let source = bytes.span
        var from = 0
        for row in 0..<size.height {
            coverage.update(row: row)
            for column in 0..<size.width {
                for color in 0..<colors { masked.append(source[from + color]) }
                let alpha = layout.hasAlpha ? UInt32(source[from + colors]) : 255
                masked.append(UInt8((alpha * coverage.values[column] + 127) / 255))
                from += layout.channels
            }
        }
        return Bitmap(layout: colors == 1 ? .grayAlpha : .rgba, size: size, bytes: masked)
    }
}

/// How much of each pixel of a row lies inside a rectangle with rounded corners, 0…255.
private struct CornerCoverage {
    private(set) var values: [UInt32]
    private let width: Double
    private let height: Double
    private let corner: (width: Double, height: Double)
    private static let lines = 16

    init(width: Int, height: Int, cornerWidth: Double, cornerHeight: Double) {
        self.width = Double(width)
        self.height = Double(height)
        corner = (min(max(cornerWidth, 0), self.width / 2), min(max(cornerHeight, 0), self.height / 2))
        values = [UInt32](repeating: 255, count: width)
    }

    mutating func update(row: Int) {
        let insets = (0..<Self.lines).map { inset(atHeight: Double(row) + (Double($0) + 0.5) / Double(Self.lines)) }
        let isWhole = insets.allSatisfy { $0 == 0 }
        // Left and right are mirror images: one half is enough.
        for column in 0..<(values.count + 1) / 2 {
            var inside = Double(Self.lines)
            if !isWhole {
                inside = 0
                let left = Double(column)
                for inset in insets { inside += max(0, min(left + 1, width - inset) - max(left, inset)) }
            }
            let value = UInt32((inside * 255 / Double(Self.lines)).rounded())
            values[column] = value
            values[values.count - 1 - column] = value
        }
    }

    /// How far the edge lies from the side of the picture at this height.
    private func inset(atHeight y: Double) -> Double {
        let depth = min(y, height - y)
        guard depth < corner.height else { return 0 }
        let t = (corner.height - depth) / corner.height
        return corner.width * (1 - max(0, 1 - t * t).squareRoot())
    }
}
