extension DeepBitmap {
    /// The means of the cells of a grid over a picture of 8 bits, times 256: what a very small copy of it shows, with 8 fraction bits.
    ///
    /// Exact integer arithmetic: the means of a cell do not depend on how the picture is turned. What is transparent shows the
    /// background, and the result has no alpha. Cost: each sample of the cells once.
    ///
    /// - Parameters:
    ///   - samples: rows from the top, `stride` samples apart.
    ///   - layout: the samples of each pixel.
    ///   - columns: the columns of each column of cells. Cells may overlap; none is empty.
    ///   - rows: the rows of each row of cells, at most 65536 of them in each.
    /// - Precondition: every cell lies in the samples.
    public init(
        cellMeansOf samples: Span<UInt8>, layout: PixelLayout, stride: Int, columns: [Range<Int>], rows: [Range<Int>],
        background: RGBColor
    ) {
        var sums = ColumnSums(layout: layout, columns: columns)
        self = sums.means(columns: columns, rows: rows, background: background) { sums, row in
            sums.add(samples.extracting(row * stride..<row * stride + sums.count))
        }
    }

    /// The same of a picture of 16 bits, whose samples are rounded to 8 first.
    public init(
        cellMeansOf samples: Span<UInt16>, layout: PixelLayout, stride: Int, columns: [Range<Int>], rows: [Range<Int>],
        background: RGBColor
    ) {
        var sums = ColumnSums(layout: layout, columns: columns)
        var rounded = [UInt8](repeating: 0, count: sums.count)
        self = sums.means(columns: columns, rows: rows, background: background) { sums, row in
            let start = row * stride
            for index in rounded.indices {
                rounded[index] = samples[start + index].rounded
            }
            sums.add(rounded.span)
        }
    }
}

/// The sums of some rows of a picture, sample by sample: colors times alpha where there is one.
private struct ColumnSums {
    private let layout: PixelLayout
    private var sums: [UInt32]

    init(layout: PixelLayout, columns: [Range<Int>]) {
        self.layout = layout
        sums = [UInt32](repeating: 0, count: (columns.map(\.upperBound).max() ?? 0) * layout.channels)
    }

    /// Samples of a row.
    var count: Int { sums.count }

    mutating func add(_ row: Span<UInt8>) {
        let (channels, hasAlpha) = (layout.channels, layout.hasAlpha)
        let count = min(row.count, sums.count)
        var sums = sums.mutableSpan
        guard hasAlpha else {
            for index in 0..<count { sums[index] &+= UInt32(row[index]) }
            return
        }
        for pixel in stride(from: 0, to: count, by: channels) {
            let alpha = UInt32(row[pixel + channels - 1])
            for channel in pixel..<pixel + channels - 1 { sums[channel] &+= UInt32(row[channel]) * alpha }
            sums[pixel + channels - 1] &+= alpha
        }
    }

    /// Adds the rows of each row of cells by `add`, and divides.
    mutating func means(
        columns: [Range<Int>], rows: [Range<Int>], background: RGBColor, add: (inout ColumnSums, Int) -> Void
    ) -> DeepBitmap {
        let colors = layout.channels - (layout.hasAlpha ? 1 : 0)
        var samples: [UInt16] = []
        samples.reserveCapacity(columns.count * rows.count * colors)
        for band in rows {
            for index in sums.indices { sums[index] = 0 }
            for row in band { add(&self, row) }
            for column in columns {
                let pixels = UInt64(column.count * band.count)
                for color in 0..<colors {
                    samples.append(mean(column, color, of: pixels, over: background.sample(color, of: colors)))
                }
            }
        }
        return DeepBitmap(
            layout: colors == 1 ? .gray : .rgb, size: PixelSize(width: columns.count, height: rows.count),
            samples: samples)
    }

    private func mean(_ columns: Range<Int>, _ color: Int, of pixels: UInt64, over background: UInt64) -> UInt16 {
        let sum = sum(columns, color)
        guard layout.hasAlpha else { return UInt16((sum * 256 + pixels / 2) / pixels) }
        let whole = pixels * 255
        let covered = sum + (whole - self.sum(columns, layout.channels - 1)) * background
        return UInt16((covered * 256 + whole / 2) / whole)
    }

    private func sum(_ columns: Range<Int>, _ channel: Int) -> UInt64 {
        var sum: UInt64 = 0
        for column in columns { sum += UInt64(sums[column * layout.channels + channel]) }
        return sum
    }
}

extension RGBColor {
    /// One of three colors, or the luma (ITU-R BT.601) where there is but one.
    fileprivate func sample(_ color: Int, of colors: Int) -> UInt64 {
        guard colors == 3 else { return (77 * UInt64(red) + 150 * UInt64(green) + 29 * UInt64(blue) + 128) >> 8 }
        return [UInt64(red), UInt64(green), UInt64(blue)][color]
    }
}
