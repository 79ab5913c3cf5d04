// The inner loops for samples of 16 bits, the same code for every instruction set: one multiplication and one addition after the
// other, in the order of the taps and never fused, so that every processor rounds alike.

/// One row out of rows of floats: the sum of row × weight.
///
/// Safety: `taps` ≥ 1 row pointers with `count` readable elements each; `taps` weights; `count` writable elements at the output,
/// which overlaps nothing.
func verticalFloats(
    _ rows: UnsafePointer<UnsafePointer<Float>>, _ weights: UnsafePointer<Float>, _ taps: Int, _ count: Int,
    _ out: UnsafeMutablePointer<Float>
) {
    // The sums of a block stay in the first-level cache.
    let blockCount = 1024
    var start = 0
    while start < count {
        let block = min(blockCount, count &- start)
        let sums = unsafe out + start
        let (first, weight) = unsafe (rows[0] + start, weights[0])
        for i in 0..<block { unsafe sums[i] = first[i] * weight }
        for tap in 1..<max(taps, 1) {
            let (row, weight) = unsafe (rows[tap] + start, weights[tap])
            for i in 0..<block { unsafe sums[i] += row[i] * weight }
        }
        start &+= block
    }
}

/// The sums of one row of interleaved pixels: four samples from the first one of a pixel on are summed at once, and those that
/// the pixel has are kept.
///
/// Safety: `counts[i]` pixels from pixel `firsts[i]` on readable at `row` for every i < `count`, and three more samples; `count *
/// stride` weights, `stride` ≥ each count; `count` pixels writable at `out`, and three more samples.
func horizontalFloats(
    _ row: UnsafePointer<Float>, channels: Int, _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>,
    _ weights: UnsafePointer<Float>, _ stride: Int, _ count: Int, _ out: UnsafeMutablePointer<Float>
) {
    for i in 0..<count {
        let taps = unsafe weights + i &* stride
        var pixel = unsafe UnsafeRawPointer(row + Int(firsts[i]) &* channels)
        var sum = SIMD4<Float>.zero
        for k in 0..<(unsafe Int(counts[i])) {
            unsafe sum += pixel.loadUnaligned(as: SIMD4<Float>.self) * taps[k]
            unsafe pixel += 4 &* channels
        }
        unsafe UnsafeMutableRawPointer(out + i &* channels).storeBytes(of: sum, as: SIMD4<Float>.self)
    }
}
