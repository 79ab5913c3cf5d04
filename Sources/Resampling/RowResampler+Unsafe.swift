extension RowResampler {
    /// Memory for the next rows of the source, `bandRows` of them `stride` bytes apart.
    ///
    /// Each row has the `rowBytes` writable bytes that `begin` was told. Valid until the next call of any other method.
    /// Cost: constant.
    public mutating func prepareBand() -> (rows: UnsafeMutablePointer<UInt8>, stride: Int) {
        precondition(bandRows > 0, "no picture was begun")
        if path == .bytes {
            let slot = window.prepare(bandRows: bandRows)
            return unsafe (byteRows.base + slot * byteStride, byteStride)
        }
        return unsafe (byteRows.base, byteStride)
    }

    /// Takes `count` rows that were written to the memory of `prepareBand`, and makes every output row that can now be made.
    public mutating func commitBand(rows count: Int) {
        precondition(count >= 0 && count <= bandRows, "a band has at most \(bandRows) rows")
        precondition(sourceRow + count <= sourceSize.height, "more rows than the source has")
        let band = unsafe prepareBand()
        for index in 0..<count {
            let row = sourceRow
            sourceRow += 1
            if isComplete { continue }
            if path == .bytes {
                window.append(row: row)
            } else if row >= neededRows.lowerBound {
                unsafe take(band.rows + index * band.stride, row: row)
            }
        }
        if path == .bytes { unsafe produce(memory: nil, stride: 0) }
    }

    /// Takes all rows of a source of 8 bits at once, from memory where they lie `stride` bytes apart, without copying them.
    ///
    /// - Precondition: `rows` has a place for every row; the last one may end with its last sample.
    public mutating func commitAll(_ rows: Span<UInt8>, stride: Int) {
        precondition(depth == .eight, "the source was begun with samples of 16 bits")
        unsafe rows.withUnsafeBytes { rows in unsafe commitAll(rows, byteStride: stride) }
    }

    /// The same for a source of 16 bits; `stride` is in samples.
    public mutating func commitAll(_ rows: Span<UInt16>, stride: Int) {
        precondition(depth == .sixteen, "the source was begun with samples of 8 bits")
        unsafe rows.withUnsafeBytes { rows in unsafe commitAll(rows, byteStride: 2 * stride) }
    }

    /// Safety: the rows stay where they are during the call.
    private mutating func commitAll(_ rows: UnsafeRawBufferPointer, byteStride: Int) {
        let rowBytes = sourceSize.width * layout.channels * depth.bytes
        precondition(sourceRow == 0 && !isComplete, "rows were committed before")
        precondition(byteStride >= rowBytes, "the rows overlap")
        precondition(
            rows.count >= byteStride * (sourceSize.height - 1) + rowBytes, "the source is shorter than its size")
        guard let base = unsafe rows.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
        sourceRow = sourceSize.height
        if path == .bytes { return unsafe produce(memory: base, stride: byteStride) }
        for row in neededRows {
            sourceRow = row + 1
            unsafe take(base + row * byteStride, row: row)
        }
    }

    // MARK: - Rows

    /// Takes one row of those that are not filtered as they come, and makes every output row that can now be made.
    ///
    /// Safety: row `index` of the source readable at `row`.
    private mutating func take(_ row: UnsafePointer<UInt8>, row index: Int) {
        switch path {
        case .copy: unsafe copy(row)
        case .bytes: preconditionFailure("bytes are filtered where they lie")
        case .words:
            unsafe widen(row, row: index)
            produceFromWords()
        case .floats:
            unsafe widenDeep(row, row: index)
            produceFromFloats()
        }
    }

    /// Safety: a row of the source readable at `row`.
    private mutating func copy(_ row: UnsafePointer<UInt8>) {
        let count = samples * depth.bytes
        let start = outputRow * count
        let source = unsafe UnsafeRawBufferPointer(
            start: row + columns.lowerBound * layout.channels * depth.bytes, count: count)
        func put(_ output: UnsafeMutableRawBufferPointer) {
            unsafe UnsafeMutableRawBufferPointer(rebasing: output[start..<start + count]).copyMemory(from: source)
        }
        switch depth {
        case .eight: unsafe output.withUnsafeMutableBytes { unsafe put($0) }
        case .sixteen: unsafe deepOutput.withUnsafeMutableBytes { unsafe put($0) }
        }
        outputRow += 1
    }

    /// A row of bytes into the window of words: premultiplied where it has alpha, as light where that is averaged.
    ///
    /// Safety: a row of the source readable at `row`.
    private mutating func widen(_ row: UnsafePointer<UInt8>, row index: Int) {
        _ = window.prepare(bandRows: 1)
        window.append(row: index)
        let target = unsafe wordRows.base + window.slot(ofRow: index) * wordStride
        let source = unsafe row + columns.lowerBound * layout.channels
        if light == .linear {
            unsafe linearize(source, columns.count, layout, target)
        } else if layout == .rgba {
            unsafe kernels.premultiply(source, columns.count, target)
        } else {
            unsafe premultiplyGrayAlpha(source, columns.count, target)
        }
    }
}
