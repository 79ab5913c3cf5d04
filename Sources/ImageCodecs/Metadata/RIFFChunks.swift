/// One chunk of a WebP file, or of a frame inside one (RFC 9649, section 2.3).
struct RIFFChunk {
    /// Where its name lies.
    var start: Int
    /// The length that it says its data has.
    var length: Int
    /// Its data; ends where the file does, if that is earlier.
    var payload: Range<Int>

    /// Whether the file ends inside it.
    var isCut: Bool { payload.count < length }

    func isNamed(_ name: String, in bytes: Span<UInt8>) -> Bool { bytes.has(name, at: start) }
}

/// Walks over a run of chunks.
struct RIFFWalk {
    private var position: Int
    private let end: Int
    /// Bytes of the run that lie behind the end of the file.
    private let missing: Int

    /// The chunks of a whole file, from behind its header to where that says it ends.
    init(fileIn bytes: Span<UInt8>) {
        let length = bytes.littleEndian32(at: 4) ?? 0
        position = 12
        end = Swift.min(bytes.count, length + 8)
        missing = length + 8 - end
    }

    /// The chunks in another chunk, from an offset on.
    init(_ chunk: RIFFChunk, from position: Int) {
        self.position = position
        end = chunk.payload.upperBound
        missing = chunk.length - chunk.payload.count + (chunk.isCut ? chunk.length % 2 : 0)
    }

    /// Bytes of the run that were not handed out, because they are not there or too few for a chunk.
    var unread: Int { missing + Swift.max(0, end - position) }

    /// Whether the file ends inside the run.
    var isCut: Bool { missing > 0 }

    /// The next chunk; nil at the end.
    ///
    /// - Parameter clamps: whether a chunk that is longer than what it lies in is handed out as the last one, with what is there.
    /// - Throws: ``ImageError/malformed(_:offset:reason:)`` for a chunk that is longer than what it lies in says it is, whether or not that
    ///   is cut off.
    mutating func next(in bytes: Span<UInt8>, clamps: Bool = false) throws(ImageError) -> RIFFChunk? {
        guard position <= end - 8, let length = bytes.littleEndian32(at: position + 4) else { return nil }
        let start = position
        let payload = start + 8..<Swift.min(start + 8 + length, end)
        if length > end + missing - start - 8 {
            if clamps {
                position = end
                return RIFFChunk(start: start, length: payload.count, payload: payload)
            }
            throw .malformed(.webP, offset: start, reason: "a chunk is longer than what it lies in")
        }
        position = start + 8 + length + length % 2
        return RIFFChunk(start: start, length: length, payload: payload)
    }
}

extension [UInt8] {
    /// Appends a chunk of WebP, padded to an even length.
    mutating func append(riffChunk name: String, _ payload: [UInt8]) {
        append(name)
        append(littleEndian32: payload.count)
        append(contentsOf: payload)
        if payload.count % 2 == 1 { append(0) }
    }

    /// Writes the length of a RIFF whose header these bytes begin with.
    ///
    /// - Parameter missing: bytes that chunks claim and a cut-off file does not have.
    mutating func setRIFFLength(missing: Int = 0) {
        var length: [UInt8] = []
        length.append(littleEndian32: count - 8 + missing)
        for (offset, byte) in length.enumerated() { self[4 + offset] = byte }
    }
}
