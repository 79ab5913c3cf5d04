import Resampling

/// Reads the chunks of a WebP file (RFC 9649).
enum WebPProbe {
    /// What the header of a bitstream says.
    private struct Bitstream {
        var size: PixelSize
        var hasAlpha: Bool
        var isLossless: Bool
    }

    static func info(of bytes: Span<UInt8>, _ meter: inout HeaderMeter) throws(ImageError) -> ImageInfo {
        guard bytes.holds(8, at: 12), let riff = bytes.littleEndian32(at: 4) else {
            throw .truncated(.webP, fraction: nil)
        }
        let end = riff + 8
        guard bytes.has("VP8X", at: 12) else {
            guard let bitstream = try bitstream(bytes, at: 12, end: end) else {
                throw .malformed(.webP, offset: 12, reason: "it does not begin with a picture")
            }
            return info(of: bitstream, size: bitstream.size)
        }
        try requireChunk(at: 12, ofAtLeast: 10, in: bytes, end: end)
        guard let flags = bytes.byte(at: 20), let width = bytes.littleEndian24(at: 24),
            let height = bytes.littleEndian24(at: 27)
        else { throw .truncated(.webP, fraction: nil) }
        return try extended(
            bytes.extracting(0..<min(bytes.count, end)), canvas: PixelSize(width: width + 1, height: height + 1),
            flags: flags, end: end, &meter)
    }

    private static func info(of bitstream: Bitstream, size: PixelSize) -> ImageInfo {
        var info = ImageInfo(format: .webP, storedSize: size, channels: 3, hasAlpha: bitstream.hasAlpha)
        info.isLossless = bitstream.isLossless
        info.chromaSubsampling = bitstream.isLossless ? nil : .yuv420
        return info
    }

    /// A file with a canvas: metadata, alpha and animation lie in chunks of their own, EXIF often last.
    private static func extended(
        _ bytes: Span<UInt8>, canvas: PixelSize, flags: Int, end: Int, _ meter: inout HeaderMeter
    ) throws(ImageError) -> ImageInfo {
        let isAnimated = flags & 0x02 != 0
        var picture: Bitstream?
        var metadata = HeaderMetadata()
        var (hasProfile, hasXMP) = (false, false)
        var hasAlphaPlane = false
        var position = 12
        while let length = bytes.littleEndian32(at: position + 4) {
            try meter.addChunk()
            let payload = position + 8..<position + 8 + length
            if bytes.has("ALPH", at: position) {
                hasAlphaPlane = true
            } else if bytes.has("ANMF", at: position), isAnimated, picture == nil {
                picture = try frame(bytes, at: position, canvas: canvas, end: end)
            } else if bytes.has("VP8 ", at: position) || bytes.has("VP8L", at: position), !isAnimated, picture == nil {
                picture = try bitstream(bytes, at: position, end: end)
            } else if bytes.has("EXIF", at: position) {
                metadata.takeExif(payload)
            } else if bytes.has("XMP ", at: position), !hasXMP {
                hasXMP = true
                metadata.takeXMP(bytes.extracting(payload.clamped(to: 0..<bytes.count)))
            } else if bytes.has("ICCP", at: position), !hasProfile {
                hasProfile = true
                let profile = bytes.extracting(payload.clamped(to: 0..<bytes.count))
                if !ICCProfile.isSound(profile) { metadata.add(.profileInvalid) }
            }
            if bytes.has("ANMF", at: position) {
                try meter.addFrame()
            } else if !["VP8 ", "VP8L", "ALPH"].contains(where: { bytes.has($0, at: position) }) {
                // A chunk may claim more than there is.
                try meter.addMetadata(min(length, bytes.count - payload.lowerBound))
            }
            position = payload.upperBound + length % 2
        }
        guard var picture else {
            if end > bytes.count || position > bytes.count { throw .truncated(.webP, fraction: nil) }
            throw .malformed(.webP, offset: nil, reason: "it holds no picture")
        }
        // libwebp believes the header of a lossy picture, and a lossless picture's own.
        if !isAnimated, hasAlphaPlane || (flags & 0x10 != 0 && !picture.isLossless) { picture.hasAlpha = true }
        var info = info(of: picture, size: canvas)
        info.isAnimated = isAnimated
        if isAnimated { info.frameCount = meter.frames }
        metadata.apply(to: &info, in: bytes)
        return info
    }

