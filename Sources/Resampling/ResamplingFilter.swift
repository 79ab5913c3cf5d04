/// A filter that scales pictures, widened with the reduction so that it always covers the pixels that become one.
///
/// The filters and their supports are those of Pillow's `resize`: a reduction by `s` stretches the filter by `s`.
public enum ResamplingFilter: String, Sendable, Hashable, CaseIterable {
    /// The plain average of the pixels whose centers fall into the output pixel; the nearest pixel when enlarging.
    case box
    /// The tent: linear interpolation.
    case bilinear
    /// The cubic of Catmull and Rom (B = 0, C = 1/2).
    case catmullrom
    /// The cubic of Mitchell and Netravali (B = C = 1/3). It blurs a little even at scale 1.
    case mitchell
    /// The sinc windowed by a sinc of three times its width.
    case lanczos3

    /// Half of the width over which the filter is not zero, in pixels of the coarser grid.
    public var radius: Double {
        switch self {
        case .box: 0.5
        case .bilinear: 1
        case .catmullrom, .mitchell: 2
        case .lanczos3: 3
        }
    }

    /// The filter at distance `x` from its center, in pixels of the coarser grid; not normalized. Cost: constant.
    ///
    /// Only additions, multiplications and divisions are used, so that every platform computes the same weights.
    public func weight(at x: Double) -> Double {
        let x = x.magnitude
        // A pixel on the border of two boxes belongs to both by half: a whole one would move the picture to one side.
        if self == .box { return (x - 0.5).magnitude < 1e-9 ? 0.5 : x < 0.5 ? 1 : 0 }
        guard x < radius else { return 0 }
        return switch self {
        case .box, .bilinear: 1 - x
        case .catmullrom: x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
        case .mitchell:
            x < 1
                ? ((7.0 * x - 12.0) * x * x + 16.0 / 3.0) / 6.0
                : (((-7.0 / 3.0 * x + 12.0) * x - 20.0) * x + 32.0 / 3.0) / 6.0
        case .lanczos3: Self.lanczos(x)
        }
    }

    /// sinc(x) · sinc(x / 3) for 0 ≤ x ≤ 3.
    private static func lanczos(_ x: Double) -> Double {
        guard x > 1e-9 else { return 1 }
        let third = Double.pi * x / 3
        let sine = sineOfPi(times: x / 3)
        // sin 3a = 3 sin a − 4 sin³ a: one sine serves both factors.
        let sineOfTriple = (3 - 4 * sine * sine) * sine
        return sineOfTriple * sine / (3 * third * third)
    }

    /// sin(πt) for 0 ≤ t ≤ 1 by its Taylor series, within 1e-15. The C library's sine differs from platform to platform.
    private static func sineOfPi(times t: Double) -> Double {
        let a = Double.pi * (t > 0.5 ? 1 - t : t)
        let square = a * a
        var sum = 1.0
        for n in stride(from: 20.0, through: 2.0, by: -2.0) { sum = 1 - sum * square / (n * (n + 1)) }
        return a * sum
    }
}
