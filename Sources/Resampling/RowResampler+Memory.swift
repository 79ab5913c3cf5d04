extension RowResampler {
    /// The columns that take part.
    var columns: Range<Int> { horizontal.coverage }
    /// The samples of a row that take part.
    var samples: Int { horizontal.coverage.count * layout.channels }
    /// Output rows of one step of the vertical pass. Of bytes two of them share the work on their source rows.
    var rowsAtOnce: Int { path == .bytes ? 2 : 1 }

    /// The source rows, counted in the coverage, of the step that begins with output row `first`.
    func sourceRows(from first: Int) -> Range<Int> {
        let last = min(first + rowsAtOnce, outputSize.height) - 1
        let start = min(vertical.firsts[first], vertical.firsts[last])
        let end = max(vertical.firsts[first] + vertical.counts[first], vertical.firsts[last] + vertical.counts[last])
        return Int(start)..<Int(end)
    }

    /// Makes room for everything but the source rows that are filtered as they come.
    mutating func reserveRows() {
        rowPointers.reserve(span)
        switch path {
        case .copy: break
        case .bytes: reserveWords()
        case .words:
            reserveWords()
            wordStride = oddLines(bytes: samples * 2) / 2
            window.reset(span: span, bandRows: 1)
            wordRows.reserve(window.slotCount * wordStride)
        case .floats:
            vertical.updateFloats(&verticalFloatWeights)
            horizontal.updateFloats(&horizontalFloatWeights)
            floatStride = oddLines(bytes: samples * 4) / 4
            window.reset(span: span, bandRows: 1)
            floatRows.reserve(window.slotCount * floatStride)
            // Kernels take four samples at once, up to three of them behind the last pixel.
            middleFloats.reserve(samples + 3)
            resultFloats.reserve(outputSize.width * layout.channels + 3)
        }
    }

    /// Makes room for what lies between the two integer passes, and behind them.
    private mutating func reserveWords() {
        // Kernels read whole vectors of 8 taps, past the last column: those products have weights of 0.
        middleStride = roundUp(samples + horizontal.stride, to: 32)
        planeStride = roundUp(columns.count + horizontal.stride, to: 32)
        sumStride = roundUp(outputSize.width, to: 16)
        middleRows.reserve(2 * middleStride)
        planes.reserve(layout.channels * planeStride)
        sums.reserve(layout.channels * sumStride)
        verticalWeights.reserve(span)
    }

    /// Makes room for bands of rows of `rowBytes`, and for the rows that are kept of earlier bands.
    mutating func reserveWindow(rowBytes: Int) {
        byteStride = oddLines(bytes: rowBytes)
        if path == .bytes { window.reset(span: span, bandRows: bandRows) }
        byteRows.reserve((path == .bytes ? window.slotCount : bandRows) * byteStride)
    }

    /// The most source rows of one step of the vertical pass, rounded up to pairs.
    private var span: Int {
        let steps = stride(from: 0, to: outputSize.height, by: rowsAtOnce)
        return roundUp(steps.map { sourceRows(from: $0).count }.max() ?? 0, to: 2)
    }
}

private func roundUp(_ value: Int, to unit: Int) -> Int { (value + unit - 1) / unit * unit }

/// `bytes` rounded up to an odd number of cache lines: rows a multiple of 4096 bytes apart would all share a few lines of the
/// first-level cache.
private func oddLines(bytes: Int) -> Int { ((bytes + 63) / 64 | 1) * 64 }
