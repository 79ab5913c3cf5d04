/// One chunk of a PNG file (PNG, section 5.3).
struct PNGChunk {
    /// From its length to its check sum; ends where the file does, if that is earlier.
    var whole: Range<Int>
    /// Its data, likewise.
    var payload: Range<Int>
    /// Whether the file ends inside its data.
    var isCut: Bool

    private var typeStart: Int { whole.lowerBound + 4 }

    fileprivate init(start: Int, length: Int, end: Int) {
        whole = start..<Swift.min(start + 12 + length, end)
        payload = start + 8..<Swift.min(start + 8 + length, end)
        isCut = payload.count < length
    }

    func isOf(type: String, in bytes: Span<UInt8>) -> Bool { bytes.has(type, at: typeStart) }

    func isOf(types: [String], in bytes: Span<UInt8>) -> Bool {
        types.contains { bytes.has($0, at: typeStart) }
    }

    func hasRightChecksum(in bytes: Span<UInt8>) -> Bool {
        let checked = bytes.extracting(typeStart..<payload.upperBound)
        return bytes.bigEndian32(at: payload.upperBound) == Int(Zlib.checksum(checked))
    }
}

/// Walks over the chunks of a PNG file.
struct PNGWalk {
    private var position: Int

    /// From the first chunk on, or from the one that begins at `position`.
    init(from position: Int = 8) { self.position = position }

    /// The next chunk; nil where the file ends.
    mutating func next(in bytes: Span<UInt8>) -> PNGChunk? {
        guard let length = bytes.bigEndian32(at: position), bytes.holds(8, at: position) else { return nil }
        let chunk = PNGChunk(start: position, length: length, end: bytes.count)
        position += 12 + length
        return chunk
    }
}

extension [UInt8] {
    /// Appends a whole chunk of PNG.
    mutating func append(pngChunk type: String, _ payload: [UInt8]) {
        append(bigEndian32: payload.count)
        let start = count
        append(type)
        append(contentsOf: payload)
        let checksum = Zlib.checksum(span.extracting(start..<count))
        append(bigEndian32: Int(checksum))
    }
}
