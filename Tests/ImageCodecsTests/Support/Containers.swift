import ImageCodecs
import Resampling

/// Numbers as containers write them.
func big(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func little(_ value: Int, _ length: Int) -> [UInt8] { big(value, length).reversed() }

/// A segment of JPEG with its marker and length.
func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] { [0xff, marker] + big(payload.count + 2, 2) + payload }

func segment(_ marker: UInt8, _ name: String, _ payload: [UInt8]) -> [UInt8] {
    segment(marker, Array(name.utf8) + payload)
}

/// A chunk of WebP, padded.
func riffChunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(payload.count, 4) + payload + [UInt8](repeating: 0, count: payload.count % 2)
}

func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
}

/// The bytes of `file` with others at an offset.
func inserting(_ bytes: [UInt8], in file: [UInt8], at offset: Int) -> [UInt8] {
    Array(file[..<offset]) + bytes + Array(file[offset...])
}

/// What lies in a JPEG: the markers in order, and for each scan its header and data.
struct JPEGParts {
    var markers: [UInt8] = []
    /// From the marker of each scan to the next marker that ends it.
    var scans: [[UInt8]] = []
    var tail: [UInt8] = []

    init(_ bytes: [UInt8]) {
        var position = 2
        while position + 4 <= bytes.count || (position + 2 <= bytes.count && bytes[position + 1] == 0xd9) {
            guard bytes[position] == 0xff, bytes[position + 1] != 0xff else {
                position += 1
                continue
            }
            let marker = bytes[position + 1]
            markers.append(marker)
            if marker == 0xd9 {
                tail = Array(bytes[(position + 2)...])
                return
            }
            let start = position
            position += 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
            guard marker == 0xda else { continue }
            while position + 1 < bytes.count,
                bytes[position] != 0xff || bytes[position + 1] == 0 || (0xd0...0xd7).contains(bytes[position + 1])
            {
                position += 1
            }
            if position + 1 >= bytes.count { position = bytes.count }
            scans.append(Array(bytes[start..<position]))
        }
    }
}

/// The chunks of a PNG in order, and what follows the last.
struct PNGParts {
    var chunks: [(type: String, whole: [UInt8])] = []
    var tail: [UInt8] = []

    init(_ bytes: [UInt8]) {
        var position = 8
        while position + 12 <= bytes.count, chunks.last?.type != "IEND" {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = min(bytes.count, position + 12 + length)
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            chunks.append((type, Array(bytes[position..<end])))
            position = end
        }
        tail = Array(bytes[position...])
    }

    var types: [String] { chunks.map(\.type) }
}

/// The chunks of a WebP in order.
struct WebPParts {
    var chunks: [(name: String, whole: [UInt8])] = []
    /// Whether the RIFF is exactly as long as the file.
    var fills: Bool

    init(_ bytes: [UInt8]) {
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
        fills = number(4) + 8 == bytes.count
        var position = 12
        while position + 8 <= bytes.count {
            let length = number(position + 4)
            let end = min(bytes.count, position + 8 + length + length % 2)
            chunks.append(
                (String(decoding: bytes[position..<position + 4], as: UTF8.self), Array(bytes[position..<end])))
            position = end
        }
    }

    var names: [String] { chunks.map(\.name) }
}

/// A sound ICC profile of at least `count` bytes.
func iccProfile(_ count: Int = 0, space: String = "RGB ") -> [UInt8] {
    let profile = space == "GRAY" ? ColorProfile.gray(name: "", .gamma(1.8)) : .displayP3
    var bytes = profile.bytes
    // Behind its elements a profile may hold anything.
    let length = max(count, bytes.count + count % 2)
    for offset in bytes.count..<length { bytes.append(UInt8(truncatingIfNeeded: offset &* 7 + offset >> 8)) }
    bytes.replaceSubrange(0..<4, with: big(length, 4))
    bytes.replaceSubrange(16..<20, with: Array(space.utf8))
    return bytes
}

/// The segments of a profile, `parts` of them.
func iccSegments(_ profile: [UInt8], parts: Int) -> [[UInt8]] {
    (0..<parts).map { part in
        let data = profile[profile.count * part / parts..<profile.count * (part + 1) / parts]
        return segment(0xe2, "ICC_PROFILE\0", [UInt8(part + 1), UInt8(parts)] + data)
    }
}
