extension Bitmap {
    /// An RGB picture from planes of cyan, magenta, yellow and black that have no profile.
    ///
    /// The samples are inverted, as Adobe's JPEG files have them: 255 is no ink. Each of red, green and blue is its ink's
    /// sample times that of black, divided by 255 and rounded to nearest. Cost: proportional to the pixels.
    ///
    /// - Precondition: four gray bitmaps of one size.
    public init(cmyk planes: [Bitmap]) {
        precondition(planes.count == 4, "CMYK has four planes")
        precondition(planes.allSatisfy { $0.layout == .gray }, "a plane has one sample a pixel")
        precondition(planes.allSatisfy { $0.size == planes[0].size }, "the planes differ in size")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(planes[0].bytes.count * 3)
        for index in planes[0].bytes.indices {
            let black = UInt32(planes[3].bytes[index])
            // 255 is odd: there are no halves, and adding 127 rounds to nearest.
            for plane in 0..<3 { bytes.append(UInt8((UInt32(planes[plane].bytes[index]) * black + 127) / 255)) }
        }
        self.init(layout: .rgb, size: planes[0].size, bytes: bytes)
    }
}
