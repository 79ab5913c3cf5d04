import Resampling

/// What is cut off the edited image: it becomes transparent there, or takes the background where its format has no transparency.
public enum Mask: Sendable, Hashable {
    /// Everything outside of the ellipse that touches the four sides: a circle in a square.
    case ellipse
    /// The corners, rounded by this fraction of the shorter side, 0…0.5.
    case roundedRectangle(radius: Double)

    /// Width and height of a corner of an image of this size, in pixels.
    func corner(in size: PixelSize) -> SIMD2<Double> {
        switch self {
        case .ellipse: size.vector / 2
        case .roundedRectangle(let radius): SIMD2(repeating: radius * Double(min(size.width, size.height)))
        }
    }

    /// - Throws: `invalidOptions` where the radius is not a fraction up to one half.
    func validate() throws(EditError) {
        if case .roundedRectangle(let radius) = self, !(0...0.5).contains(radius) {
            throw .invalidOptions(reason: "the radius of the mask is \(radius), not 0 to 0.5 of the shorter side")
        }
    }
}
