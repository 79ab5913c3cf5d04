extension SRGBCurve {
    /// The light of each sample of 16 bits, 0…1; every one is more than the one before.
    static let deepLight: [Float] = (0...65535).map { Float(light(ofSample: Double($0) / 65535)) }

    /// The sample of 16 bits that is nearest to an amount of light. Cost: 16 look-ups.
    ///
    /// - Parameter table: `deepLight`.
    @inline(__always)
    static func deepSample(ofLight light: Float, _ table: Span<Float>) -> UInt16 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return 65535 }
        var (low, high) = (0, 65535)
        while high - low > 1 {
            let middle = (low + high) / 2
            if table[middle] <= light { low = middle } else { high = middle }
        }
        // So close together the curve is a line.
        return UInt16(light - table[low] < table[high] - light ? low : high)
    }
}
