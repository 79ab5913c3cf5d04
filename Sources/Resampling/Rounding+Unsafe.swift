// The first and the last step of the pixels' way, the same code for every instruction set.

/// Straight alpha to premultiplied samples with 6 fraction bits: `round(c × a × 64 / 255)`, and `a × 64`.
///
/// Safety: `columns` pixels of `layout` readable at `row`, and as many elements writable at `out`.
func premultiplyRow(
    _ row: UnsafePointer<UInt8>, columns: Int, layout: PixelLayout, out: UnsafeMutablePointer<Int16>
) {
    switch layout {
    case .grayAlpha:
        for x in 0..<columns {
            let alpha = unsafe UInt32(row[2 &* x &+ 1])
            unsafe out[2 &* x] = premultiplied(row[2 &* x], alpha)
            unsafe out[2 &* x &+ 1] = Int16(truncatingIfNeeded: alpha &<< 6)
        }
    case .rgba:
        for x in 0..<columns {
            let alpha = unsafe UInt32(row[4 &* x &+ 3])
            unsafe out[4 &* x] = premultiplied(row[4 &* x], alpha)
            unsafe out[4 &* x &+ 1] = premultiplied(row[4 &* x &+ 1], alpha)
            unsafe out[4 &* x &+ 2] = premultiplied(row[4 &* x &+ 2], alpha)
            unsafe out[4 &* x &+ 3] = Int16(truncatingIfNeeded: alpha &<< 6)
        }
    case .gray, .rgb: preconditionFailure("\(layout) has no alpha")
    }
}

/// `round(color × alpha × 64 / 255)`: 65793 / 2^18 is near enough to 64 / 255 for every product of two bytes, and the sum
/// stays below 2^32.
@inline(__always)
private func premultiplied(_ color: UInt8, _ alpha: UInt32) -> Int16 {
    Int16(truncatingIfNeeded: (UInt32(color) &* alpha &* 65_793 &+ 131_072) &>> 18)
}

/// Planes of sums to interleaved bytes: rounded, `shift` bits dropped, clamped.
///
/// Safety: `count` elements readable at each plane, planes `sumStride` apart; `count * channels` bytes writable at `out`.
func storeRounded(
    _ sums: UnsafePointer<Int32>, _ sumStride: Int, _ count: Int, channels: Int, shift: Int32,
    out: UnsafeMutablePointer<UInt8>
) {
    let half = Int32(1) &<< (shift &- 1)
    if channels == 3 {
        let (red, green, blue) = unsafe (sums, sums + sumStride, sums + 2 &* sumStride)
        for x in 0..<count {
            unsafe out[3 &* x] = clamped((red[x] &+ half) &>> shift)
            unsafe out[3 &* x &+ 1] = clamped((green[x] &+ half) &>> shift)
            unsafe out[3 &* x &+ 2] = clamped((blue[x] &+ half) &>> shift)
        }
    } else {
        for x in 0..<count { unsafe out[x] = clamped((sums[x] &+ half) &>> shift) }
    }
}

/// As `storeRounded`, for premultiplied sums whose last channel is alpha: colors are divided by alpha.
///
/// Where alpha rounds to 0, the pixel is all 0. Where alpha is exactly 255, the colors are what `storeRounded` makes of them.
func storeDivided(
    _ sums: UnsafePointer<Int32>, _ sumStride: Int, _ count: Int, channels: Int, shift: Int32,
    out: UnsafeMutablePointer<UInt8>
) {
    let half = Int32(1) &<< (shift &- 1)
    let opaque = Int32(255) &<< shift
    let alphas = unsafe sums + (channels &- 1) &* sumStride
    for x in 0..<count {
        let pixel = unsafe out + x &* channels
        let alpha = unsafe alphas[x]
        let rounded = clamped((alpha &+ half) &>> shift)
        unsafe pixel[channels &- 1] = rounded
        for channel in 0..<channels &- 1 {
            let sum = unsafe sums[channel &* sumStride &+ x]
            if rounded == 0 || sum <= 0 {
                unsafe pixel[channel] = 0
            } else if alpha == opaque {
                unsafe pixel[channel] = clamped((sum &+ half) &>> shift)
            } else {
                // round(255 sum / alpha), halves up
                let quotient = (UInt64(sum) &* 510 &+ UInt64(alpha)) / (2 &* UInt64(alpha))
                unsafe pixel[channel] = UInt8(truncatingIfNeeded: min(quotient, 255))
            }
        }
    }
}

@inline(__always)
private func clamped(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 0 ? 0 : value > 255 ? 255 : value)
}
