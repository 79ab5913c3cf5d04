public import Resampling

/// How large the edited image becomes. It never becomes larger than its crop unless enlarging is allowed.
public enum OutputSize: Sendable, Hashable {
    /// As large as the crop: nothing is scaled.
    case full
    /// The longer side at most this many pixels.
    case atMost(Int)
    /// Inside this width and height; the crop takes their aspect, unless it has its own.
    case within(width: Int, height: Int)

    /// The aspect this size asks for, if any.
    var aspect: AspectRatio? {
        guard case .within(let width, let height) = self else { return nil }
        return AspectRatio(width: width, height: height)
    }

    /// The smallest and the largest side that can be asked for: no format holds more than the largest.
    static let sides = 1...65500

    /// Whether every number lies in `sides`.
    var isValid: Bool {
        switch self {
        case .full: true
        case .atMost(let side): Self.sides.contains(side)
        case .within(let width, let height): Self.sides.contains(width) && Self.sides.contains(height)
        }
    }

    /// The size of the edited image for a crop of this size. Cost: constant.
    public func size(ofCrop crop: PixelSize, allowsEnlarging: Bool) -> PixelSize {
        let bounds: PixelSize
        switch self {
        case .full: return crop
        case .atMost(let side): bounds = PixelSize(width: side, height: side)
        case .within(let width, let height): bounds = PixelSize(width: width, height: height)
        }
        // A crop of the aspect asked for is off by up to half a pixel of rounding; the size asked for is met all the same.
        let drift = crop.width * bounds.height - crop.height * bounds.width
        let fitsBounds = allowsEnlarging || (crop.width >= bounds.width && crop.height >= bounds.height)
        if case .within = self, fitsBounds, abs(drift) <= max(bounds.width, bounds.height) / 2 { return bounds }
        let factor = min(
            Double(bounds.width) / Double(crop.width), Double(bounds.height) / Double(crop.height),
            allowsEnlarging ? .infinity : 1)
        return PixelSize(
            width: max(1, min(bounds.width, Int((Double(crop.width) * factor).rounded()))),
            height: max(1, min(bounds.height, Int((Double(crop.height) * factor).rounded()))))
    }
}

extension OutputSize: CustomStringConvertible {
    /// As it is written on the command line: `512`, `400x300` or `full`.
    public var description: String {
        switch self {
        case .full: "full"
        case .atMost(let side): "\(side)"
        case .within(let width, let height): "\(width)x\(height)"
        }
    }
}
