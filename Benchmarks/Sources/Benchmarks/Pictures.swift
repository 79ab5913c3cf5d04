import ImageCodecs
import Resampling

/// Pictures that are made rather than kept.
enum Pictures {
    /// Samples of a small generator of pseudorandom numbers: the same in every run.
    static func noise(layout: PixelLayout, size: PixelSize) -> Bitmap {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * layout.channels)
        for index in bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
        }
        return Bitmap(layout: layout, size: size, bytes: bytes)
    }

    /// Something that costs a codec about what a photograph costs: noise enlarged, with a little fine noise on it.
    static func photograph(_ size: PixelSize) -> Bitmap {
        let coarse = noise(layout: .rgb, size: PixelSize(width: size.width / 16, height: size.height / 16))
        var picture = coarse.resampled(to: size, filter: .bilinear)
        var state: UInt64 = 1
        for index in picture.bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            picture.bytes[index] = (picture.bytes[index] / 8 * 7) &+ UInt8(truncatingIfNeeded: state >> 60)
        }
        return picture
    }

    /// A size of 4:3 with about this many millions of pixels; its sides are multiples of 16.
    static func size(megapixels: Double) -> PixelSize {
        let unit = ((megapixels * 1e6 / 12).squareRoot() / 16).rounded() * 16
        return PixelSize(width: Int(unit) * 4, height: Int(unit) * 3)
    }
}
