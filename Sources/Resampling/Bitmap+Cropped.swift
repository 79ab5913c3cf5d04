extension Bitmap {
    /// A part of the picture, pixel by pixel. Cost: the pixels of the part.
    ///
    /// - Parameter rect: whole pixels of this picture.
    /// - Precondition: `rect` lies in the picture.
    public func cropped(to rect: PixelRect) -> Bitmap {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.width >= 0 && rect.height >= 0 && rect.width <= size.width - rect.x
                && rect.height <= size.height - rect.y,
            "the rectangle \(rect) does not lie in the picture of \(size)")
        let channels = layout.channels
        var cropped: [UInt8] = []
        cropped.reserveCapacity(rect.width * rect.height * channels)
        for y in rect.y..<rect.y + rect.height {
            let start = (y * size.width + rect.x) * channels
            cropped.append(contentsOf: bytes[start..<start + rect.width * channels])
        }
        return Bitmap(layout: layout, size: rect.size, bytes: cropped)
    }
}
