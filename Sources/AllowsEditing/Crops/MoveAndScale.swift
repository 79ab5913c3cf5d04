public import Resampling

/// The arithmetic of a "Move and Scale" screen: a frame of fixed shape under which a picture is moved and zoomed, so that it always covers
/// the frame.
///
/// Places are upright pixels of the picture. A screen keeps one of these, tells it about gestures, and draws the picture where it says.
/// Every change is clamped: `zoom` to 1…`maximumZoom`, `center` so that no part of the frame is left uncovered.
public struct MoveAndScale: Sendable, Hashable {
    /// The upright size of the picture.
    public let picture: PixelSize
    /// The shape of the frame.
    public let aspect: AspectRatio
    /// The largest zoom.
    public let maximumZoom: Double
    /// How many times smaller the part in the frame is than the largest one of its shape; 1 shows as much as can be.
    public private(set) var zoom = 1.0
    /// The point of the picture in the middle of the frame.
    public private(set) var center: SIMD2<Double>

    /// A picture that fills the frame, its middle in the middle.
    ///
    /// - Parameters:
    ///   - picture: its upright size.
    ///   - aspect: the shape of the frame.
    ///   - maximumZoom: at least 1; nil lets the longer side of the frame show 32 pixels and no fewer.
    /// - Precondition: no side of the picture is 0.
    public init(picture: PixelSize, aspect: AspectRatio = .square, maximumZoom: Double? = nil) {
        precondition(picture.width >= 1 && picture.height >= 1, "the picture is empty: \(picture)")
        self.picture = picture
        self.aspect = aspect
        let largest = aspect.largestSize(in: picture)
        self.maximumZoom = max(1, maximumZoom ?? Double(max(largest.width, largest.height)) / 32)
        center = picture.vector / 2
    }

    /// The screen as it was when it gave this crop; nil for a crop that this screen cannot give: one of another shape, turned or mirrored,
    /// smaller than `maximumZoom` allows, or that reaches beyond the picture by more than a pixel.
    public init?(
        _ crop: Crop, picture: PixelSize, aspect: AspectRatio = .square, maximumZoom: Double? = nil
    ) {
        self.init(picture: picture, aspect: aspect, maximumZoom: maximumZoom)
        switch crop {
        case .zoom(let factor, let x, let y):
            set(zoom: factor, center: SIMD2(x, y) * picture.vector)
        case .box(let box):
            guard box.isValid, box.turn == .topLeft else { return nil }
            let size = box.quarterTurns == 0 || box.quarterTurns == 2 ? box.size : box.size.transposed
            let factors = largestSize / size
            // Whole pixels have the shape of the frame but for one.
            guard
                (size.x * Double(aspect.height) - size.y * Double(aspect.width)).magnitude
                    <= Double(max(aspect.width, aspect.height))
            else { return nil }
            set(zoom: max(factors.x, factors.y), center: box.center)
            guard max((center - box.center).x.magnitude, (center - box.center).y.magnitude) <= 1 else { return nil }
        default:
            guard let rect = try? crop.rect(in: picture, aspect: aspect),
                let screen = MoveAndScale(
                    .box(CropBox(rect)), picture: picture, aspect: aspect, maximumZoom: maximumZoom)
            else { return nil }
            self = screen
        }
        guard zoom.isFinite else { return nil }
    }
}

extension MoveAndScale {
    /// The largest part of the picture of the shape of the frame: what zoom 1 shows, in whole pixels.
    private var largestSize: SIMD2<Double> { aspect.largestSize(in: picture).vector }

    /// Moves the picture with a finger: by these many points of a frame of this width, right and down being more than 0.
    public mutating func pan(by translation: SIMD2<Double>, frameWidth: Double) {
        set(zoom: zoom, center: center - translation / scale(frameWidth: frameWidth))
    }

    /// Enlarges the picture by a factor, and keeps the point under the fingers where it is as far as the edges allow.
    ///
    /// - Parameters:
    ///   - factor: more than 1 shows less of the picture. What is not a number changes nothing.
    ///   - anchor: the point of the frame between the fingers, as fractions of its width and height.
    public mutating func zoom(by factor: Double, around anchor: SIMD2<Double> = [0.5, 0.5]) {
        let point = center + (anchor - 0.5) * size
        let wanted = zoom * factor
        guard wanted.isFinite else { return }
        let clamped = min(max(wanted, 1), maximumZoom)
        set(zoom: clamped, center: point - (anchor - 0.5) * (largestSize / clamped))
    }

    /// Shows this point as near to the middle as can be, at this zoom. What is not a number changes nothing.
    public mutating func set(zoom: Double, center: SIMD2<Double>) {
        guard zoom.isFinite, center.x.isFinite, center.y.isFinite else { return }
        self.zoom = min(max(zoom, 1), maximumZoom)
        let margin = size / 2
        let limit = picture.vector - margin
        self.center = SIMD2(min(max(center.x, margin.x), limit.x), min(max(center.y, margin.y), limit.y))
    }

    /// The size of the part in the frame.
    public var size: SIMD2<Double> { largestSize / zoom }

    /// Points of a frame of this width for each pixel of the picture.
    public func scale(frameWidth: Double) -> Double { frameWidth / size.x }

    /// Where the left upper corner of the picture lies in a frame of this width, in points from the frame's own; never more than 0.
    public func pictureOrigin(frameWidth: Double) -> SIMD2<Double> {
        (size / 2 - center) * scale(frameWidth: frameWidth)
    }

    /// What the frame shows, as a crop of edit options: `Crop.zoom`, which serves pictures of every size.
    public var crop: Crop {
        let fractions = center / picture.vector
        return .zoom(factor: zoom, x: min(max(fractions.x, 0), 1), y: min(max(fractions.y, 0), 1))
    }

    /// What the frame shows, as a box.
    public var box: CropBox { CropBox(center: center, size: size) }
}
