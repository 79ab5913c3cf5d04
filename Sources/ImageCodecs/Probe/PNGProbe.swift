import Resampling

/// Reads the header chunk of a PNG file and the names of the others (PNG, third edition).
enum PNGProbe {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    static func info(of bytes: Span<UInt8>, _ meter: inout HeaderMeter) throws(ImageError) -> ImageInfo {
        var info = try header(bytes)
        var position = 33
        var metadata = PNGMetadataProbe()
        var hasPalette = false
        var hasPixels = false
        while let length = bytes.bigEndian32(at: position), bytes.holds(length, at: position + 8) {
            try meter.addChunk()
            let payload = position + 8..<position + 8 + length
            if bytes.has("IDAT", at: position + 4) {
                hasPixels = true
            } else if bytes.has("fdAT", at: position + 4) {
                // Pixels of a later frame.
            } else if bytes.has("fcTL", at: position + 4) {
                try meter.addFrame()
            } else if bytes.has("PLTE", at: position + 4) {
                hasPalette = true
            } else if bytes.has("tRNS", at: position + 4) {
                // Where the standard does not allow it, the decoder passes it over too.
                if !hasPixels, !info.isPalette || hasPalette { takeTransparency(length, &info) }
            } else if bytes.has("acTL", at: position + 4) {
                if !hasPixels { info.isAnimated = true }
            } else if bytes.has("IEND", at: position + 4) {
                break
            }
            if !bytes.has("IDAT", at: position + 4), !bytes.has("fdAT", at: position + 4) {
                try meter.addMetadata(length)
                metadata.take(chunkAt: position, in: bytes)
            }
            position = payload.upperBound + 4
        }
        if info.isAnimated { info.frameCount = max(1, meter.frames) }
        metadata.apply(to: &info, in: bytes)
        return info
    }

    private static func takeTransparency(_ length: Int, _ info: inout ImageInfo) {
        // A gray or color picture names one transparent color, of two bytes per sample.
        if !info.hasAlpha, info.isPalette ? (1...256).contains(length) : length == 2 * info.channels {
            info.hasAlpha = true
        }
    }

    private static func header(_ bytes: Span<UInt8>) throws(ImageError) -> ImageInfo {
        guard bytes.count >= 33 else { throw .truncated(.png, fraction: 0) }
        guard bytes.bigEndian32(at: 8) == 13, bytes.has("IHDR", at: 12), let width = bytes.bigEndian32(at: 16),
            let height = bytes.bigEndian32(at: 20)
        else { throw .malformed(.png, offset: 8, reason: "it does not begin with a header chunk") }
        let sides = 1...Int(Int32.max)
        guard sides.contains(width), sides.contains(height) else {
            throw .malformed(.png, offset: 16, reason: "a size of \(width)×\(height)")
        }
        let (depth, type) = (Int(bytes[24]), Int(bytes[25]))
        let depths =
            switch type {
            case 0: [1, 2, 4, 8, 16]
            case 3: [1, 2, 4, 8]
            case 2, 4, 6: [8, 16]
            default: [Int]()
            }
        guard depths.contains(depth) else {
            throw .malformed(.png, offset: 24, reason: "color type \(type) with \(depth) bits")
        }
        guard bytes[26] == 0, bytes[27] == 0, bytes[28] <= 1 else {
            throw .malformed(.png, offset: 26, reason: "an unknown compression, filter or interlace method")
        }
        var info = ImageInfo(
            format: .png, storedSize: PixelSize(width: width, height: height), channels: type & 2 != 0 ? 3 : 1,
            hasAlpha: type & 4 != 0, bitDepth: depth)
        info.isPalette = type == 3
        info.isInterlaced = bytes[28] == 1
        info.isLossless = true
        return info
    }
}
