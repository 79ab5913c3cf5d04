import Resampling

/// A picture with color as indices into a palette (PNG, third edition, section 11.2.2): exact, and a third of the samples or fewer.
struct IndexedBitmap {
    /// Columns and rows.
    let size: PixelSize
    /// Red, green, blue and alpha of each entry. Entries that are not opaque come first, so that the chunk of their alpha is short.
    private(set) var colors: [UInt8] = []
    /// Entries that are not opaque.
    private(set) var transparentCount = 0
    /// One index a pixel, row by row.
    private(set) var indices: [UInt8] = []

    /// Entries of the palette.
    var colorCount: Int { colors.count / 4 }

    /// The fewest bits that hold every index: 1, 2, 4 or 8.
    var bitDepth: Int { [1, 2, 4].first { colorCount <= 1 << $0 } ?? 8 }

    /// Nil where the distinct pixels, alpha included, are more than 256, and for gray pictures, which are small as they are.
    ///
    /// The palette depends on the pixels alone. Cost: one look at each pixel; a picture of many colors is given up early.
    init?(_ bitmap: Bitmap) {
        guard bitmap.layout == .rgb || bitmap.layout == .rgba else { return nil }
        size = bitmap.size
        var table = ColorTable()
        indices.reserveCapacity(size.width * size.height)
        let (samples, channels) = (bitmap.bytes.span, bitmap.layout.channels)
        var last: (color: UInt32, index: UInt8)?
        for start in stride(from: 0, to: samples.count, by: channels) {
            let color =
                UInt32(channels == 4 ? samples[start + 3] : 255) << 24 | UInt32(samples[start]) << 16
                | UInt32(samples[start + 1]) << 8 | UInt32(samples[start + 2])
            // Neighbors are often equal.
            if let last, last.color == color {
                indices.append(last.index)
                continue
            }
            guard let index = table.index(of: color) else { return nil }
            indices.append(index)
            last = (color, index)
        }
        sort(table.colors)
    }

    /// Puts the colors in order, by alpha and then by brightness, so that neighbors in the picture are often neighbors in the palette.
    private mutating func sort(_ found: [UInt32]) {
        func brightness(_ color: UInt32) -> UInt32 {
            3 * (color >> 16 & 255) + 6 * (color >> 8 & 255) + (color & 255)
        }
        let order = found.indices.sorted { first, second in
            let (a, b) = (found[first], found[second])
            return (a >> 24, brightness(a), a) < (b >> 24, brightness(b), b)
        }
        var places = [UInt8](repeating: 0, count: found.count)
        for (place, index) in order.enumerated() {
            let color = found[index]
            places[index] = UInt8(place)
            colors += [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: color >> $0) }
            if color >> 24 < 255 { transparentCount += 1 }
        }
        for position in indices.indices { indices[position] = places[Int(indices[position])] }
    }
}

/// The distinct colors of a picture, numbered as they are found: open addressing with a quarter of the slots in use at most.
private struct ColorTable {
    private(set) var colors: [UInt32] = []
    /// One more than the number of a color; 0 where there is none.
    private var slots = [UInt16](repeating: 0, count: 1024)

    /// The number of a color; nil where it would be the 257th. Cost: constant, but for colors that were chosen to collide at most 256.
    mutating func index(of color: UInt32) -> UInt8? {
        // The golden ratio spreads what differs in a few bits (Knuth, volume 3, section 6.4).
        var slot = Int((color &* 0x9e37_79b1) >> 22)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if colors[Int(number)] == color { return UInt8(number) }
            slot = (slot + 1) & 1023
        }
        guard colors.count < 256 else { return nil }
        colors.append(color)
        slots[slot] = UInt16(colors.count)
        return UInt8(colors.count - 1)
    }
}

extension Bitmap {
    /// The same picture as RGB where its alpha is opaque everywhere; itself otherwise. Cost: the pixels, once.
    var withoutOpaqueAlpha: Bitmap {
        guard layout == .rgba, stride(from: 3, to: bytes.count, by: 4).allSatisfy({ bytes[$0] == 255 }) else {
            return self
        }
        var samples: [UInt8] = []
        samples.reserveCapacity(size.width * size.height * 3)
        for start in stride(from: 0, to: bytes.count, by: 4) { samples.append(contentsOf: bytes[start..<start + 3]) }
        return Bitmap(layout: .rgb, size: size, bytes: samples)
    }
}
