// The first and the last step of the pixels' way in linear light, the same code for every instruction set.

/// Bytes to words of light; colors multiplied by alpha where the layout has it, and alpha itself with 6 fraction bits.
///
/// Safety: `columns` pixels readable at `row`, as many elements writable at `out`.
func linearize(_ row: UnsafePointer<UInt8>, _ columns: Int, _ layout: PixelLayout, _ out: UnsafeMutablePointer<Int16>) {
    unsafe SRGBCurve.words.withUnsafeBufferPointer { words in
        guard let words = words.baseAddress else { return }
        let channels = layout.channels
        guard layout.hasAlpha else {
            for i in 0..<columns &* channels { unsafe out[i] = words[Int(row[i])] }
            return
        }
        for x in 0..<columns {
            let (pixel, target) = unsafe (row + x &* channels, out + x &* channels)
            let alpha = unsafe UInt32(pixel[channels &- 1])
            for channel in 0..<channels &- 1 {
                // 255 is odd: there are no halves.
                let light = unsafe UInt32(truncatingIfNeeded: words[Int(pixel[channel])])
                unsafe target[channel] = Int16(truncatingIfNeeded: (light &* alpha &+ 127) / 255)
            }
            unsafe target[channels &- 1] = Int16(truncatingIfNeeded: alpha &<< 6)
        }
    }
}

/// Planes of sums of light to interleaved bytes: rounded to words, clamped, and taken back through the curve.
///
/// Safety: `count` elements readable at each plane, planes `sumStride` apart; `count * channels` bytes writable at `out`.
func storeEncoded(
    _ sums: UnsafePointer<Int32>, _ sumStride: Int, _ count: Int, channels: Int, precision: Int32,
    out: UnsafeMutablePointer<UInt8>
) {
    unsafe SRGBCurve.bytes.withUnsafeBufferPointer { bytes in
        guard let bytes = bytes.baseAddress else { return }
        let half = Int32(1) &<< (precision &- 1)
        for channel in 0..<channels {
            let plane = unsafe sums + channel &* sumStride
            for x in 0..<count {
                let word = unsafe clampedLight((plane[x] &+ half) &>> precision)
                unsafe out[x &* channels &+ channel] = bytes[word]
            }
        }
    }
}

/// As `storeEncoded`, for premultiplied sums whose last channel is alpha: see `storeDivided`.
func storeDividedEncoded(
    _ sums: UnsafePointer<Int32>, _ sumStride: Int, _ count: Int, channels: Int, precision: Int32,
    out: UnsafeMutablePointer<UInt8>
) {
    unsafe SRGBCurve.bytes.withUnsafeBufferPointer { bytes in
        guard let bytes = bytes.baseAddress else { return }
        let half = Int32(1) &<< (precision &- 1)
        let shift = precision &+ Int32(RowResampler.fractionBits)
        let alphas = unsafe sums + (channels &- 1) &* sumStride
        for x in 0..<count {
            let pixel = unsafe out + x &* channels
            let alpha = unsafe alphas[x]
            let rounded = clampedByte((alpha &+ Int32(1) &<< (shift &- 1)) &>> shift)
            unsafe pixel[channels &- 1] = rounded
            if alpha == Int32(255) &<< shift {
                for channel in 0..<channels &- 1 {
                    let sum = unsafe sums[channel &* sumStride &+ x]
                    unsafe pixel[channel] = bytes[clampedLight((sum &+ half) &>> precision)]
                }
            } else if rounded == 0 {
                for channel in 0..<channels &- 1 { unsafe pixel[channel] = 0 }
            } else {
                let division = Division(by: alpha)
                for channel in 0..<channels &- 1 {
                    let sum = unsafe sums[channel &* sumStride &+ x]
                    let word = division.rounded(sum, times: UInt64(SRGBCurve.fullLight))
                    unsafe pixel[channel] = bytes[Int(min(word, UInt64(SRGBCurve.fullLight)))]
                }
            }
        }
    }
}

@inline(__always)
private func clampedLight(_ value: Int32) -> Int {
    let most = Int32(SRGBCurve.fullLight)
    return Int(value < 0 ? 0 : value > most ? most : value)
}
