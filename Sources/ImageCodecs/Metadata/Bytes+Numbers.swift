/// Writing of numbers and names as containers hold them. A number's higher bits are cut off.
extension [UInt8] {
    mutating func append(bigEndian16 value: Int) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    mutating func append(bigEndian32 value: Int) {
        append(bigEndian16: value >> 16)
        append(bigEndian16: value)
    }

    mutating func append(littleEndian24 value: Int) {
        for shift in [0, 8, 16] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func append(littleEndian32 value: Int) {
        append(littleEndian24: value)
        append(UInt8(truncatingIfNeeded: value >> 24))
    }

    mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
