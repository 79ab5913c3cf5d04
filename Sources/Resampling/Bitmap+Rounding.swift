extension Bitmap {
    /// A picture of 16 bits a sample, each rounded to the nearest of 8. Cost: proportional to the samples.
    public init(rounding deep: DeepBitmap) {
        self.init(
            layout: deep.layout, size: deep.size, bytes: deep.samples.map { $0.rounded })
    }
}

extension UInt16 {
    /// The nearest sample of 8 bits.
    var rounded: UInt8 { UInt8((UInt32(self) * 255 + 32_895) >> 16) }
}
