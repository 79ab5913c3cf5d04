extension RowResampler {
    /// Makes every output row whose 8-bit source rows are there: in the window, or in `memory`.
    ///
    /// Safety: all rows of the source readable at `memory`, `stride` bytes apart, unless it is nil.
    mutating func produce(memory: UnsafePointer<UInt8>?, stride: Int) {
        let origin = vertical.coverage.lowerBound
        let offset = columns.lowerBound * layout.channels
        while !isComplete {
            let rows = sourceRows(from: outputRow)
            guard origin + rows.upperBound <= sourceRow else { return }
            let pairs = (rows.count + 1) / 2
            let pointers = unsafe rowPointers.bytes
            for index in 0..<2 * pairs {
                // An odd last row is paired with itself, the second time with weight 0.
                let row = origin + min(rows.lowerBound + index, rows.upperBound - 1)
                if let memory = unsafe memory {
                    unsafe pointers[index] = memory + (row * stride + offset)
                } else {
                    unsafe pointers[index] =
                        UnsafePointer(byteRows.base) + (window.slot(ofRow: row) * byteStride + offset)
                }
            }
            let isPair = outputRow + 1 < outputSize.height
            let weights = unsafe verticalWeights.base
            for pair in 0..<pairs {
                let row = rows.lowerBound + 2 * pair
                unsafe weights[2 * pair] = pairOfWeights(output: outputRow, row: row)
                unsafe weights[2 * pair + 1] = isPair ? pairOfWeights(output: outputRow + 1, row: row) : 0
            }
            let middle = unsafe middleRows.base
            unsafe kernels.verticalBytes(
                pointers, pairs, pairsOfBoth(pairs: pairs, firstRow: rows.lowerBound, isPair: isPair), weights,
                Int32(vertical.precision - Self.fractionBits), samples, middle, middle + middleStride)
            unsafe finishRow(middle)
            if isPair { unsafe finishRow(middle + middleStride) }
        }
    }

    /// Makes every output row whose source rows are in the window of words.
    mutating func produceFromWords() {
        let origin = vertical.coverage.lowerBound
        while !isComplete {
            let rows = sourceRows(from: outputRow)
            guard origin + rows.upperBound <= sourceRow else { return }
            let pairs = (rows.count + 1) / 2
            let pointers = unsafe rowPointers.words
            for index in 0..<2 * pairs {
                let row = origin + min(rows.lowerBound + index, rows.upperBound - 1)
                unsafe pointers[index] = UnsafePointer(wordRows.base) + window.slot(ofRow: row) * wordStride
            }
            let weights = unsafe verticalWeights.base
            for pair in 0..<pairs {
                unsafe weights[pair] = pairOfWeights(output: outputRow, row: rows.lowerBound + 2 * pair)
            }
            unsafe kernels.verticalWords(
                pointers, pairs, weights, Int32(vertical.precision), samples, middleRows.base)
            unsafe finishRow(middleRows.base)
        }
    }

    /// The weights that two rows, counted in the coverage, have in an output row.
    private func pairOfWeights(output: Int, row: Int) -> Int32 {
        let tap = row - Int(vertical.firsts[output])
        let taps = 0..<Int(vertical.counts[output])
        let base = output * vertical.stride
        return packedPair(
            taps.contains(tap) ? vertical.weights[base + tap] : 0,
            taps.contains(tap + 1) ? vertical.weights[base + tap + 1] : 0)
    }

    /// The pairs of rows that have weights in both output rows of the step; all before are of the first one alone.
    private func pairsOfBoth(pairs: Int, firstRow: Int, isPair: Bool) -> Range<Int> {
        guard isPair else { return pairs..<pairs }
        let endOfFirst = Int(vertical.firsts[outputRow] + vertical.counts[outputRow]) - firstRow
        let startOfSecond = Int(vertical.firsts[outputRow + 1]) - firstRow
        let end = (endOfFirst + 1) / 2
        return min(startOfSecond / 2, end)..<end
    }

    /// The horizontal pass of one row, its rounding and its place in the result.
    ///
    /// Safety: `middleStride` readable elements at `row`.
    private mutating func finishRow(_ row: UnsafePointer<Int16>) {
        let channels = layout.channels
        var plane = unsafe row
        if channels > 1 {
            unsafe kernels.deinterleave(row, columns.count, channels, planes.base, planeStride)
            unsafe plane = UnsafePointer(planes.base)
        }
        let sums = unsafe self.sums.base
        let (width, hasAlpha, sumStride) = (outputSize.width, layout.hasAlpha, self.sumStride)
        unsafe horizontal.firsts.withUnsafeBufferPointer { firsts in
            unsafe horizontal.weights.withUnsafeBufferPointer { weights in
                guard let firsts = firsts.baseAddress, let weights = weights.baseAddress else { return }
                for channel in 0..<channels {
                    unsafe kernels.horizontal(
                        plane + channel * planeStride, firsts, weights, horizontal.stride, width,
                        sums + channel * sumStride)
                }
            }
        }
        let precision = Int32(horizontal.precision)
        let shift = precision + Int32(Self.fractionBits)
        let start = outputRow * width * channels
        let light = light
        unsafe output.withUnsafeMutableBufferPointer { output in
            guard let out = unsafe output.baseAddress.map({ unsafe $0 + start }) else { return }
            switch (light, hasAlpha) {
            case (.encoded, false):
                unsafe storeRounded(sums, sumStride, width, channels: channels, shift: shift, out: out)
            case (.encoded, true):
                unsafe storeDivided(sums, sumStride, width, channels: channels, shift: shift, out: out)
            case (.linear, false):
                unsafe storeEncoded(sums, sumStride, width, channels: channels, precision: precision, out: out)
            case (.linear, true):
                unsafe storeDividedEncoded(sums, sumStride, width, channels: channels, precision: precision, out: out)
            }
        }
        outputRow += 1
    }
}
