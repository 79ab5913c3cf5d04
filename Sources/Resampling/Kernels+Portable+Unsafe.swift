// Plain loops over blocks of columns. The sums of a block stay in the first-level cache, and the inner loops are of the
// form that compilers vectorize well on every processor.

extension Kernels {
    static let portable = unsafe Kernels(
        verticalBytes: verticalBytesPortable, verticalWords: verticalWordsPortable, deinterleave: deinterleavePortable,
        horizontal: horizontalPortable)
}

private let blockColumns = 256

/// Safety: see `Kernels.VerticalBytes`.
private func verticalBytesPortable(
    _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ pairs: Int, _ both: Range<Int>, _ weights: UnsafePointer<Int32>,
    _ shift: Int32, _ columns: Int, _ out0: UnsafeMutablePointer<Int16>, _ out1: UnsafeMutablePointer<Int16>
) {
    unsafe verticalPortable(rows, 0..<both.upperBound, weights, 2, shift, columns, out0)
    unsafe verticalPortable(rows, both.lowerBound..<pairs, weights + 1, 2, shift, columns, out1)
}

/// Safety: see `Kernels.VerticalWords`.
private func verticalWordsPortable(
    _ rows: UnsafePointer<UnsafePointer<Int16>>, _ pairs: Int, _ weights: UnsafePointer<Int32>, _ shift: Int32,
    _ columns: Int, _ out: UnsafeMutablePointer<Int16>
) {
    unsafe verticalPortable(rows, 0..<pairs, weights, 1, shift, columns, out)
}

/// One output row of the given pairs of rows; the weights of a pair are `step` words apart.
///
/// Safety: as `Kernels.VerticalBytes` for one output.
@inline(__always)
private func verticalPortable<Sample: FixedWidthInteger>(
    _ rows: UnsafePointer<UnsafePointer<Sample>>, _ pairs: Range<Int>, _ weights: UnsafePointer<Int32>, _ step: Int,
    _ shift: Int32, _ columns: Int, _ out: UnsafeMutablePointer<Int16>
) {
    let half = Int32(1) << (shift &- 1)
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: blockColumns) { sums in
        guard let sums = sums.baseAddress else { return }
        var x = 0
        while x < columns {
            let count = min(blockColumns, columns &- x)
            for i in 0..<count { unsafe sums[i] = half }
            for pair in pairs {
                let even = unsafe rows[2 &* pair] + x
                let odd = unsafe rows[2 &* pair &+ 1] + x
                let word = unsafe weights[pair &* step]
                let evenWeight = Int32(Int16(truncatingIfNeeded: word))
                let oddWeight = word &>> 16
                for i in 0..<count {
                    unsafe sums[i] &+=
                        Int32(truncatingIfNeeded: even[i]) &* evenWeight &+ Int32(truncatingIfNeeded: odd[i])
                        &* oddWeight
                }
            }
            for i in 0..<count {
                let value = unsafe sums[i] &>> shift
                unsafe out[x &+ i] = Int16(
                    truncatingIfNeeded: value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value)
            }
            x &+= count
        }
    }
}

/// Safety: see `Kernels.Deinterleave`.
private func deinterleavePortable(
    _ row: UnsafePointer<Int16>, _ columns: Int, _ channels: Int, _ planes: UnsafeMutablePointer<Int16>,
    _ planeStride: Int
) {
    // The steps must be constants for the compiler to load and shuffle whole vectors.
    let (p0, p1) = unsafe (planes, planes + planeStride)
    let (p2, p3) = unsafe (planes + 2 &* planeStride, planes + 3 &* planeStride)
    switch channels {
    case 2:
        for x in 0..<columns {
            unsafe p0[x] = row[2 &* x]
            unsafe p1[x] = row[2 &* x &+ 1]
        }
    case 3:
        for x in 0..<columns {
            unsafe p0[x] = row[3 &* x]
            unsafe p1[x] = row[3 &* x &+ 1]
            unsafe p2[x] = row[3 &* x &+ 2]
        }
    default:
        for x in 0..<columns {
            unsafe p0[x] = row[4 &* x]
            unsafe p1[x] = row[4 &* x &+ 1]
            unsafe p2[x] = row[4 &* x &+ 2]
            unsafe p3[x] = row[4 &* x &+ 3]
        }
    }
}

/// Safety: see `Kernels.Horizontal`.
private func horizontalPortable(
    _ plane: UnsafePointer<Int16>, _ firsts: UnsafePointer<Int32>, _ weights: UnsafePointer<Int16>, _ stride: Int,
    _ count: Int, _ sums: UnsafeMutablePointer<Int32>
) {
    for i in 0..<count {
        let samples = unsafe plane + Int(firsts[i])
        let taps = unsafe weights + i &* stride
        var sum: Int32 = 0
        for k in 0..<stride { unsafe sum &+= Int32(samples[k]) &* Int32(taps[k]) }
        unsafe sums[i] = sum
    }
}
