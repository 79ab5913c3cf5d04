import Resampling

/// The colors of the cells of a picture, in 256ths of the levels of 8 bits: luma, and how much bluer and redder it is than gray.
///
/// Means of samples become colors by linear steps, so that it does not matter in which form the decoder handed them out.
struct CellColors {
    let size: PixelSize
    private(set) var luma: [Int]
    private(set) var blue: [Int]
    private(set) var red: [Int]

    private static let white = 255 * 256
    private static let neutral = 128 * 256

    /// - Parameters:
    ///   - planes: gray or RGB pixels; luma and chroma; or inks, of which 255 is none.
    ///   - isVideoRange: whether luma and chroma are those of WebP.
    init(_ planes: [DeepBitmap], isVideoRange: Bool) {
        size = planes[0].size
        let samples = planes[0].samples
        let zeros = [Int](repeating: 0, count: size.width * size.height)
        (luma, blue, red) = (zeros, zeros, zeros)
        switch planes.count {
        case 3:
            for cell in luma.indices {
                let (y, b, r) = (Int(samples[cell]), Int(planes[1].samples[cell]), Int(planes[2].samples[cell]))
                // Video range: ITU-R BT.601.
                luma[cell] = isVideoRange ? (y - 16 * 256) * 255 / 219 : y
                blue[cell] = isVideoRange ? (b - Self.neutral) * 255 / 224 : b - Self.neutral
                red[cell] = isVideoRange ? (r - Self.neutral) * 255 / 224 : r - Self.neutral
            }
        case 4:
            for cell in luma.indices {
                let black = Int(planes[3].samples[cell])
                func color(_ ink: Int) -> Int { Int(planes[ink].samples[cell]) * black / Self.white }
                set(cell, color(0), color(1), color(2))
            }
        default:
            guard planes[0].layout == .rgb else {
                luma = samples.map { Int($0) }
                break
            }
            for cell in luma.indices {
                set(cell, Int(samples[3 * cell]), Int(samples[3 * cell + 1]), Int(samples[3 * cell + 2]))
            }
        }
    }

    /// The coefficients of JFIF, in 256ths.
    private mutating func set(_ cell: Int, _ red: Int, _ green: Int, _ blue: Int) {
        luma[cell] = (77 * red + 150 * green + 29 * blue) >> 8
        self.blue[cell] = ((blue - luma[cell]) * 144) >> 8
        self.red[cell] = ((red - luma[cell]) * 183) >> 8
    }
}
