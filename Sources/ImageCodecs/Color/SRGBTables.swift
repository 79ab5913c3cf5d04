import Resampling

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tables from the samples of a profile of curves to samples of sRGB.
///
/// Computed as lcms2 does it: relative colorimetric with black point compensation, which for such profiles is all there is.
package enum SRGBTables {
    /// The sample 0…255 of linear light 0…1, not rounded (IEC 61966-2-1).
    package static func encoded(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    private static let encoding = (0..<ColorTables.encodingCount).map { index in
        UInt8(encoded(Double(index) / Double(ColorTables.encodingCount - 1)).rounded())
    }

    private static let linearRGB: Matrix3 = {
        guard let matrix = Chromaticities.bt709.colorants.inverse else {
            preconditionFailure("the primaries of sRGB are no space")
        }
        return matrix
    }()

    /// Of gray, 256 samples.
    static func gray(_ curve: ToneCurve) -> [UInt8] {
        let black = compensatedBlack(curve(0))
        return (0..<256).map { value in
            let light = (curve(Double(value) / 255) - black) / (1 - black)
            return UInt8(max(0, min(255, encoded(max(0, min(1, light))).rounded())))
        }
    }

    /// Of RGB.
    static func colors(_ model: MatrixModel) -> ColorTables {
        let matrix = linearRGB * model.colorants
        let black = compensatedBlack(model.light(0, 0, 0).y)
        // The offset of the compensation is gray, so one of the three tables may carry it for all.
        func table(_ curve: ToneCurve, _ color: SIMD3<Double>, offset: Double) -> [SIMD3<Double>] {
            (0..<256).map { (color * curve(Double($0) / 255) - offset) / (1 - black) }
        }
        return ColorTables(
            red: table(model.red, matrix.red, offset: black), green: table(model.green, matrix.green, offset: 0),
            blue: table(model.blue, matrix.blue, offset: 0), encoding: encoding)
    }

    /// The luminance that becomes 0. Only its gray part counts, and no more than that of a lightness of 50.
    private static func compensatedBlack(_ luminance: Double) -> Double { max(0, min(luminance, 0.184187)) }
}
