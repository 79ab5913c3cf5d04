/// A PNG file of chunks, the pixel data stored without compression. Each row is given as it is filtered.
///
/// - Parameters:
///   - filters: the filter of each row; 0 where there are fewer.
///   - pieces: the number of chunks that the pixel data is cut into.
///   - tail: chunks behind the pixels.
func png(
    _ width: Int, _ height: Int, depth: UInt8, type: UInt8, rows: [[UInt8]], filters: [UInt8] = [], pieces: Int = 1,
    chunks: [(String, [UInt8])] = [], tail: [(String, [UInt8])] = []
) -> [UInt8] {
    var raw: [UInt8] = []
    for (index, row) in rows.enumerated() { raw += [index < filters.count ? filters[index] : 0] + row }
    return png(
        width, height, depth: depth, type: type, stream: zlibStored(raw), pieces: pieces, chunks: chunks, tail: tail)
}

/// A PNG file of chunks with a ready stream of pixel data.
func png(
    _ width: Int, _ height: Int, depth: UInt8, type: UInt8, stream: [UInt8], pieces: Int = 1,
    chunks: [(String, [UInt8])] = [], tail: [(String, [UInt8])] = []
) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [depth, type, 0, 0, 0]
    let data = (0..<pieces).map { piece in
        ("IDAT", Array(stream[stream.count * piece / pieces..<stream.count * (piece + 1) / pieces]))
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    for (name, payload) in [("IHDR", header)] + chunks + data + tail + [("IEND", [])] {
        let checked = Array(name.utf8) + payload
        bytes += bigEndian(payload.count) + checked + bigEndian(checksum(checked))
    }
    return bytes
}

/// A zlib stream of one stored block, of up to 65535 bytes.
func zlibStored(_ raw: [UInt8]) -> [UInt8] {
    var stored: [UInt8] = [0x78, 0x01, 1]
    for length in [raw.count, ~raw.count] {
        stored.append(UInt8(truncatingIfNeeded: length))
        stored.append(UInt8(truncatingIfNeeded: length >> 8))
    }
    return stored + raw + bigEndian(adler(raw))
}

private func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

private func checksum(_ bytes: [UInt8]) -> Int {
    var register: UInt32 = .max
    for byte in bytes {
        register ^= UInt32(byte)
        for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xedb8_8320 : register >> 1 }
    }
    return Int(~register)
}

private func adler(_ bytes: [UInt8]) -> Int {
    var (a, b) = (1, 0)
    for byte in bytes {
        a = (a + Int(byte)) % 65521
        b = (b + a) % 65521
    }
    return b << 16 | a
}
