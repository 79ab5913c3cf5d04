import Resampling

@testable import AllowsEditing

extension Bitmap {
    /// A dull picture with something colorful and detailed in it, whose middle lies at these fractions.
    static func subject(atX x: Double, y: Double, in size: PixelSize, layout: PixelLayout = .rgb) -> Bitmap {
        let radius = min(size.width, size.height) / 6
        let (left, top) = (Int(x * Double(size.width)), Int(y * Double(size.height)))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * layout.channels)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (dx, dy) = (column - left, row - top)
                let isInside = dx * dx + dy * dy < radius * radius
                let isDark = (column / 9 + row / 9) % 2 == 0
                let ground = UInt8(120 + (column + 2 * row) % 64 / 16)
                let pixel: [UInt8] = isInside ? (isDark ? [160, 30, 20] : [240, 150, 40]) : [ground, ground, ground]
                switch layout {
                case .gray: bytes.append(pixel[0])
                case .grayAlpha: bytes += [pixel[0], isInside ? 255 : 200]
                case .rgb: bytes += pixel
                case .rgba: bytes += pixel + [isInside ? 255 : 200]
                }
            }
        }
        return Bitmap(layout: layout, size: size, bytes: bytes)
    }
}

extension Orientation {
    /// The orientation that undoes this one.
    var inverse: Orientation {
        switch self {
        case .rightTop: .leftBottom
        case .leftBottom: .rightTop
        default: self
        }
    }
}
