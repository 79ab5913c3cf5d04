/// The ways in which front ends place a crop. Each gives a box once the size of the picture is known.
enum CropGeometry: Sendable, Hashable {
    /// A box in the pixels of the picture.
    case upright(CropBox)
    /// A box in fractions of the picture's width and height, whose sides are exchanged once they are pixels where `swapsSides`.
    case fractions(CropBox, swapsSides: Bool)
    /// A rectangle in the bounding box of the picture after it is mirrored and turned as the box says, whose center and size are those
    /// of the rectangle; in fractions of the bounding box where `isFraction`.
    case turned(CropBox, isFraction: Bool)
    /// A rectangle on a canvas on which the picture lies, its corner at 0, transformed around its middle: x′ = ax + cy + e,
    /// y′ = bx + dy + f.
    case transformed(CropArea, CropMatrix)
    /// The corners, top left, top right and bottom left, as fractions of width and height, and how the picture is mirrored.
    case corners([SIMD2<Double>], signs: SIMD2<Double>)
}

/// A transform without skew: a scale, a turn and perhaps a mirroring.
struct CropMatrix: Sendable, Hashable {
    var scale: Double
    var degrees: Double
    var mirroredX: Bool
    var offset: SIMD2<Double>

    /// - Throws: where the six numbers of CSS's `matrix()` skew, stretch or flatten the picture.
    init(_ numbers: [Double], field: String) throws(CropImportError) {
        let (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
        let determinant = a * d - b * c
        scale = determinant.magnitude.squareRoot()
        // Columns of a similarity are at right angles and equally long.
        let skew = max((a * c + b * d).magnitude, ((a * a + b * b) - (c * c + d * d)).magnitude)
        guard scale > 1e-9, skew <= 1e-6 * determinant.magnitude else {
            throw .invalid(
                field: field,
                reason: "skews or stretches the picture; only moving, scaling, turning and mirroring can be followed")
        }
        mirroredX = determinant < 0
        degrees = Angle.degrees(of: mirroredX ? SIMD2(-a, -b) : SIMD2(a, b))
        offset = SIMD2(numbers[4], numbers[5])
    }
}

extension CropGeometry {
    /// The box in the pixels of a picture of this size.
    ///
    /// - Throws: where the corners are not at right angles in it.
    func box(in picture: SIMD2<Double>) throws(CropImportError) -> CropBox {
        switch self {
        case .upright(let box): return box
        case .fractions(var box, let swapsSides):
            box.center *= picture
            box.size *= picture
            if swapsSides { box.size = box.size.transposed }
            return box
        case .turned(var box, let isFraction):
            let turned = CropBox(center: picture / 2, size: picture, degrees: box.degrees).bounds
            let bounds = turned.high - turned.low
            if isFraction {
                box.center *= bounds
                box.size *= bounds
            }
            box.center = picture / 2 + box.signs * (box.center - bounds / 2).turned(by: -box.degrees)
            return box
        case .transformed(let area, let matrix):
            var box = CropBox(
                center: picture / 2, size: area.size / matrix.scale, degrees: matrix.degrees,
                mirroredX: matrix.mirroredX)
            let offset = area.middle - picture / 2 - matrix.offset
            box.center += box.signs * offset.turned(by: -matrix.degrees) / matrix.scale
            return box
        case .corners(let corners, let signs):
            let across = signs * (corners[1] - corners[0]) * picture
            let down = signs * (corners[2] - corners[0]) * picture
            // Whoever exports them rounds them, but not by a tenth of a degree.
            guard (across * down).sum().magnitude <= 2e-3 * across.length * down.length else {
                throw .invalid(
                    field: "data.cropRegion", reason: "has corners that are not at right angles: it is skewed")
            }
            return CropBox(
                center: (corners[1] + corners[2]) / 2 * picture, size: SIMD2(across.length, down.length),
                degrees: -Angle.degrees(of: across), mirroredX: signs.x < 0, mirroredY: signs.y < 0)
        }
    }
}

extension SIMD2<Double> {
    /// The length of the vector.
    var length: Double { (x * x + y * y).squareRoot() }
}
