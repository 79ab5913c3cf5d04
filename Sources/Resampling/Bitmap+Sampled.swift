extension Bitmap {
    /// The picture at the points of a grid, by the cubic of Catmull and Rom (B = 0, C = 1/2) along the axes of this picture, stretched
    /// where the grid is coarser than its pixels. Transparent pixels have no color: what they hide has no influence.
    ///
    /// Points that are centers of pixels give those pixels, bit for bit, where the steps are no longer than a pixel. Floating-point
    /// numbers without fused operations: every platform computes the same bytes. Cost: 16 pixels of the source for each of the result,
    /// and more by the square of the stretch; a grid more than twice as coarse as the source is better served by a source that was
    /// reduced before.
    ///
    /// - Parameter outside: what surrounds the picture; nil continues the pixels at its edges.
    /// - Precondition: this picture and the result are not empty; the grid is finite.
    public func sampled(at grid: SamplingGrid, size: PixelSize, outside: RGBColor? = nil) -> Bitmap {
        precondition(self.size.width > 0 && self.size.height > 0, "the source is empty: \(self.size)")
        precondition(size.width > 0 && size.height > 0, "the result is empty: \(size)")
        if let outside, !outside.isGray, layout == .gray || layout == .grayAlpha {
            return expandedToColor.sampled(at: grid, size: size, outside: outside)
        }
        var result = [UInt8](repeating: 0, count: size.width * size.height * layout.channels)
        switch layout {
        case .gray: sample(GrayPixel.self, into: &result, grid, size, outside)
        case .grayAlpha: sample(GrayAlphaPixel.self, into: &result, grid, size, outside)
        case .rgb: sample(RGBPixel.self, into: &result, grid, size, outside)
        case .rgba: sample(RGBAPixel.self, into: &result, grid, size, outside)
        }
        return Bitmap(layout: layout, size: size, bytes: result)
    }

    /// The same picture with three samples of color.
    private var expandedToColor: Bitmap {
        var color: [UInt8] = []
        color.reserveCapacity(bytes.count / layout.channels * (layout.channels + 2))
        for pixel in stride(from: 0, to: bytes.count, by: layout.channels) {
            color.append(contentsOf: repeatElement(bytes[pixel], count: 3))
            if layout.hasAlpha { color.append(bytes[pixel + 1]) }
        }
        return Bitmap(layout: layout.hasAlpha ? .rgba : .rgb, size: size, bytes: color)
    }

    private func sample<P: SampledPixel>(
        _ pixel: P.Type, into result: inout [UInt8], _ grid: SamplingGrid, _ size: PixelSize, _ outside: RGBColor?
    ) {
        let source = bytes.span
        let side = self.size
        var target = result.mutableSpan
        var (columns, rows) = (AxisTaps(stretch: grid.stretch), AxisTaps(stretch: grid.stretch))
        let surroundings = outside.map(P.premultiplied)
        var to = 0
        for j in 0..<size.height {
            let start = grid.origin + Double(j) * grid.row
            for i in 0..<size.width {
                let point = start + Double(i) * grid.column
                columns.update(center: point.x, count: side.width)
                rows.update(center: point.y, count: side.height)
                let isInside = columns.isInside && rows.isInside
                var sum = SIMD4<Float>.zero
                for y in 0..<rows.count {
                    let row = isInside ? rows.first + y : min(max(rows.first + y, 0), side.height - 1)
                    var rowSum = SIMD4<Float>.zero
                    if isInside {
                        var from = (row * side.width + columns.first) * P.channels
                        for x in 0..<columns.count {
                            rowSum += columns.weights[x] * P.premultiplied(source, at: from)
                            from += P.channels
                        }
                    } else {
                        for x in 0..<columns.count {
                            let column = min(max(columns.first + x, 0), side.width - 1)
                            let isOutside = column != columns.first + x || row != rows.first + y
                            let from = (row * side.width + column) * P.channels
                            let samples = isOutside ? surroundings : nil
                            rowSum += columns.weights[x] * (samples ?? P.premultiplied(source, at: from))
                        }
                    }
                    sum += rows.weights[y] * rowSum
                }
                P.write(sum / (columns.sum * rows.sum), to: &target, at: to)
                to += P.channels
            }
        }
    }
}

/// The weights of one axis for one point.
private struct AxisTaps {
    /// The first pixel, and how many there are.
    private(set) var first = 0
    private(set) var count = 0
    /// Whether all of them lie in the picture.
    private(set) var isInside = false
    private(set) var weights: [Float]
    /// What the weights sum to.
    private(set) var sum: Float = 0
    private let inverseStretch: Double
    private let radius: Double

