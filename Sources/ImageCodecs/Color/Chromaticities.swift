/// The white and the primaries of an RGB color space, as CIE 1931 xy.
public struct Chromaticities: Sendable, Hashable {
    /// A point of the xy diagram.
    public struct Point: Sendable, Hashable {
        /// Across.
        public var x: Double
        /// Up.
        public var y: Double

        /// The point (`x`, `y`).
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }

        /// XYZ with Y = 1.
        fileprivate var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
    }

    /// The white point.
    public let white: Point
    /// The red primary.
    public let red: Point
    /// The green primary.
    public let green: Point
    /// The blue primary.
    public let blue: Point
    /// Red, green and blue in XYZ, adapted from `white` to D50.
    let colorants: Matrix3

    /// Nil of what is no color space: a y of 0 or a point outside the diagram, a white that is not inside the triangle of
    /// the primaries, numbers that no profile can hold.
    public init?(white: Point, red: Point, green: Point, blue: Point) {
        for point in [white, red, green, blue] {
            guard point.x >= 0, point.y > 0, point.x + point.y <= 1 else { return nil }
        }
        // The adaptation divides by what the cones see of white.
        guard white.y >= 0.1, (Self.cones * white.xyz).min() > 0.05 else { return nil }
        let primaries = Matrix3(red: red.xyz, green: green.xyz, blue: blue.xyz)
        // How much of each primary makes white.
        guard let shares = primaries.inverse.map({ $0 * white.xyz }), shares.min() > 0 else { return nil }
        let colorants = Self.adaptation(from: white) * primaries * .diagonal(shares)
        guard [colorants.red, colorants.green, colorants.blue].allSatisfy({ $0.min() > -8 && $0.max() < 8 }) else {
            return nil
        }
        self.white = white
        self.red = red
        self.green = green
        self.blue = blue
        self.colorants = colorants
    }

    /// Of the constants below.
    private init(known white: Point, _ red: Point, _ green: Point, _ blue: Point) {
        guard let space = Chromaticities(white: white, red: red, green: green, blue: blue) else {
            preconditionFailure("the primaries of a standard are a color space")
        }
        self = space
    }

    /// The white point of the profile connection space, as profiles write it (ICC.1:2022, section 7.2.16).
    static let d50 = SIMD3(0.9642, 1, 0.8249)

    /// From XYZ to the responses of Bradford's cones.
    private static let cones = Matrix3(
        red: [0.8951, -0.7502, 0.0389], green: [0.2664, 1.7135, -0.0685], blue: [-0.1614, 0.0367, 1.0296])

    /// Linear Bradford adaptation of XYZ from a white point to D50 (ICC.1:2022, annex E).
    static func adaptation(from white: Point) -> Matrix3 {
        guard let inverse = cones.inverse else { preconditionFailure("the matrix of Bradford has an inverse") }
        return inverse * .diagonal((cones * d50) / (cones * white.xyz)) * cones
    }
}

extension Chromaticities {
    private static let d65 = Point(0.3127, 0.3290)

    /// ITU-R BT.709, which sRGB shares.
    public static let bt709 = Chromaticities(known: d65, Point(0.64, 0.33), Point(0.30, 0.60), Point(0.15, 0.06))
    /// Display P3: the primaries of SMPTE RP 431-2 with the white of BT.709 (SMPTE EG 432-1).
    public static let displayP3 = Chromaticities(known: d65, Point(0.68, 0.32), Point(0.265, 0.69), Point(0.15, 0.06))
    /// SMPTE RP 431-2, of digital cinema.
    public static let dciP3 = Chromaticities(
        known: Point(0.314, 0.351), Point(0.68, 0.32), Point(0.265, 0.69), Point(0.15, 0.06))
    /// ITU-R BT.2020 and BT.2100.
    public static let bt2020 = Chromaticities(known: d65, Point(0.708, 0.292), Point(0.170, 0.797), Point(0.131, 0.046))
    /// Adobe RGB (1998).
    public static let adobeRGB = Chromaticities(known: d65, Point(0.64, 0.33), Point(0.21, 0.71), Point(0.15, 0.06))
    /// ITU-R BT.601 with 625 lines (BT.470 B, G).
    public static let bt601Lines625 = Chromaticities(
        known: d65, Point(0.64, 0.33), Point(0.29, 0.60), Point(0.15, 0.06))
    /// ITU-R BT.601 with 525 lines (SMPTE 170M).
    public static let bt601Lines525 = Chromaticities(
        known: d65, Point(0.630, 0.340), Point(0.310, 0.595), Point(0.155, 0.070))

    /// Whether no coordinate is farther from the other space's than `tolerance`.
    func isNear(_ other: Chromaticities, tolerance: Double) -> Bool {
        zip([white, red, green, blue], [other.white, other.red, other.green, other.blue]).allSatisfy { mine, others in
            abs(mine.x - others.x) <= tolerance && abs(mine.y - others.y) <= tolerance
        }
    }
}
