// The first and the last step of the way of 16-bit samples.

/// Samples to floats of 0…1, or to amounts of light of 0…1; colors times alpha where the layout has it.
///
/// The largest sample is 1, exactly: an opaque color stays as it is, and white is summed as alpha is, so that no rounding parts them.
///
/// Safety: `columns` pixels of two bytes a sample readable at `row`, as many elements writable at `out`.
func widenDeep(
    _ row: UnsafeRawPointer, _ columns: Int, _ layout: PixelLayout, _ light: Light, _ out: UnsafeMutablePointer<Float>
) {
    let channels = layout.channels
    let count = columns &* channels
    switch light {
    case .encoded:
        for i in 0..<count {
            unsafe out[i] = Float(row.loadUnaligned(fromByteOffset: 2 &* i, as: UInt16.self)) / 65535
        }
    case .linear:
        let values = SRGBCurve.deepLight
        let table = values.span
        for i in 0..<count {
            let sample = unsafe row.loadUnaligned(fromByteOffset: 2 &* i, as: UInt16.self)
            unsafe out[i] = table[Int(sample)]
        }
    }
    guard layout.hasAlpha else { return }
    for x in 0..<columns {
        let pixel = unsafe out + x &* channels
        let last = channels &- 1
        let sample = unsafe row.loadUnaligned(fromByteOffset: 2 &* (x &* channels &+ last), as: UInt16.self)
        let alpha = Float(sample) / 65535
        for channel in 0..<last { unsafe pixel[channel] *= alpha }
        unsafe pixel[last] = alpha
    }
}

/// Floats back to samples: rounded and clamped, colors divided by alpha. Where alpha rounds to 0, the pixel is all 0.
///
/// Safety: `columns` pixels readable at `row` and writable at `out`.
func storeDeep(
    _ row: UnsafePointer<Float>, _ columns: Int, _ layout: PixelLayout, _ light: Light,
    _ out: UnsafeMutablePointer<UInt16>
) {
    let channels = layout.channels
    let colors = layout.hasAlpha ? channels &- 1 : channels
    let values = SRGBCurve.deepLight
    let table = values.span
    for x in 0..<columns {
        let (pixel, target) = unsafe (row + x &* channels, out + x &* channels)
        var alpha: Float = 1
        if layout.hasAlpha {
            alpha = unsafe pixel[colors]
            let rounded = roundedSample(alpha)
            unsafe target[colors] = rounded
            guard rounded > 0 else {
                for channel in 0..<colors { unsafe target[channel] = 0 }
                continue
            }
        }
        for channel in 0..<colors {
            let color = unsafe pixel[channel] / alpha
            unsafe target[channel] =
                light == .encoded ? roundedSample(color) : SRGBCurve.deepSample(ofLight: color, table)
        }
    }
}

/// The sample nearest to 0…1.
@inline(__always)
private func roundedSample(_ value: Float) -> UInt16 {
    value <= 0 ? 0 : value >= 1 ? 65535 : UInt16(value * 65535 + 0.5)
}
