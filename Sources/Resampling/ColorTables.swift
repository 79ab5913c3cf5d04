/// A conversion of RGB pixels by tables: every sample contributes to red, green and blue of the result, and the sums are encoded.
///
/// That is all of a tone curve, a 3×3 matrix and another tone curve, without a multiplication. Integers alone: the same
/// bytes on every machine. Memory: 45 KB.
public struct ColorTables: Sendable {
    /// Contributions have 22 fraction bits, so that a sum of three cannot overflow; the encoding has 15.
    private static let fractionBits = 22
    private static let encodedBits = 15

    /// 256 entries each of red, green and blue, one behind the other. The fourth lane is idle.
    fileprivate let contributions: [SIMD4<Int32>]
    fileprivate let encoding: [UInt8]

    /// The sums of 0…1 that the encoding tells apart.
    public static let encodingCount = 1 << encodedBits + 1

    /// Tables of given values.
    ///
    /// - Parameters:
    ///   - red: what each red sample adds to linear red, green and blue, where 1 is full light; up to ±100.
    ///   - green: the same of each green sample.
    ///   - blue: the same of each blue sample.
    ///   - encoding: the results for the sums 0, 1 / (`encodingCount` - 1), …, 1. Other sums are clamped.
    /// - Precondition: 256 values of each color, and `encodingCount` of the encoding.
    public init(red: [SIMD3<Double>], green: [SIMD3<Double>], blue: [SIMD3<Double>], encoding: [UInt8]) {
        precondition([red, green, blue].allSatisfy { $0.count == 256 }, "a sample has 256 values")
        precondition(encoding.count == Self.encodingCount, "the encoding has \(encoding.count) values")
        contributions = (red + green + blue).map { color in
            func fixed(_ value: Double) -> Int32 {
                // Not a number is the one value that the comparison does not order.
                let limited = value > -100 ? min(value, 100) : -100
                return Int32((limited * Double(1 << Self.fractionBits)).rounded())
            }
            return SIMD4(fixed(color.x), fixed(color.y), fixed(color.z), 0)
        }
        self.encoding = encoding
    }

    /// One pixel.
    @inline(__always)
    fileprivate static func convert(
        _ contributions: Span<SIMD4<Int32>>, _ encoding: Span<UInt8>, _ red: UInt8, _ green: UInt8, _ blue: UInt8
    ) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let shift = Int32(fractionBits - encodedBits)
        let half = SIMD4<Int32>(repeating: 1 << (shift - 1))
        let light = contributions[Int(red)] &+ contributions[256 + Int(green)]
        let sum = (light &+ contributions[512 + Int(blue)] &+ half) &>> SIMD4(repeating: shift)
        @inline(__always) func encoded(_ value: Int32) -> UInt8 { encoding[Int(max(0, min(1 << encodedBits, value)))] }
        return (encoded(sum.x), encoded(sum.y), encoded(sum.z))
    }

    /// What becomes of one pixel.
    public func convert(red: UInt8, green: UInt8, blue: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        Self.convert(contributions.span, encoding.span, red, green, blue)
    }
}

extension Bitmap {
    /// The picture with its colors converted by tables; alpha stays. Cost: nine table look-ups a pixel.
    ///
    /// - Precondition: the layout is RGB, with or without alpha.
    public func converted(by tables: ColorTables) -> Bitmap {
        precondition(layout.channels >= 3, "gray has no colors")
        var result = self
        let (contributions, encoding) = (tables.contributions.span, tables.encoding.span)
        var samples = result.bytes.mutableSpan
        for pixel in stride(from: 0, to: samples.count, by: layout.channels) {
            let color = ColorTables.convert(
                contributions, encoding, samples[pixel], samples[pixel + 1], samples[pixel + 2])
            samples[pixel] = color.red
            samples[pixel + 1] = color.green
            samples[pixel + 2] = color.blue
        }
        return result
    }

    /// Gray converted by a table of 256 values; alpha stays. Cost: one table look-up a pixel.
    ///
    /// - Precondition: the layout is gray, with or without alpha, and the table has 256 values.
    public func converted(byGray table: [UInt8]) -> Bitmap {
        precondition(layout.channels <= 2, "colors are not gray")
        precondition(table.count == 256, "a sample has 256 values")
        var result = self
        let table = table.span
        var samples = result.bytes.mutableSpan
        for pixel in stride(from: 0, to: samples.count, by: layout.channels) {
            samples[pixel] = table[Int(samples[pixel])]
        }
        return result
    }
}
