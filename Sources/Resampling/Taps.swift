/// Which source pixels make each output pixel of one axis, and with which integer weights.
///
/// Output `i` is the sum over `k < counts[i]` of source pixel `firsts[i] + k` times `weights[i * stride + k]`, divided by
/// 2^`precision`. The weights of each output sum to exactly 2^`precision`, so a constant picture stays constant. Pixels are
/// counted from the first one that the interval covers; `coverage` says where in the source that is.
///
/// Everything is computed relative to the coverage. That makes cropping and then resizing the same, bit for bit, as
/// resizing with the crop as the box.
struct Taps {
    /// The source pixels that take part.
    private(set) var coverage = 0..<0
    /// Output pixels.
    private(set) var outputCount = 0
    /// Fraction bits of the weights, the same for the whole axis.
    private(set) var precision = 0
    /// The first source pixel of each output, relative to the coverage.
    private(set) var firsts: [Int32] = []
    /// The number of taps of each output.
    private(set) var counts: [Int32] = []
    /// `stride` weights for each output, those past `counts` 0.
    private(set) var weights: [Int16] = []
    /// The most taps of one output, rounded up to a multiple of 8 so that kernels need no remainder loop.
    private(set) var stride = 0
    /// Whether every output is a copy of one source pixel.
    private(set) var isIdentity = false
    /// The largest magnitude that an output can have for sources of magnitude `inputLimit`.
    private(set) var outputLimit = 0.0

    /// What the tables were made for.
    private var key: Key?
    private var exact: [Double] = []
    private var exactStride = 0

    private struct Key: Equatable {
        var interval: Interval
        var source: Range<Int>
        var outputCount: Int
        var filter: ResamplingFilter
        var inputLimit: Double
        var sharpening: Double
    }

    /// Makes the tables for resampling `interval` of the pixels `source` to `outputCount` pixels.
    ///
    /// Memory is reused, and so are the tables when nothing changed. Cost: proportional to `outputCount` times the taps.
    ///
    /// - Parameters:
    ///   - inputLimit: the largest magnitude of a source sample, as the kernel sees it; with it no 32-bit sum of products
    ///     overflows.
    ///   - sharpening: `k` of a filter [-k, 1 + 2k, -k] over the source, which the weights take in.
    mutating func update(
        interval: Interval, source: Range<Int>, outputCount: Int, filter: ResamplingFilter, inputLimit: Double,
        sharpening: Double = 0
    ) {
        let key = Key(
            interval: interval, source: source, outputCount: outputCount, filter: filter,
            inputLimit: inputLimit, sharpening: sharpening)
        guard key != self.key else { return }
        self.key = key
        self.outputCount = outputCount
        coverage = interval.coveredPixels(in: source)
        let local = interval.relative(to: coverage.lowerBound)
        isIdentity = local.start == 0 && local.length == Double(outputCount) && coverage.count == outputCount

        let support = isIdentity ? 0.5 : max(local.length / Double(outputCount), 1) * filter.radius
        exactStride = min(Int(2 * support) + (sharpening == 0 ? 3 : 5), coverage.count)
        firsts.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        exact.removeAll(keepingCapacity: true)
        exact.reserveCapacity(exactStride * outputCount)
        if isIdentity {
            for i in 0..<outputCount { append(first: i, weights: CollectionOfOne(1), stride: exactStride) }
        } else {
            appendExactWeights(
                local, filter: filter, support: support, sharpening: sharpening, stride: exactStride)
        }
        quantize(exactStride: exactStride, inputLimit: inputLimit)
    }

    /// The weights of an output before they were made integers.
    func exactWeights(ofOutput output: Int) -> ArraySlice<Double> {
        exact[output * exactStride..<output * exactStride + Int(counts[output])]
    }

    private mutating func append(first: Int, weights: some Collection<Double>, stride: Int) {
        firsts.append(Int32(first))
        counts.append(Int32(weights.count))
        exact.append(contentsOf: weights)
        exact.append(contentsOf: repeatElement(0, count: stride - weights.count))
    }

    /// The normalized weights of each output, as Pillow defines them, cut to the covered pixels.
    ///
    /// An output whose center lies beyond them is that of the nearest place that they cover. There, half of the filter lies on pixels;
    /// further out only its tails would, whose positive and negative parts may sum to next to nothing, and no sum near 0 can be
    /// scaled up to 1.
    private mutating func appendExactWeights(
        _ local: Interval, filter: ResamplingFilter, support: Double, sharpening: Double, stride: Int
    ) {
        let scale = local.length / Double(outputCount)
        let inverse = 1 / max(scale, 1)
        let covered = coverage.count
        // An interval in the middle of its coverage gives tables that are their own mirror image, to the last bit: the
        // second half is copied from the first, for its sums would be rounded differently.
        let isSymmetric = (local.start + local.start + local.length - Double(covered)).magnitude < 1e-9
        var buffer: [Double] = []
        buffer.reserveCapacity(stride)
        for i in 0..<outputCount {
            let mirror = outputCount - 1 - i
            if isSymmetric && mirror < i {
                let count = Int(counts[mirror])
                // Copied out first: a slice that is still held would make each append copy the whole table.
                buffer.removeAll(keepingCapacity: true)
                for k in (mirror * stride..<mirror * stride + count).reversed() { buffer.append(exact[k]) }
                append(first: covered - Int(firsts[mirror]) - count, weights: buffer, stride: stride)
                continue
            }
            let center = min(max(local.start + (Double(i) + 0.5) * scale, 0), Double(covered))
            var first = min(Int(max(center - support, 0)), covered - 1)
            let end = min(Int(center + support) + 1, covered)
            buffer.removeAll(keepingCapacity: true)
            var sum = 0.0
            for j in first..<max(end, first + 1) {
                let weight = filter.weight(at: (Double(j) + 0.5 - center) * inverse)
                if weight == 0 && buffer.isEmpty {
                    first = j + 1
                    continue
                }
                buffer.append(weight)
                sum += weight
            }
            while buffer.last == 0 { buffer.removeLast() }
            if isSymmetric && mirror == i { Self.symmetrize(&buffer) }
            for k in buffer.indices { buffer[k] /= sum }
            if sharpening != 0 { first = Self.sharpen(&buffer, by: sharpening, first: first, count: covered) }
            append(first: first, weights: buffer, stride: stride)
        }
    }

