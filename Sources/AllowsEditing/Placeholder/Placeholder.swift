import ImageCodecs
public import Resampling

/// What stands in for a picture until it has been loaded: a blurred impression of it in a few characters, and one color.
public struct Placeholder: Sendable, Hashable {
    /// A BlurHash (blurha.sh) of up to 36 characters, which every decoder of that format draws. It has four waves along the longer side
    /// and as many along the shorter one as fit its length.
    public let blurHash: String
    /// The mean light of the picture as a color of sRGB. The BlurHash has the same.
    public let averageColor: RGBColor
}

extension Placeholder {
    /// The placeholder of a picture in sRGB. Cost: a few multiplications for each pixel, of a megapixel at most.
    ///
    /// The method is that of the format's own encoder, so that both make the same of the same pixels; what is larger than a megapixel is
    /// averaged first.
    ///
    /// - Parameter picture: upright, without alpha.
    init(_ picture: Bitmap) {
        let picture = picture.reduced(toSide: Self.largestSide)
        let (columns, rows) = Self.waves(of: picture.size)
        let means = picture.cosineMeans(columns: columns, rows: rows)
        averageColor = RGBColor(light: means[0])
        blurHash = BlurHash.text(columns: columns, average: averageColor, details: means.dropFirst().map { $0 * 2 })
    }

    private static let largestSide = 1024

    /// How many waves tell enough: four along the longer side. A side of a few pixels has fewer: the format counts places from the first
    /// pixel and not from its center, and that would show.
    private static func waves(of size: PixelSize) -> (columns: Int, rows: Int) {
        let longer = Double(max(size.width, size.height))
        func count(_ side: Int) -> Int {
            max(1, min(Int((4 * Double(side) / longer).rounded()), side / 8))
        }
        return (count(size.width), count(size.height))
    }
}

extension Bitmap {
    /// The picture with sides of at most so many pixels, its light averaged.
    fileprivate func reduced(toSide side: Int) -> Bitmap {
        guard max(size.width, size.height) > side else { return self }
        let reduced = OutputSize.atMost(side).size(ofCrop: size, allowsEnlarging: false)
        return resampled(to: reduced, filter: .box, light: .linear)
    }
}

extension RGBColor {
    /// The color of sRGB that is nearest to amounts of light, 0…1.
    init(light: SIMD3<Double>) {
        func sample(_ light: Double) -> UInt8 { UInt8(SRGBTables.encoded(max(0, min(1, light))).rounded()) }
        self.init(red: sample(light.x), green: sample(light.y), blue: sample(light.z))
    }
}
