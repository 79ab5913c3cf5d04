import Resampling

extension CropBox {
    /// The signs of the mirroring: -1 for an axis that is mirrored.
    var signs: SIMD2<Double> { SIMD2(mirroredX ? -1 : 1, mirroredY ? -1 : 1) }

    /// The point of the upright picture that a point of the edited image, in its pixels before scaling, shows.
    func source(of point: SIMD2<Double>) -> SIMD2<Double> {
        center + signs * (point - size / 2).turned(by: -degrees)
    }

    /// The edges of the smallest upright rectangle that holds the box: left and top, right and bottom.
    var bounds: (low: SIMD2<Double>, high: SIMD2<Double>) {
        let (sine, cosine) = Angle.sineAndCosine(degrees)
        let (s, c) = (sine.magnitude, cosine.magnitude)
        let half = SIMD2(c * size.x + s * size.y, s * size.x + c * size.y) / 2
        return (center - half, center + half)
    }

    /// How the upright picture is mirrored and turned: nil where that is not by quarter turns.
    var turn: Orientation? {
        guard let turns = quarterTurns else { return nil }
        let degrees = Double(turns) * 90
        return Orientation(
            column: SIMD2(signs.x, 0).turned(by: degrees), row: SIMD2(0, signs.y).turned(by: degrees))
    }
}

extension SIMD2<Double> {
    /// The vector turned by degrees, clockwise where y points down.
    func turned(by degrees: Double) -> SIMD2<Double> {
        let (sine, cosine) = Angle.sineAndCosine(degrees)
        return SIMD2(cosine * x - sine * y, sine * x + cosine * y)
    }

    /// Both numbers exchanged.
    var transposed: SIMD2<Double> { SIMD2(y, x) }
}

extension PixelSize {
    /// Width and height as numbers with fractions.
    var vector: SIMD2<Double> { SIMD2(Double(width), Double(height)) }
}
