/// The picture with the check sum that each of its chunks should have (PNG, third edition, annex D).
func withRightCheckSums(_ picture: [UInt8]) -> [UInt8] {
    var picture = picture
    var position = 8
    while position + 12 <= picture.count {
        let length = picture[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = position + 8 + length
        guard end + 4 <= picture.count else { break }
        let sum = checkSum(of: picture[position + 4..<end])
        for index in 0..<4 { picture[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
        position = end + 4
    }
    return picture
}

private func checkSum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
}

private let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ value >> 1 }
}
