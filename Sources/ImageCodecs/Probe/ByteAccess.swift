/// Checked reading of numbers and names at any offset of a file. An offset outside the bytes is answered by nil or false.
extension Span where Element == UInt8 {
    /// Whether `length` bytes lie at `offset`.
    func holds(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    func byte(at offset: Int) -> Int? { holds(1, at: offset) ? Int(self[offset]) : nil }

    func bigEndian16(at offset: Int) -> Int? {
        holds(2, at: offset) ? Int(self[offset]) << 8 | Int(self[offset + 1]) : nil
    }

    func bigEndian32(at offset: Int) -> Int? {
        guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    func littleEndian16(at offset: Int) -> Int? {
        holds(2, at: offset) ? Int(self[offset]) | Int(self[offset + 1]) << 8 : nil
    }

    func littleEndian24(at offset: Int) -> Int? {
        guard let low = littleEndian16(at: offset), let high = byte(at: offset + 2) else { return nil }
        return low | high << 16
    }

    func littleEndian32(at offset: Int) -> Int? {
        guard let low = littleEndian16(at: offset), let high = littleEndian16(at: offset + 2) else { return nil }
        return low | high << 16
    }

    /// Whether the bytes at `offset` are these.
    func has(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
        guard holds(bytes.count, at: offset) else { return false }
        var position = offset
        for byte in bytes {
            if self[position] != byte { return false }
            position += 1
        }
        return true
    }

    /// Whether the bytes at `offset` spell this text.
    func has(_ text: String, at offset: Int) -> Bool { has(text.utf8, at: offset) }
}
