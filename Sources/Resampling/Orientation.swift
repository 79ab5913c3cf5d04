/// How stored pixels must be turned to stand upright: the eight values of the EXIF tag `Orientation` (EXIF 2.32, 4.6.4).
///
/// Each case is named after the edges of the upright picture at which the stored row 0 and the stored column 0 lie.
public enum Orientation: Int, Sendable, CaseIterable {
    /// Stored as seen.
    case topLeft = 1
    /// Mirrored left to right.
    case topRight = 2
    /// Turned by 180°.
    case bottomRight = 3
    /// Mirrored top to bottom.
    case bottomLeft = 4
    /// Mirrored at the main diagonal.
    case leftTop = 5
    /// To be turned by 90° clockwise.
    case rightTop = 6
    /// Mirrored at the other diagonal.
    case rightBottom = 7
    /// To be turned by 90° counter-clockwise.
    case leftBottom = 8

    /// Whether columns become rows: the upright size is the stored size transposed.
    public var isTransposed: Bool { rawValue >= 5 }

    /// Whether stored column 0 lies at the right (or stored row 0, where transposed) of the upright picture.
    private var mirrorsX: Bool { [.topRight, .bottomRight, .rightTop, .rightBottom].contains(self) }
    /// Whether stored row 0 lies at the bottom (or stored column 0, where transposed) of the upright picture.
    private var mirrorsY: Bool { [.bottomRight, .bottomLeft, .rightBottom, .leftBottom].contains(self) }

    /// The size of the upright picture whose stored size is `stored`.
    public func uprightSize(ofStored stored: PixelSize) -> PixelSize { isTransposed ? stored.transposed : stored }

    /// The stored rectangle that holds the pixels of an upright one. Cost: constant.
    ///
    /// - Parameters:
    ///   - upright: a rectangle in upright pixels, inside the picture.
    ///   - stored: the stored size of the whole picture.
    public func storedRect(ofUpright upright: PixelRect, storedSize stored: PixelSize) -> PixelRect {
        let size = uprightSize(ofStored: stored)
        let x = mirrorsX ? size.width - upright.x - upright.width : upright.x
        let y = mirrorsY ? size.height - upright.y - upright.height : upright.y
        return isTransposed
            ? PixelRect(x: y, y: x, width: upright.height, height: upright.width)
            : PixelRect(x: x, y: y, width: upright.width, height: upright.height)
    }

    /// Where the stored pixel (0, 0) of a picture of upright `size` lies upright, and the steps of one stored column and row.
    ///
    /// Turning a picture is writing stored pixel (c, r) to `origin + c × column + r × row`.
    public func steps(uprightSize size: PixelSize) -> (
        origin: (x: Int, y: Int), column: (x: Int, y: Int), row: (x: Int, y: Int)
    ) {
        let origin = (x: mirrorsX ? size.width - 1 : 0, y: mirrorsY ? size.height - 1 : 0)
        let dx = mirrorsX ? -1 : 1
        let dy = mirrorsY ? -1 : 1
        if isTransposed { return (origin, column: (0, dy), row: (dx, 0)) }
        return (origin, column: (dx, 0), row: (0, dy))
    }
}
