/// Angles that come out the same, to the last bit, on every platform: the C library's functions do not.
enum Angle {
    /// An angle this close to a quarter turn, in degrees, is one: a side of 65500 pixels ends a thousandth of a pixel away.
    private static let tolerance = 1e-6

    /// How many quarter turns these degrees are, 0…3; nil where they are not a multiple of 90.
    static func quarterTurns(_ degrees: Double) -> Int? {
        let rest = degrees.remainder(dividingBy: 360)
        let quarters = (rest / 90).rounded()
        guard (rest - quarters * 90).magnitude <= tolerance else { return nil }
        return (Int(quarters) + 4) % 4
    }

    /// Sine and cosine of degrees by their Taylor series, within 1e-15; exact for multiples of 90.
    static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        let turned = degrees.remainder(dividingBy: 360)
        let quarters = (turned / 90).rounded()
        let isQuarterTurn = quarterTurns(degrees) != nil
        let x = isQuarterTurn ? 0 : (turned - quarters * 90) * .pi / 180
        let square = x * x
        var (sine, cosine) = (1.0, 1.0)
        for n in stride(from: 20.0, through: 2.0, by: -2.0) {
            sine = 1 - sine * square / (n * (n + 1))
            cosine = 1 - cosine * square / (n * (n - 1))
        }
        sine *= x
        return switch (Int(quarters) + 4) % 4 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
    }

    /// The direction of a vector in degrees, -180…180, clockwise where y points down; within 1e-13. 0 for no vector.
    static func degrees(of vector: SIMD2<Double>) -> Double {
        let (x, y) = (vector.x, vector.y)
        let (long, short) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
        guard long > 0 else { return 0 }
        // In the first eighth of the circle, halved three times: there the series needs few terms.
        var t = short / long
        for _ in 0..<3 { t = t / (1 + (1 + t * t).squareRoot()) }
        var sum = 0.0
        for n in stride(from: 21.0, through: 1.0, by: -2.0) { sum = 1 / n - t * t * sum }
        var angle = 8 * t * sum * 180 / .pi
        if y.magnitude > x.magnitude { angle = 90 - angle }
        if x < 0 { angle = 180 - angle }
        return y < 0 ? -angle : angle
    }
}
