import Resampling

/// The size of the pictures below.
let pictureSize = PixelSize(width: 5, height: 3)

/// The most that a segment of JPEG holds beside its length and the six bytes of its name.
private let largestExif = 65535 - 2 - 6

/// The start of a JPEG up to its first scan, with `exif` in a segment APP1.
func jpeg(exif: [UInt8]) -> [UInt8] {
    let exif = Array("Exif\0\0".utf8) + exif.prefix(largestExif)
    return [0xff, 0xd8, 0xff, 0xe1] + bigEndian(exif.count + 2, bytes: 2) + exif
        + [0xff, 0xc0, 0, 11, 8, 0, 3, 0, 5, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
}

/// The header of a PNG, with `exif` in a chunk eXIf.
func png(exif: [UInt8]) -> [UInt8] {
    // Unlike the other two without six bytes before the TIFF structure, unless the input would be taken for them. Nobody looks
    // at the check sums.
    let name = Array("Exif\0".utf8)
    let exif = (exif.starts(with: name) ? name + [0] : []) + exif.prefix(largestExif)
    return [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10] + chunk("IHDR", [0, 0, 0, 5, 0, 0, 0, 3, 8, 0, 0, 0, 0])
        + chunk("eXIf", exif) + chunk("IEND", [])
}

/// The chunks of a WebP, with `exif` in the last one.
func webP(exif: [UInt8]) -> [UInt8] {
    let exif = Array("Exif\0\0".utf8) + exif.prefix(largestExif)
    let padding = [UInt8](repeating: 0, count: exif.count % 2)
    // The size of a lossless picture stands in two numbers of 14 bits, each less one.
    let chunks =
        Array("WEBPVP8X".utf8) + littleEndian(10) + [8, 0, 0, 0, 4, 0, 0, 2, 0, 0]
        + Array("VP8L".utf8) + littleEndian(6) + [0x2f] + littleEndian(4 | 2 << 14) + [0]
        + Array("EXIF".utf8) + littleEndian(exif.count) + exif + padding
    return Array("RIFF".utf8) + littleEndian(chunks.count) + chunks
}

private func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    bigEndian(payload.count, bytes: 4) + Array(name.utf8) + payload + [0, 0, 0, 0]
}

private func bigEndian(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func littleEndian(_ value: Int) -> [UInt8] { bigEndian(value, bytes: 4).reversed() }
