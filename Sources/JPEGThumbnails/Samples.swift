/// The means of blocks: an eighth of their DC values, rounded, around the middle gray.
func writeMeans(_ values: Span<Int16>, step: Int32, count: Int, into samples: inout MutableSpan<UInt8>) {
    precondition(count <= values.count && count <= samples.count, "a row that is too short")
    for index in 0..<count { samples[index] = sample(Int32(values[index]) &* step) }
}

/// One row of the inverse transform of 2 × 2 of each block's four lowest coefficients.
func writeCorners(
    _ values: Span<Int16>, steps: [Int32], isLower: Bool, count: Int, into samples: inout MutableSpan<UInt8>
) {
    precondition((count + 1) / 2 * 4 <= values.count && count <= samples.count, "a row that is too short")
    let sign: Int32 = isLower ? -1 : 1
    let (mean, across, down, both) = (steps[0], steps[1], steps[2] &* sign, steps[4] &* sign)
    for block in 0..<count / 2 {
        let start = 4 &* block
        let even = Int32(values[start]) &* mean &+ Int32(values[start &+ 2]) &* down
        let odd = Int32(values[start &+ 1]) &* across &+ Int32(values[start &+ 3]) &* both
        samples[2 &* block] = sample(even &+ odd)
        samples[2 &* block &+ 1] = sample(even &- odd)
    }
    guard count % 2 == 1 else { return }
    let start = 2 * (count - 1)
    let even = Int32(values[start]) &* mean &+ Int32(values[start + 2]) &* down
    samples[count - 1] = sample(even &+ Int32(values[start + 1]) &* across &+ Int32(values[start + 3]) &* both)
}

@inline(__always)
private func sample(_ sum: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, 128 &+ (sum &+ 4) &>> 3)))
}
