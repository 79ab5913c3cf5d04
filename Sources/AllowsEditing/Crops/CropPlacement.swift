import ImageCodecs
import Resampling

/// Where a crop lies in one picture, and which way its pixels come out.
struct CropPlacement {
    /// The crop in whole upright pixels. Of a box that is turned freely or reaches beyond the picture, the part of the picture that it
    /// touches.
    let rect: PixelRect
    /// The size of the edited image before it is scaled.
    let size: PixelSize
    /// How the upright pixels of `rect` are turned and mirrored at the end.
    let turn: Orientation
    /// The box, where the edited image is not simply `rect`.
    let box: CropBox?
    /// Whether the pixels of the edited image are taken along a grid of their own. Else they are those of `rect`.
    let isSampled: Bool

    /// How far beyond the picture a box may reach, in pixels: front ends round, and round again.
    private static let tolerance = 1 + 1e-6

    /// - Throws: `invalidOptions` where a crop of a front end does not fit the picture, `cropOutsideImage`.
    init(_ info: ImageInfo, _ options: EditOptions) throws(EditError) {
        let picture = info.uprightSize
        switch options.crop {
        case .box(let box): try self.init(box, in: picture, options)
        case .imported(let crop):
            try self.init(crop.placed(in: picture, orientation: info.orientation), in: picture, options)
        default:
            self.init(try options.crop.rect(in: picture, aspect: options.resolvedAspect()))
        }
    }

    private init(_ rect: PixelRect) {
        self.rect = rect
        size = rect.size
        turn = .topLeft
        box = nil
        isSampled = false
    }

    init(_ box: CropBox, in picture: PixelSize, _ options: EditOptions) throws(EditError) {
        guard box.isValid else { throw .invalidOptions(reason: "the crop is not a box in pixels: \(box)") }
        let (low, high) = box.bounds
        let reach = max(-low.x, -low.y, (high - picture.vector).x, (high - picture.vector).y)
        let touched = Self.touched(by: box, in: picture)
        guard reach <= Self.tolerance || options.padding != nil, let touched else {
            throw .cropOutsideImage(Self.bounds(of: box), picture)
        }
        try options.limits.check(croppedSize: box.roundedSize)
        if reach <= Self.tolerance, let turn = box.turn, let rect = box.rect {
            self.rect = Self.moved(rect, into: picture)
            size = turn.uprightSize(ofStored: self.rect.size)
            self.turn = turn
            self.box = turn == .topLeft ? nil : box
            isSampled = false
            return
        }
        rect = touched
        size = box.roundedSize
        turn = .topLeft
        // Whole pixels, so that nothing is blurred that need not be.
        self.box = box.rounded
        isSampled = true
    }

    /// The rectangle, moved into the picture and cut to it where it is larger.
    private static func moved(_ rect: PixelRect, into picture: PixelSize) -> PixelRect {
        let (width, height) = (min(rect.width, picture.width), min(rect.height, picture.height))
        return PixelRect(
            x: max(0, min(rect.x, picture.width - width)), y: max(0, min(rect.y, picture.height - height)),
            width: width, height: height)
    }

    /// The whole pixels that hold a box.
    private static func bounds(of box: CropBox) -> PixelRect {
        if let rect = box.rect { return rect }
        let (low, high) = box.rounded.bounds
        let (left, top) = (Int(low.x.rounded(.down)), Int(low.y.rounded(.down)))
        return PixelRect(
            x: left, y: top, width: Int(high.x.rounded(.up)) - left, height: Int(high.y.rounded(.up)) - top)
    }

    /// The pixels of the picture that a box touches; nil for none.
    private static func touched(by box: CropBox, in picture: PixelSize) -> PixelRect? {
        let bounds = bounds(of: box)
        let (left, top) = (max(0, bounds.x), max(0, bounds.y))
        let width = min(picture.width, bounds.x + bounds.width) - left
        let height = min(picture.height, bounds.y + bounds.height) - top
        return width > 0 && height > 0 ? PixelRect(x: left, y: top, width: width, height: height) : nil
    }
}

extension CropBox {
    /// The box with whole sides, and on whole pixels where it is not turned freely.
    var rounded: CropBox {
        var box = self
        if let rect {
            box = CropBox(rect)
            if let turns = quarterTurns, turns % 2 == 1 { box.size = box.size.transposed }
            (box.degrees, box.mirroredX, box.mirroredY) = (degrees, mirroredX, mirroredY)
        } else {
            box.size = roundedSize.vector
        }
        return box
    }
}

extension Limits {
    /// Refuses a crop that has more pixels than an edited image may have: padding could make it as large as one likes.
    fileprivate func check(croppedSize size: PixelSize) throws(EditError) {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard overflow || pixels > maxPixels else { return }
        throw .image(
            .limitExceeded(
                limit: "pixels in the crop", needed: overflow ? .max : pixels, allowed: maxPixels, flag: "--max-pixels")
        )
    }
}
