public import Resampling

/// Width against height of the crop.
public struct AspectRatio: Sendable, Hashable {
    /// The wide part, at least 1.
    public let width: Int
    /// The high part, at least 1.
    public let height: Int

    /// The ratio `width`:`height`, in lowest terms.
    ///
    /// - Precondition: both are at least 1.
    public init(width: Int, height: Int) {
        precondition(width >= 1 && height >= 1, "an aspect ratio has no side of 0")
        var (a, b) = (width, height)
        while b != 0 { (a, b) = (b, a % b) }
        self.width = width / a
        self.height = height / a
    }

    /// 1:1.
    public static let square = AspectRatio(width: 1, height: 1)

    /// The largest size of this ratio inside `bounds`, its second side rounded, never 0. Cost: constant.
    public func largestSize(in bounds: PixelSize) -> PixelSize {
        if bounds.width * height >= bounds.height * width {
            let side = (Double(bounds.height) * Double(width) / Double(height)).rounded()
            return PixelSize(width: max(1, min(bounds.width, Int(side))), height: bounds.height)
        }
        let side = (Double(bounds.width) * Double(height) / Double(width)).rounded()
        return PixelSize(width: bounds.width, height: max(1, min(bounds.height, Int(side))))
    }
}

/// Which part of the upright picture is kept.
public enum Crop: Sendable, Hashable {
    /// The largest rectangle of the aspect, placed by fractions: (0, 0) is top left, (0.5, 0.5) the center, (1, 1) bottom right.
    case gravity(x: Double, y: Double)
    /// The largest rectangle of the aspect whose center lies as near as it can to this point, given as fractions 0…1.
    case focus(x: Double, y: Double)
    /// The largest rectangle of the aspect, divided by `factor` (at least 1), around this point, given as fractions 0…1.
    case zoom(factor: Double, x: Double, y: Double)
    /// The largest rectangle of the aspect, placed where people look: at edges, saturated colors and skin. Its place is known once the
    /// picture has been decoded, which is then decoded whole.
    case attention
    /// Exactly these upright pixels, whatever their aspect.
    case rect(PixelRect)
    /// Exactly these fractions 0…1 of width and height, edges rounded to whole pixels, whatever their aspect.
    case fractions(x: Double, y: Double, width: Double, height: Double)
    /// This box, which may be turned and mirrored, whatever its aspect. It reaches beyond the picture by a pixel at most, unless the
    /// options have a padding.
    case box(CropBox)
    /// The box that a front end describes, which depends on the size and the orientation of the picture.
    case imported(CropImport)

    /// The largest rectangle of the aspect in the middle.
    public static let center = Crop.gravity(x: 0.5, y: 0.5)

    /// Whether the rectangle is given, so that the aspect has no say.
    public var hasOwnAspect: Bool {
        switch self {
        case .rect, .fractions, .box, .imported: true
        case .gravity, .focus, .zoom, .attention: false
        }
    }

    /// The crop in whole upright pixels. The size is rounded once, then the origin, then the origin is clamped. Cost: constant.
    ///
    /// Where the pixels place the crop it is the one in the middle. Of a box that is turned freely it is the part of the picture that the box touches. A crop of a front end is taken for one of a
    /// picture that is stored upright.
    ///
    /// - Throws: `cropOutsideImage` where a given rectangle has no pixel or does not lie inside the picture.
    public func rect(in bounds: PixelSize, aspect: AspectRatio) throws(EditError) -> PixelRect {
        switch self {
        case .gravity(let x, let y):
            let size = aspect.largestSize(in: bounds)
            return placed(
                size, in: bounds, x: Double(bounds.width - size.width) * x, y: Double(bounds.height - size.height) * y)
        case .focus(let x, let y):
            return centered(aspect.largestSize(in: bounds), in: bounds, x: x, y: y)
        case .zoom(let factor, let x, let y):
            let base = aspect.largestSize(in: bounds)
            // The longer side is rounded and the shorter follows from it: a square stays a square.
            let longer = max(1, (Double(max(base.width, base.height)) / max(1, factor)).rounded())
            let size = aspect.largestSize(
                in: PixelSize(width: min(base.width, Int(longer)), height: min(base.height, Int(longer))))
            return centered(size, in: bounds, x: x, y: y)
        case .attention: return try Crop.center.rect(in: bounds, aspect: aspect)
        case .rect(let rect):
            guard rect.width >= 1, rect.height >= 1, rect.x >= 0, rect.y >= 0,
                rect.x <= bounds.width, rect.y <= bounds.height,
                rect.width <= bounds.width - rect.x, rect.height <= bounds.height - rect.y
            else { throw .cropOutsideImage(rect, bounds) }
            return rect
        case .fractions(let x, let y, let width, let height):
            let (left, columns) = Self.pixels(from: x, length: width, of: bounds.width)
            let (top, rows) = Self.pixels(from: y, length: height, of: bounds.height)
            return try Crop.rect(PixelRect(x: left, y: top, width: columns, height: rows)).rect(
                in: bounds, aspect: aspect)
        case .box(let box): return try CropPlacement(box, in: bounds, EditOptions()).rect
        case .imported(let crop):
            return try Crop.box(crop.placed(in: bounds, orientation: .topLeft)).rect(in: bounds, aspect: aspect)
        }
    }

    /// Both edges of a fraction of a side, rounded to whole pixels; a part that is not empty keeps at least one pixel.
    private static func pixels(from start: Double, length: Double, of side: Int) -> (start: Int, length: Int) {
        let first = Int((start * Double(side)).rounded())
        let end = Int(((start + length) * Double(side)).rounded())
        guard length > 0, end <= first else { return (first, end - first) }
        return (min(first, side - 1), 1)
    }

    private func centered(_ size: PixelSize, in bounds: PixelSize, x: Double, y: Double) -> PixelRect {
        placed(
            size, in: bounds, x: Double(bounds.width) * x - Double(size.width) / 2,
            y: Double(bounds.height) * y - Double(size.height) / 2)
    }

    private func placed(_ size: PixelSize, in bounds: PixelSize, x: Double, y: Double) -> PixelRect {
        // Half a pixel goes to the top left, as in every tool that halves with integers.
        let column = Int((x - 0.5).rounded(.up))
        let row = Int((y - 0.5).rounded(.up))
        return PixelRect(
            x: max(0, min(column, bounds.width - size.width)), y: max(0, min(row, bounds.height - size.height)),
            width: size.width, height: size.height)
    }
}
