extension Bitmap {
    /// The picture laid over a background: the same pixels without alpha. Cost: the pixels, once each.
    ///
    /// Gray with alpha over a gray background stays gray; every other picture with alpha becomes RGB. A picture without
    /// alpha is returned as it is. Each sample is `(color × alpha + background × (255 - alpha)) / 255`, rounded to nearest.
    public func composited(over background: RGBColor) -> Bitmap {
        guard layout.hasAlpha else { return self }
        let channels = layout.channels
        let isGray = layout == .grayAlpha && background.isGray
        var result: [UInt8] = []
        result.reserveCapacity(size.width * size.height * (isGray ? 1 : 3))
        let source = bytes.span
        for pixel in stride(from: 0, to: source.count, by: channels) {
            let alpha = source[pixel + channels - 1]
            let red = source[pixel]
            result.append(blended(red, over: background.red, alpha: alpha))
            if isGray { continue }
            let (green, blue) = layout == .rgba ? (source[pixel + 1], source[pixel + 2]) : (red, red)
            result.append(blended(green, over: background.green, alpha: alpha))
            result.append(blended(blue, over: background.blue, alpha: alpha))
        }
        return Bitmap(layout: isGray ? .gray : .rgb, size: size, bytes: result)
    }
}

@inline(__always)
private func blended(_ color: UInt8, over background: UInt8, alpha: UInt8) -> UInt8 {
    // 255 is odd: there are no halves, and adding 127 rounds to nearest.
    UInt8((UInt32(color) * UInt32(alpha) + UInt32(background) * UInt32(255 - alpha) + 127) / 255)
}
