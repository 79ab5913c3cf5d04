import Resampling

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A BlurHash read by the description of the format alone.
struct DecodedBlurHash {
    let columns: Int
    let rows: Int
    let average: RGBColor
    /// Light, wave by wave.
    private var waves: [SIMD3<Double>] = []

    init?(_ text: String) {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
        let digits = text.compactMap { alphabet.firstIndex(of: $0) }
        guard digits.count == text.count, digits.count >= 6 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + $1 } }
        (columns, rows) = (digits[0] % 9 + 1, digits[0] / 9 + 1)
        guard digits.count == 4 + 2 * columns * rows else { return nil }
        let mean = number(2..<6)
        average = RGBColor(red: UInt8(mean >> 16), green: UInt8(mean >> 8 & 255), blue: UInt8(mean & 255))
        waves = [SIMD3(Self.light(average.red), Self.light(average.green), Self.light(average.blue))]
        for wave in 1..<columns * rows {
            let value = number(4 + 2 * wave..<6 + 2 * wave)
            let shares = [value / 361, value / 19 % 19, value % 19].map { (Double($0) - 9) / 9 }
            let light = shares.map { $0 * abs($0) * Double(digits[1] + 1) / 166 }
            waves.append(SIMD3(light[0], light[1], light[2]))
        }
    }

    /// The light at a place, each coordinate 0…1.
    func light(_ x: Double, _ y: Double) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        for row in 0..<rows {
            for column in 0..<columns {
                let (across, down) = (cos(Double.pi * x * Double(column)), cos(Double.pi * y * Double(row)))
                sum += waves[row * columns + column] * (across * down)
            }
        }
        return sum
    }

    /// The light of a sample of sRGB.
    static func light(_ sample: UInt8) -> Double {
        let value = Double(sample) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
