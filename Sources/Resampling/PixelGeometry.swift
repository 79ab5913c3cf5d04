/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size of `width` × `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height.
    public var pixelCount: Int { width * height }

    /// Width and height exchanged: the size after a quarter turn.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// For example `4032×3024`.
    public var description: String { "\(width)×\(height)" }
}

/// A rectangle in whole pixels, top-left origin, y down. Which picture it refers to (upright or stored) is said where it is used.
public struct PixelRect: Sendable, Hashable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// The rectangle whose top-left pixel is (`x`, `y`).
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture of this size.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// Width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }
}

extension PixelRect: CustomStringConvertible {
    /// For example `3024×3024+504+0`, or `300×300-33+0` where it begins left of the picture.
    public var description: String { "\(size)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)" }
}
