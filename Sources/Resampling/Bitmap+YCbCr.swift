extension Bitmap {
    /// An RGB picture from planes of luma and chroma, full range, by the coefficients of JFIF (ITU-T T.871, section 7).
    ///
    /// Integer arithmetic with 16 fraction bits, rounded. Cost: proportional to the pixels.
    ///
    /// - Precondition: three gray bitmaps of one size.
    public init(luma: Bitmap, cb: Bitmap, cr: Bitmap) {
        precondition(luma.size == cb.size && luma.size == cr.size, "the planes differ in size")
        precondition([luma, cb, cr].allSatisfy { $0.layout == .gray }, "a plane has one sample a pixel")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(luma.bytes.count * 3)
        for index in luma.bytes.indices {
            // One half, so that the shift rounds.
            let y = Int32(luma.bytes[index]) << 16 | 1 << 15
            let blue = Int32(cb.bytes[index]) - 128
            let red = Int32(cr.bytes[index]) - 128
            bytes.append(clamped((y + 91_881 * red) >> 16))
            bytes.append(clamped((y - 22_554 * blue - 46_802 * red) >> 16))
            bytes.append(clamped((y + 116_130 * blue) >> 16))
        }
        self.init(layout: .rgb, size: luma.size, bytes: bytes)
    }

    /// What a plane of video range holds (ITU-R BT.601).
    public enum VideoPlane: Sendable {
        /// 16 is black and 235 is white.
        case luma
        /// 128 is neutral, 16 and 240 are the ends.
        case chroma
    }

    /// A plane of video range stretched to full range, rounded. Cost: one table look-up a sample.
    ///
    /// - Precondition: the bitmap is gray.
    public func expanded(from plane: VideoPlane) -> Bitmap {
        precondition(layout == .gray, "a plane has one sample a pixel")
        let table = (0..<256).map { (value: Int) -> UInt8 in
            let exact =
                switch plane {
                case .luma: Double(value - 16) * 255 / 219
                case .chroma: Double(value - 128) * 255 / 224 + 128
                }
            return UInt8(max(0, min(255, exact.rounded())))
        }
        return Bitmap(layout: .gray, size: size, bytes: bytes.map { table[Int($0)] })
    }
}

private func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value))) }