    /// The first frame of an animation. Where it does not cover the canvas, the canvas is transparent.
    private static func frame(_ bytes: Span<UInt8>, at offset: Int, canvas: PixelSize, end: Int) throws(ImageError)
        -> Bitstream?
    {
        try requireChunk(at: offset, ofAtLeast: 16, in: bytes, end: end)
        let start = offset + 8
        guard let length = bytes.littleEndian32(at: offset + 4), let width = bytes.littleEndian24(at: start + 6),
            let height = bytes.littleEndian24(at: start + 9)
        else { throw .truncated(.webP, fraction: nil) }
        var position = start + 16
        let hasAlphaPlane = bytes.has("ALPH", at: position)
        while position < start + length, let chunkLength = bytes.littleEndian32(at: position + 4) {
            if var picture = try bitstream(bytes, at: position, end: start + length) {
                let covers = width + 1 == canvas.width && height + 1 == canvas.height
                picture.hasAlpha = picture.hasAlpha || hasAlphaPlane || !covers
                return picture
            }
            position += 8 + chunkLength + chunkLength % 2
        }
        return nil
    }

    /// The header of the bitstream chunk at `offset`, or nil if the chunk is another one.
    ///
    /// - Parameter end: where the file, or the frame around the chunk, says that it ends.
    private static func bitstream(_ bytes: Span<UInt8>, at offset: Int, end: Int) throws(ImageError) -> Bitstream? {
        let start = offset + 8
        if bytes.has("VP8 ", at: offset) {
            try requireChunk(at: offset, ofAtLeast: 10, in: bytes, end: end)
            guard let width = bytes.littleEndian16(at: start + 6), let height = bytes.littleEndian16(at: start + 8)
            else { throw .truncated(.webP, fraction: nil) }
            guard bytes[start] & 1 == 0, bytes.has([0x9d, 0x01, 0x2a], at: start + 3) else {
                throw .malformed(.webP, offset: start, reason: "no key frame begins here")
            }
            return try checked(width & 0x3fff, height & 0x3fff, hasAlpha: false, isLossless: false, at: start)
        }
        if bytes.has("VP8L", at: offset) {
            try requireChunk(at: offset, ofAtLeast: 5, in: bytes, end: end)
            guard let bits = bytes.littleEndian32(at: start + 1) else { throw .truncated(.webP, fraction: nil) }
            guard bytes[start] == 0x2f, bits >> 29 == 0 else {
                throw .malformed(.webP, offset: start, reason: "no lossless picture begins here")
            }
            return try checked(
                (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1, hasAlpha: bits >> 28 & 1 == 1, isLossless: true,
                at: start)
        }
        return nil
    }

    /// Checks that a chunk holds what is going to be read of it. One that says it is shorter is malformed, for the bytes behind it
    /// belong to other chunks; one that the end of the file cuts off is truncated.
    private static func requireChunk(at offset: Int, ofAtLeast least: Int, in bytes: Span<UInt8>, end: Int)
        throws(ImageError)
    {
        guard let length = bytes.littleEndian32(at: offset + 4) else { throw .truncated(.webP, fraction: nil) }
        guard length >= least, offset + 8 + least <= end else {
            throw .malformed(.webP, offset: offset, reason: "a chunk is too short for its header")
        }
        guard bytes.holds(least, at: offset + 8) else { throw .truncated(.webP, fraction: nil) }
    }

    private static func checked(_ width: Int, _ height: Int, hasAlpha: Bool, isLossless: Bool, at offset: Int)
        throws(ImageError) -> Bitstream
    {
        guard width > 0, height > 0 else {
            throw .malformed(.webP, offset: offset, reason: "a size of \(width)×\(height)")
        }
        return Bitstream(
            size: PixelSize(width: width, height: height), hasAlpha: hasAlpha, isLossless: isLossless)
    }
}
