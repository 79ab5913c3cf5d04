import Resampling

extension PrivateOriginal {
    static func webP(_ bytes: Span<UInt8>) throws(ImageError) -> [UInt8] {
        var file = WebPCopy(capacity: bytes.count)
        if bytes.has("VP8X", at: 12) {
            try file.takeExtended(bytes)
        } else {
            try file.takeSimple(bytes)
        }
        return file.finished()
    }
}

/// A WebP file while it is copied without what is private.
private struct WebPCopy {
    private var kept: [UInt8] = []
    /// Bytes that the last chunk claims and a cut-off file does not have.
    private var missing = 0
    private var features = WebPFeatures([])
    private static let headerOffset = 12

    init(capacity: Int) {
        kept.reserveCapacity(capacity + 1024)
        kept.append("RIFF\0\0\0\0WEBP")
    }

    /// A file of one chunk. What follows it within the RIFF is metadata where no reader looks for it.
    mutating func takeSimple(_ bytes: Span<UInt8>) throws(ImageError) {
        var walk = RIFFWalk(fileIn: bytes)
        guard let chunk = try walk.next(in: bytes) else { throw .truncated(.webP, fraction: nil) }
        guard chunk.isPicture(in: bytes) else {
            throw .malformed(.webP, offset: chunk.start, reason: "it does not begin with a picture")
        }
        append(chunk, in: bytes)
        keepEnd(of: walk)
    }

    mutating func takeExtended(_ bytes: Span<UInt8>) throws(ImageError) {
        var walk = RIFFWalk(fileIn: bytes)
        guard let header = try walk.next(in: bytes) else { throw .truncated(.webP, fraction: nil) }
        guard header.payload.count >= 10 else {
            if header.isCut { throw .truncated(.webP, fraction: nil) }
            throw .malformed(.webP, offset: header.start, reason: "its header is too short")
        }
        let start = header.payload.lowerBound
        let announced = WebPFeatures(bytes[start])
        features = announced.intersection([.animation, .alpha])
        kept.append(riffChunk: "VP8X", [0, 0, 0, 0] + [UInt8](copying: bytes.extracting(start + 4..<start + 10)))
        var (hasPicture, hasExif) = (false, false)
        while let chunk = try next(&walk, in: bytes, isEnough: hasPicture) {
            if features.contains(.animation) {
                if chunk.isNamed("ANMF", in: bytes) {
                    if try appendFrame(chunk, in: bytes) { hasPicture = true }
                } else if chunk.isNamed("ANIM", in: bytes), !chunk.isCut {
                    append(chunk, in: bytes)
                }
            } else if !hasPicture {
                // A second picture would be one that nobody sees.
                hasPicture = chunk.isPicture(in: bytes)
                if hasPicture || chunk.isNamed("ALPH", in: bytes) { append(chunk, in: bytes) }
            }
            if chunk.isNamed("ICCP", in: bytes), !features.contains(.profile), !chunk.isCut {
                features.insert(.profile)
                append(chunk, in: bytes)
            } else if chunk.isNamed("EXIF", in: bytes) {
                // A part of a block may still tell the orientation.
                if !hasExif, let exif = PrivateOriginal.exif(bytes.extracting(chunk.payload)) {
                    features.insert(.exif)
                    kept.append(riffChunk: "EXIF", exif)
                }
                hasExif = true
            }
        }
        guard hasPicture else {
            if walk.isCut { throw .truncated(.webP, fraction: nil) }
            throw .malformed(.webP, offset: nil, reason: "it holds no picture")
        }
        keepEnd(of: walk)
    }

    /// The next chunk. Behind a picture that is whole, one that claims too much ends the file: metadata never fails a picture. What
    /// is there of EXIF counts all the same, for it may turn the picture.
    private func next(_ walk: inout RIFFWalk, in bytes: Span<UInt8>, isEnough: Bool) throws(ImageError) -> RIFFChunk? {
        do { return try walk.next(in: bytes) } catch {
            guard isEnough, !features.contains(.animation) else { throw error }
            guard let last = try walk.next(in: bytes, clamps: true), last.isNamed("EXIF", in: bytes) else { return nil }
            return last
        }
    }

    /// One frame of an animation: its place, and the chunks that are its picture. False where not even its place is there.
    private mutating func appendFrame(_ frame: RIFFChunk, in bytes: Span<UInt8>) throws(ImageError) -> Bool {
        let start = frame.payload.lowerBound
        guard frame.payload.count >= 16 else {
            guard frame.isCut else { throw .malformed(.webP, offset: start, reason: "a frame is too short") }
            return false
        }
        let lengthOffset = kept.count + 4
        kept.append("ANMF\0\0\0\0")
        kept.append(copying: bytes.extracting(start..<start + 16))
        var walk = RIFFWalk(frame, from: start + 16)
        while let chunk = try walk.next(in: bytes) {
            if chunk.isPicture(in: bytes) || chunk.isNamed("ALPH", in: bytes) { append(chunk, in: bytes) }
        }
        keepEnd(of: walk)
        // Chunks are even; a part of one that was left out may not be.
        missing += (kept.count + missing) % 2
        var length: [UInt8] = []
        length.append(littleEndian32: kept.count - lengthOffset - 4 + missing)
        for (offset, byte) in length.enumerated() { kept[lengthOffset + offset] = byte }
        return true
    }

    /// A file that ends early goes on to say how long it would be.
    private mutating func keepEnd(of walk: RIFFWalk) {
        if walk.isCut, missing == 0 { missing = walk.unread }
    }

    /// A chunk as it is, as far as it is there.
    private mutating func append(_ chunk: RIFFChunk, in bytes: Span<UInt8>) {
        kept.append(copying: bytes.extracting(chunk.start..<chunk.payload.upperBound))
        if chunk.isCut {
            missing = chunk.length - chunk.payload.count + chunk.length % 2
        } else if chunk.length % 2 == 1 {
            kept.append(0)
        }
    }

    consuming func finished() -> [UInt8] {
        if kept.span.has("VP8X", at: Self.headerOffset) { kept[Self.headerOffset + 8] = features.rawValue }
        kept.setRIFFLength(missing: missing)
        return kept
    }
}

extension RIFFChunk {
    /// Whether it holds the data of a picture, alpha apart.
    fileprivate func isPicture(in bytes: Span<UInt8>) -> Bool {
        isNamed("VP8 ", in: bytes) || isNamed("VP8L", in: bytes)
    }
}
