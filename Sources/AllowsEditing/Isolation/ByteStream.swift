/// Puts numbers, texts and bytes one behind the other.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        let value = UInt64(truncatingIfNeeded: value)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
    }

    mutating func put(_ value: Double) { put(value.bitPattern) }

    mutating func put(_ value: [UInt8]) {
        put(value.count)
        bytes += value
    }

    mutating func put(_ text: String) { put([UInt8](text.utf8)) }
}

/// Reads what a `ByteWriter` put. What comes from another process is checked: everything is nil that is not there.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> Int? {
        guard bytes.count - position >= 8 else { return nil }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += 8
        return Int(truncatingIfNeeded: Int64(bitPattern: value))
    }

    mutating func double() -> Double? { number().map { Double(bitPattern: UInt64(bitPattern: Int64($0))) } }

    mutating func data() -> [UInt8]? {
        guard let count = number(), count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func text() -> String? { data().map { String(decoding: $0, as: UTF8.self) } }
}