    /// Filters weights with [-k, 1 + 2k, -k], which is symmetric: the sums are those of a source that was filtered so. Beyond its ends that
    /// goes on with its last pixels.
    ///
    /// - Returns: the first pixel of the weights.
    private static func sharpen(_ row: inout [Double], by amount: Double, first: Int, count: Int) -> Int {
        let start = max(first - 1, 0)
        let end = min(first + row.count + 1, count)
        func weight(_ pixel: Int) -> Double { row.indices.contains(pixel - first) ? row[pixel - first] : 0 }
        let sharpened = (start..<end).map { pixel in
            // At an end the neighbor is the pixel itself.
            let before = weight(pixel == 0 ? 0 : pixel - 1)
            let after = weight(pixel == count - 1 ? pixel : pixel + 1)
            return (1 + 2 * amount) * weight(pixel) - amount * (before + after)
        }
        row = sharpened
        return start
    }

    private static func symmetrize(_ row: inout [Double]) {
        for k in 0..<row.count / 2 { row[row.count - 1 - k] = row[k] }
    }

    /// Turns the exact weights into integers of the largest precision that neither they nor the sums overflow.
    private mutating func quantize(exactStride: Int, inputLimit: Double) {
        var largest = 0.0
        var largestSum = 0.0
        for i in 0..<outputCount {
            var sum = 0.0
            for k in i * exactStride..<i * exactStride + Int(counts[i]) {
                largest = max(largest, exact[k].magnitude)
                sum += exact[k].magnitude
            }
            largestSum = max(largestSum, sum)
        }
        // Rounding adds up to one step to a weight: hence the margins.
        precision = 16
        while precision > 8 {
            let one = Double(1 << precision)
            let sum = largestSum * one + Double(exactStride)
            if largest * one <= 32_760 && sum * inputLimit + 64 * one < 2_147_483_647 { break }
            precision -= 1
        }
        outputLimit = inputLimit * (largestSum + Double(exactStride) / Double(1 << precision))

        stride = (Int(counts.max() ?? 1) + 7) / 8 * 8
        weights.removeAll(keepingCapacity: true)
        weights.reserveCapacity(stride * outputCount)
        let mirrored = isMirrored(exactStride: exactStride)
        for i in 0..<outputCount {
            let mirror = outputCount - 1 - i
            let count = Int(counts[i])
            let row = weights.count
            if mirrored && mirror < i {
                for k in 0..<count { weights.append(weights[mirror * stride + count - 1 - k]) }
            } else {
                let source = exact[i * exactStride..<i * exactStride + count]
                appendQuantized(source, isSymmetric: mirrored && mirror == i)
            }
            weights.append(contentsOf: repeatElement(0, count: row + stride - weights.count))
        }
    }

    private func isMirrored(exactStride: Int) -> Bool {
        // The middle one of an odd number of outputs must be its own mirror image. A single output has no other to tell by.
        (0..<(outputCount + 1) / 2).allSatisfy { i in
            let mirror = outputCount - 1 - i
            let count = Int(counts[i])
            return counts[mirror] == counts[i]
                && (mirror == i || Int(firsts[mirror]) == coverage.count - Int(firsts[i]) - count)
                && (0..<count).allSatisfy {
                    exact[i * exactStride + $0] == exact[mirror * exactStride + count - 1 - $0]
                }
        }
    }

    /// Rounds weights that sum to 1 so that they sum to 2^`precision`: what one rounding takes, the next tap gives back.
    private mutating func appendQuantized(_ row: ArraySlice<Double>, isSymmetric: Bool) {
        let one = Double(1 << precision)
        let start = weights.count
        // A symmetric row is rounded up to its middle and mirrored, else the error would run to one side.
        let pairs = row.count / 2
        var carry = 0.0
        var sum = 0
        for weight in isSymmetric ? row.prefix(pairs) : row {
            let exact = weight * one + carry
            let rounded = exact.rounded(.toNearestOrEven)
            carry = exact - rounded
            sum += Int(rounded)
            weights.append(Int16(rounded))
        }
        if isSymmetric {
            if row.count % 2 == 1 {
                weights.append(Int16((1 << precision) - 2 * sum))
            } else {
                weights[start + pairs - 1] += Int16((1 << precision) / 2 - sum)
            }
            for k in 0..<pairs { weights.append(weights[start + pairs - 1 - k]) }
        } else if sum != 1 << precision {
            let largest = (start..<weights.count).max { weights[$0] < weights[$1] } ?? start
            weights[largest] += Int16((1 << precision) - sum)
        }
    }
}
