// The first and the last step of the pixels' way where samples are averaged as they are stored, the same code for every instruction set.

/// Straight gray with alpha to premultiplied samples, as `Kernels.Premultiply` for RGBA.
///
/// Safety: `2 * columns` bytes readable at `row`, as many elements writable at `out`.
func premultiplyGrayAlpha(_ row: UnsafePointer<UInt8>, _ columns: Int, _ out: UnsafeMutablePointer<Int16>) {
    for x in 0..<columns {
        let alpha = unsafe row[2 &* x &+ 1]
        unsafe out[2 &* x] = premultiplied(row[2 &* x], alpha)
        unsafe out[2 &* x &+ 1] = Int16(alpha) &<< 6
    }
}

/// Safety: see `Kernels.Premultiply`.
func premultiplyRGBA(_ row: UnsafePointer<UInt8>, _ columns: Int, _ out: UnsafeMutablePointer<Int16>) {
    for x in 0..<columns {
        let alpha = unsafe row[4 &* x &+ 3]
        unsafe out[4 &* x] = premultiplied(row[4 &* x], alpha)
        unsafe out[4 &* x &+ 1] = premultiplied(row[4 &* x &+ 1], alpha)
        unsafe out[4 &* x &+ 2] = premultiplied(row[4 &* x &+ 2], alpha)
        unsafe out[4 &* x &+ 3] = Int16(alpha) &<< 6
    }
}

/// `round(color × alpha × 64 / 255)` in 16 bits.
///
/// 64 / 255 is 65793 / 2^18 but for less than 2^-26, which no product of two bytes turns into another rounding; and
/// 65793 = 2^16 + 257, so the product is `x` plus the upper half of `x × 257`, and a half is 2.
@inline(__always)
private func premultiplied(_ color: UInt8, _ alpha: UInt8) -> Int16 {
    let x = UInt32(color) &* UInt32(alpha)
    return Int16(truncatingIfNeeded: (x &+ (x &* 257) &>> 16 &+ 2) &>> 2)
}

/// Planes of sums to interleaved bytes: rounded, `shift` bits dropped, clamped.
///
/// Safety: `count` elements readable at each plane, planes `sumStride` apart; `count * channels` bytes writable at `out`.
func storeRounded(
    _ sums: UnsafePointer<Int32>, _ sumStride: Int, _ count: Int, channels: Int, shift: Int32,
    out: UnsafeMutablePointer<UInt8>
) {
    if channels == 1 { return unsafe roundPlane(sums, count, shift: shift, out: out) }
    // Rounding plane by plane is done in vectors; bytes are interleaved one by one.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * blockPixels) { block in
        guard let red = block.baseAddress else { return }
        let (green, blue) = unsafe (red + blockPixels, red + 2 * blockPixels)
        var start = 0
        while start < count {
            let pixels = min(blockPixels, count &- start)
            for channel in 0..<3 {
                unsafe roundPlane(
                    sums + (channel &* sumStride &+ start), pixels, shift: shift, out: red + channel &* blockPixels)
            }
            let pixel = unsafe out + 3 &* start
            for x in 0..<pixels {
                unsafe pixel[3 &* x] = red[x]
                unsafe pixel[3 &* x &+ 1] = green[x]
                unsafe pixel[3 &* x &+ 2] = blue[x]
            }
            start &+= pixels
        }
    }
}

private let blockPixels = 512

/// Safety: `count` elements readable at `sums` and writable at `out`.
private func roundPlane(_ sums: UnsafePointer<Int32>, _ count: Int, shift: Int32, out: UnsafeMutablePointer<UInt8>) {
    let half = Int32(1) &<< (shift &- 1)
    for x in 0..<count { unsafe out[x] = clampedByte((sums[x] &+ half) &>> shift) }
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
        let rounded = clampedByte((alpha &+ half) &>> shift)
        unsafe pixel[channels &- 1] = rounded
        if alpha == opaque {
            for channel in 0..<channels &- 1 {
                unsafe pixel[channel] = clampedByte((sums[channel &* sumStride &+ x] &+ half) &>> shift)
            }
        } else if rounded == 0 {
            for channel in 0..<channels &- 1 { unsafe pixel[channel] = 0 }
        } else {
            let division = Division(by: alpha)
            for channel in 0..<channels &- 1 {
                let quotient = unsafe division.rounded(sums[channel &* sumStride &+ x], times: 255)
                unsafe pixel[channel] = UInt8(truncatingIfNeeded: min(quotient, 255))
            }
        }
    }
}

/// One division that serves all channels of a pixel.
struct Division {
    private let alpha, divisor, reciprocal: UInt64

    /// Division by an alpha of more than 0.
    @inline(__always)
    init(by alpha: Int32) {
        self.alpha = UInt64(alpha)
        divisor = 2 &* self.alpha
        reciprocal = UInt64.max / divisor
    }

    /// round(`factor` × sum / alpha), halves up; 0 for sums below 0. `factor` is less than 2^16.
    @inline(__always)
    func rounded(_ sum: Int32, times factor: UInt64) -> UInt64 {
        let dividend = UInt64(max(sum, 0)) &* (2 &* factor) &+ alpha
        // The quotient by the reciprocal is right or one too small.
        let quotient = dividend.multipliedFullWidth(by: reciprocal).high
        let correction: UInt64 = dividend &- quotient &* divisor >= divisor ? 1 : 0
        return quotient &+ correction
    }
}

@inline(__always)
func clampedByte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 0 ? 0 : value > 255 ? 255 : value)
}