    init(stretch: Double) {
        inverseStretch = 1 / stretch
        radius = 2 * stretch
        weights = [Float](repeating: 0, count: Int(2 * radius) + 2)
    }

    @inline(__always)
    mutating func update(center: Double, count side: Int) {
        // Further out, everything is outside and stays so; and the number fits an integer.
        let center = max(-radius - 1, min(Double(side) + radius + 1, center))
        let (low, high) = (center - radius - 0.5, center + radius - 0.5)
        // Conversion cuts off towards zero: the smallest integer that is not less, and the largest that is not more.
        first = Int(low)
        if Double(first) < low { first += 1 }
        var last = Int(high)
        if Double(last) > high { last -= 1 }
        count = last - first + 1
        isInside = first >= 0 && last < side
        sum = 0
        var distance = (Double(first) + 0.5 - center) * inverseStretch
        for tap in 0..<count {
            let weight = Float(ResamplingFilter.catmullrom.weight(at: distance))
            weights[tap] = weight
            sum += weight
            distance += inverseStretch
        }
    }
}

// MARK: Layouts

/// A layout of pixels as a type, so that the compiler makes a loop of its own for each. In this file, for only here it can look inside.
///
/// Premultiplied are color × alpha in the first three numbers and alpha in the last; without alpha, the color itself.
private protocol SampledPixel {
    static var channels: Int { get }
    static func premultiplied(_ source: borrowing Span<UInt8>, at index: Int) -> SIMD4<Float>
    static func premultiplied(_ color: RGBColor) -> SIMD4<Float>
    /// Writes a pixel to where there are zeros.
    static func write(_ premultiplied: SIMD4<Float>, to target: inout MutableSpan<UInt8>, at index: Int)
}

extension SampledPixel {
    static func premultiplied(_ color: RGBColor) -> SIMD4<Float> {
        let opaque = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 1)
        return channels % 2 == 0 ? opaque * 255 : opaque
    }
}

private enum GrayPixel: SampledPixel {
    static var channels: Int { 1 }

    static func premultiplied(_ source: borrowing Span<UInt8>, at index: Int) -> SIMD4<Float> {
        SIMD4(Float(source[index]), 0, 0, 0)
    }

    static func write(_ premultiplied: SIMD4<Float>, to target: inout MutableSpan<UInt8>, at index: Int) {
        target[index] = rounded(premultiplied.x)
    }
}

private enum GrayAlphaPixel: SampledPixel {
    static var channels: Int { 2 }

    static func premultiplied(_ source: borrowing Span<UInt8>, at index: Int) -> SIMD4<Float> {
        let alpha = Float(source[index + 1])
        return SIMD4(Float(source[index]) * alpha, 0, 0, alpha)
    }

    static func write(_ premultiplied: SIMD4<Float>, to target: inout MutableSpan<UInt8>, at index: Int) {
        guard isVisible(premultiplied) else { return }
        target[index] = rounded(premultiplied.x / premultiplied.w)
        target[index + 1] = rounded(premultiplied.w)
    }
}

private enum RGBPixel: SampledPixel {
    static var channels: Int { 3 }

    static func premultiplied(_ source: borrowing Span<UInt8>, at index: Int) -> SIMD4<Float> {
        SIMD4(Float(source[index]), Float(source[index + 1]), Float(source[index + 2]), 0)
    }

    static func write(_ premultiplied: SIMD4<Float>, to target: inout MutableSpan<UInt8>, at index: Int) {
        target[index] = rounded(premultiplied.x)
        target[index + 1] = rounded(premultiplied.y)
        target[index + 2] = rounded(premultiplied.z)
    }
}

private enum RGBAPixel: SampledPixel {
    static var channels: Int { 4 }

    static func premultiplied(_ source: borrowing Span<UInt8>, at index: Int) -> SIMD4<Float> {
        let color = SIMD4(Float(source[index]), Float(source[index + 1]), Float(source[index + 2]), 1)
        return color * Float(source[index + 3])
    }

    static func write(_ premultiplied: SIMD4<Float>, to target: inout MutableSpan<UInt8>, at index: Int) {
        guard isVisible(premultiplied) else { return }
        let color = premultiplied / premultiplied.w
        target[index] = rounded(color.x)
        target[index + 1] = rounded(color.y)
        target[index + 2] = rounded(color.z)
        target[index + 3] = rounded(premultiplied.w)
    }
}

/// Less than half a step of alpha is none, and nothing has no color.
private func isVisible(_ premultiplied: SIMD4<Float>) -> Bool { premultiplied.w >= 0.5 }

private func rounded(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
