extension RowResampler {
    /// A row of 16-bit samples into the window of floats.
    ///
    /// Safety: a row of the source readable at `row`.
    mutating func widenDeep(_ row: UnsafePointer<UInt8>, row index: Int) {
        _ = window.prepare(bandRows: 1)
        window.append(row: index)
        let offset = columns.lowerBound * layout.channels * depth.bytes
        unsafe Resampling.widenDeep(
            UnsafeRawPointer(row) + offset, columns.count, layout, light,
            floatRows.base + window.slot(ofRow: index) * floatStride)
    }

    /// Makes every output row whose source rows are in the window of floats: as the passes over words, without their rounding.
    mutating func produceFromFloats() {
        let origin = vertical.coverage.lowerBound
        while !isComplete {
            let rows = sourceRows(from: outputRow)
            guard origin + rows.upperBound <= sourceRow else { return }
            let pointers = unsafe rowPointers.floats
            for (index, row) in rows.enumerated() {
                unsafe pointers[index] = UnsafePointer(floatRows.base) + window.slot(ofRow: origin + row) * floatStride
            }
            let middle = unsafe middleFloats.base
            unsafe verticalFloatWeights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress else { return }
                unsafe verticalFloats(
                    pointers, weights + outputRow * vertical.stride, rows.count, samples, middle)
            }
            unsafe finishFloats(middle)
        }
    }

    /// The horizontal pass of one row, its rounding and its place in the result.
    ///
    /// Safety: a row of floats readable at `row`, and three more.
    private mutating func finishFloats(_ row: UnsafePointer<Float>) {
        let (channels, width, light, layout) = (layout.channels, outputSize.width, light, layout)
        let result = unsafe resultFloats.base
        unsafe horizontal.firsts.withUnsafeBufferPointer { firsts in
            unsafe horizontal.counts.withUnsafeBufferPointer { counts in
                unsafe horizontalFloatWeights.withUnsafeBufferPointer { weights in
                    guard let firsts = firsts.baseAddress, let counts = counts.baseAddress,
                        let weights = weights.baseAddress
                    else { return }
                    unsafe horizontalFloats(
                        row, channels: channels, firsts, counts, weights, horizontal.stride, width, result)
                }
            }
        }
        let start = outputRow * width * channels
        unsafe deepOutput.withUnsafeMutableBufferPointer { output in
            guard let out = unsafe output.baseAddress.map({ unsafe $0 + start }) else { return }
            unsafe storeDeep(result, width, layout, light, out)
        }
        outputRow += 1
    }
}
