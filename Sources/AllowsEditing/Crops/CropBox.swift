public import Resampling

/// A part of a picture as crop front ends describe it: a rectangle that may be turned, mirrored, and reach beyond the picture.
///
/// All numbers are upright pixels; the left edge of column 0 is 0. The picture is mirrored in its own axes, then turned clockwise, then
/// cut: the point `p` of the edited image shows the point `center + F · R(-degrees) · (p - size / 2)` of the picture.
public struct CropBox: Sendable, Hashable {
    /// The middle, x and y.
    public var center: SIMD2<Double>
    /// Width and height of the edited image before it is scaled.
    public var size: SIMD2<Double>
    /// How far the picture is turned, clockwise.
    public var degrees: Double
    /// Whether the picture is mirrored left to right.
    public var mirroredX: Bool
    /// Whether the picture is mirrored top to bottom.
    public var mirroredY: Bool

    /// A box; neither turned nor mirrored unless said so.
    public init(
        center: SIMD2<Double>, size: SIMD2<Double>, degrees: Double = 0, mirroredX: Bool = false,
        mirroredY: Bool = false
    ) {
        self.center = center
        self.size = size
        self.degrees = degrees
        self.mirroredX = mirroredX
        self.mirroredY = mirroredY
    }

    /// The box that is a rectangle.
    public init(_ rect: PixelRect) {
        let size = SIMD2(Double(rect.width), Double(rect.height))
        self.init(center: SIMD2(Double(rect.x), Double(rect.y)) + size / 2, size: size)
    }
}

extension CropBox {
    /// The largest magnitude of a coordinate and of a side; beyond it arithmetic with whole pixels would overflow.
    static let limit = 1e9

    /// Whether every number is finite, of a sensible magnitude, and the size is more than nothing.
    public var isValid: Bool {
        let isPlaced = center.x.magnitude <= Self.limit && center.y.magnitude <= Self.limit
        let isSized = size.x > 0 && size.y > 0 && size.x <= Self.limit && size.y <= Self.limit
        return isPlaced && isSized && degrees.magnitude <= Self.limit
    }

    /// How many quarter turns the picture is turned clockwise, 0…3; nil for any other angle.
    public var quarterTurns: Int? { Angle.quarterTurns(degrees) }

    /// Whether the edges of the box are those of the picture's pixels: it is turned by a multiple of 90°. Nothing is then resampled to
    /// turn it.
    public var isAxisAligned: Bool { quarterTurns != nil }

    /// The whole upright pixels of a box that is axis-aligned; nil for any other, or where a number is not valid.
    ///
    /// Each side is rounded once, then the origin; a half goes to the top left. It need not lie inside the picture.
    public var rect: PixelRect? {
        guard let turns = quarterTurns, isValid else { return nil }
        let rounded = roundedSize
        let sides = turns % 2 == 0 ? rounded : rounded.transposed
        let origin = center - SIMD2(Double(sides.width), Double(sides.height)) / 2
        return PixelRect(
            x: Int((origin.x - 0.5).rounded(.up)), y: Int((origin.y - 0.5).rounded(.up)), width: sides.width,
            height: sides.height)
    }

    /// The size of the edited image before it is scaled: each side rounded once, never 0.
    ///
    /// - Precondition: the box is valid.
    public var roundedSize: PixelSize {
        PixelSize(width: max(1, Int(size.x.rounded())), height: max(1, Int(size.y.rounded())))
    }
}

extension CropBox: CustomStringConvertible {
    /// For example `300×200 around (1200.5, 800), turned by 12°, mirrored left to right`.
    public var description: String {
        func number(_ value: Double) -> String {
            value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
        }
        var text = "\(number(size.x))×\(number(size.y)) around (\(number(center.x)), \(number(center.y)))"
        if degrees != 0 { text += ", turned by \(number(degrees))°" }
        if mirroredX { text += ", mirrored left to right" }
        if mirroredY { text += ", mirrored top to bottom" }
        return text
    }
}
