extension Bitmap {
    /// The picture at the points of a grid, by the cubic of Catmull and Rom (B = 0, C = 1/2) along the axes of this picture, stretched
    /// where the grid is coarser than its pixels. Transparent pixels have no color: what they hide has no influence.
    ///
    /// Points that are centers of pixels give those pixels, bit for bit, where the steps are no longer than a pixel. Doubles without fused
    /// operations: every platform computes the same bytes. Cost: 16 pixels of the source for each of the result, and more by the
    /// square of the stretch; a grid more than twice as coarse as the source is better served by a source that was reduced before.
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
        case .gray: sample(into: &result, grid, size, outside, channels: 1, hasAlpha: false)
        case .grayAlpha: sample(into: &result, grid, size, outside, channels: 2, hasAlpha: true)
        case .rgb: sample(into: &result, grid, size, outside, channels: 3, hasAlpha: false)
        case .rgba: sample(into: &result, grid, size, outside, channels: 4, hasAlpha: true)
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

    @inline(__always)
    private func sample(
        into result: inout [UInt8], _ grid: SamplingGrid, _ size: PixelSize, _ outside: RGBColor?, channels: Int,
        hasAlpha: Bool
    ) {
        let source = bytes.span
        var target = result.mutableSpan
        var (columns, rows) = (AxisTaps(stretch: grid.stretch), AxisTaps(stretch: grid.stretch))
        let surroundings = outside.map { Samples($0, channels: channels, hasAlpha: hasAlpha) }
        var to = 0
        for j in 0..<size.height {
            let start = grid.origin + Double(j) * grid.row
            for i in 0..<size.width {
                let point = start + Double(i) * grid.column
                columns.update(center: point.x, count: self.size.width)
                rows.update(center: point.y, count: self.size.height)
                var sum = SIMD4<Double>.zero
                for y in rows.range {
                    let row = min(max(y, 0), self.size.height - 1)
                    var rowSum = SIMD4<Double>.zero
                    for x in columns.range {
                        let column = min(max(x, 0), self.size.width - 1)
                        let samples: Samples
                        if let surroundings, x != column || y != row {
                            samples = surroundings
                        } else {
                            let from = (row * self.size.width + column) * channels
                            samples = Samples(source, at: from, channels: channels, hasAlpha: hasAlpha)
                        }
                        rowSum += columns[x] * samples.premultiplied
                    }
                    sum += rows[y] * rowSum
                }
                Samples(premultiplied: sum / (columns.sum * rows.sum), hasAlpha: hasAlpha)
                    .write(to: &target, at: to, channels: channels)
                to += channels
            }
        }
    }
}

/// The samples of one pixel, multiplied by its alpha where it has one: color × alpha, and alpha last.
private struct Samples {
    var premultiplied: SIMD4<Double>
    private var hasAlpha = false

    @inline(__always)
    init(_ source: borrowing Span<UInt8>, at index: Int, channels: Int, hasAlpha: Bool) {
        premultiplied = .zero
        for channel in 0..<channels { premultiplied[channel] = Double(source[index + channel]) }
        guard hasAlpha else { return }
        let alpha = premultiplied[channels - 1]
        premultiplied *= alpha
        premultiplied[3] = alpha
    }

    init(_ color: RGBColor, channels: Int, hasAlpha: Bool) {
        premultiplied = SIMD4(Double(color.red), Double(color.green), Double(color.blue), 0)
        guard hasAlpha else { return }
        premultiplied *= 255
        premultiplied[3] = 255
    }

    @inline(__always)
    init(premultiplied: SIMD4<Double>, hasAlpha: Bool) {
        self.premultiplied = premultiplied
        self.hasAlpha = hasAlpha
    }

    @inline(__always)
    func write(to target: inout MutableSpan<UInt8>, at index: Int, channels: Int) {
        let alpha = hasAlpha ? premultiplied[3] : 1
        // Less than half a step of alpha is none, and nothing has no color.
        guard !hasAlpha || alpha >= 0.5 else { return }
        for channel in 0..<(hasAlpha ? channels - 1 : channels) {
            target[index + channel] = rounded(premultiplied[channel] / alpha)
        }
        if hasAlpha { target[index + channels - 1] = rounded(alpha) }
    }

    @inline(__always)
    private func rounded(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
}

/// The weights of one axis for one point.
private struct AxisTaps {
    private(set) var range = 0..<0
    /// What the weights sum to.
    private(set) var sum = 0.0
    private var weights: [Double]
    private let stretch: Double
    private let radius: Double

    init(stretch: Double) {
        self.stretch = stretch
        radius = 2 * stretch
        weights = [Double](repeating: 0, count: Int(2 * radius) + 2)
    }

    subscript(position: Int) -> Double {
        @inline(__always) get { weights[position - range.lowerBound] }
    }

    @inline(__always)
    mutating func update(center: Double, count: Int) {
        // Further out, everything is outside and stays so; and the number fits an integer.
        let center = max(-radius - 1, min(Double(count) + radius + 1, center))
        let first = Int((center - radius - 0.5).rounded(.up))
        let end = Int((center + radius - 0.5).rounded(.down)) + 1
        range = first..<end
        sum = 0
        for position in range {
            let weight = ResamplingFilter.catmullrom.weight(at: (Double(position) + 0.5 - center) / stretch)
            weights[position - first] = weight
            sum += weight
        }
    }
}
