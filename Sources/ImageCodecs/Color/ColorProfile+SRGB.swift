import Resampling

extension ColorProfile {
    /// Whether it is sRGB for all practical purposes: converting its pixels to sRGB would change no sample by more than 1.
    ///
    /// Found from its curves and primaries, whatever it is called; a gray profile needs the curve alone. A profile with
    /// tables is never taken for sRGB. Cost: about 3,000 pixels and the tables of a conversion.
    public var isSRGB: Bool {
        switch model {
        case .gray(let curve): Self.isIdentity(SRGBTables.gray(curve))
        case .matrix(let model): Self.isIdentity(SRGBTables.colors(model))
        case .tables: false
        }
    }

    static func isIdentity(_ table: [UInt8]) -> Bool { (0..<256).allSatisfy { isNear(UInt8($0), table[$0]) } }

    static func isIdentity(_ tables: ColorTables) -> Bool {
        func isKept(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
            let color = tables.convert(red: red, green: green, blue: blue)
            return isNear(red, color.red) && isNear(green, color.green) && isNear(blue, color.blue)
        }
        // Every gray, and colors with all of a hue's corners.
        let values = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
        return (0..<256).allSatisfy { isKept(UInt8($0), UInt8($0), UInt8($0)) }
            && values.allSatisfy { red in
                values.allSatisfy { green in values.allSatisfy { blue in isKept(red, green, blue) } }
            }
    }

    private static func isNear(_ a: UInt8, _ b: UInt8) -> Bool { abs(Int(a) - Int(b)) <= 1 }
}
