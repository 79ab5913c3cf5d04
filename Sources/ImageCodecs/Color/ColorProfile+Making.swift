extension ColorProfile {
    /// sRGB (IEC 61966-2-1). About 500 bytes, made by this library.
    public static let sRGB = matrix(name: "sRGB", .bt709, .sRGB)
    /// Display P3 (SMPTE EG 432-1). About 500 bytes, made by this library.
    public static let displayP3 = matrix(name: "Display P3", .displayP3, .sRGB)

    /// A display profile of RGB: one curve and a matrix, adapted to D50 (ICC.1:2010, version 4.3).
    ///
    /// - Parameters:
    ///   - name: its description and nothing else.
    ///   - chromaticities: white and primaries.
    ///   - transfer: the curve of each color.
    public static func matrix(
        name: String, _ chromaticities: Chromaticities, _ transfer: TransferFunction
    ) -> ColorProfile {
        let (red, blue) = (chromaticities.colorants.red, chromaticities.colorants.blue)
        // Rounded numbers must still add up to white, or gray would not be gray.
        let (roundedRed, roundedBlue) = (rounded(red), rounded(blue))
        let green = rounded(Chromaticities.d50) - roundedRed - roundedBlue
        let curve = transfer.curve.element
        return made(
            name: name, space: "RGB ",
            [
                ("chad", adaptation(chromaticities.white)), ("rXYZ", xyz(roundedRed)), ("gXYZ", xyz(green)),
                ("bXYZ", xyz(roundedBlue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ])
    }

    /// A display profile of gray (ICC.1:2010, version 4.3).
    ///
    /// - Parameters:
    ///   - name: its description and nothing else.
    ///   - transfer: the curve.
    public static func gray(name: String, _ transfer: TransferFunction) -> ColorProfile {
        made(
            name: name, space: "GRAY",
            [("chad", adaptation(Chromaticities.bt709.white)), ("kTRC", transfer.curve.element)])
    }

    private static func made(name: String, space: String, _ elements: [(name: String, bytes: [UInt8])]) -> ColorProfile
    {
        let common = [("desc", text(name)), ("cprt", text("No copyright")), ("wtpt", xyz(Chromaticities.d50))]
        guard let profile = ColorProfile(file(space: space, common + elements)) else {
            preconditionFailure("a profile of our own cannot be read: \(name)")
        }
        return profile
    }

    /// Header, tag table and elements; equal elements that follow each other are stored once.
    private static func file(space: String, _ elements: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var table = bigEndian32(elements.count)
        var data: [UInt8] = []
        var last: (bytes: [UInt8], offset: Int)?
        for element in elements {
            if last?.bytes != element.bytes { last = (element.bytes, 132 + 12 * elements.count + data.count) }
            let offset = last?.offset ?? 0
            table += Array(element.name.utf8) + bigEndian32(offset) + bigEndian32(element.bytes.count)
            if offset == 132 + 12 * elements.count + data.count {
                data += element.bytes + [UInt8](repeating: 0, count: -element.bytes.count & 3)
            }
        }
        var header = bigEndian32(132 - 4 + table.count + data.count) + [0, 0, 0, 0, 4, 0x30, 0, 0]
        header += Array("mntr\(space)XYZ ".utf8)
        // A date that is always the same: equal profiles have equal bytes.
        header += [0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += [Chromaticities.d50.x, 1, Chromaticities.d50.z].flatMap(fixed16) + [UInt8](repeating: 0, count: 48)
        return header + table + data
    }

    private static func rounded(_ color: SIMD3<Double>) -> SIMD3<Double> {
        (color * 65536).rounded(.toNearestOrAwayFromZero) / 65536
    }

    private static func xyz(_ color: SIMD3<Double>) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + [color.x, color.y, color.z].flatMap(fixed16)
    }

    /// The matrix from the white of the device to D50, row by row.
    private static func adaptation(_ white: Chromaticities.Point) -> [UInt8] {
        let matrix = Chromaticities.adaptation(from: white)
        let rows = (0..<3).flatMap { [matrix.red[$0], matrix.green[$0], matrix.blue[$0]] }
        return Array("sf32".utf8) + [0, 0, 0, 0] + rows.flatMap(fixed16)
    }

    /// American English alone.
    private static func text(_ text: String) -> [UInt8] {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return Array("mluc".utf8) + [0, 0, 0, 0] + bigEndian32(1) + bigEndian32(12) + Array("enUS".utf8)
            + bigEndian32(units.count) + bigEndian32(28) + units
    }
}
