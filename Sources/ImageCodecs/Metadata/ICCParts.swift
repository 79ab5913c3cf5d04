/// The parts of an ICC profile in a JPEG file, as they come (ICC.1, section B.4).
///
/// The numbers of the parts decide, not their order. A part may come again with the same bytes; anything else that does not fit
/// makes the profile unusable: a joined profile with a hole would be worse than none.
struct ICCParts {
    /// Where each part lies, by its number; nil where it has not come yet.
    private var parts: [Range<Int>?] = []
    private var isBroken = false

    /// Whether the file has any part.
    var isPresent: Bool { isBroken || !parts.isEmpty }

    /// Takes a segment if it is a part.
    mutating func take(_ segment: JPEGSegment, in bytes: Span<UInt8>) {
        guard let content = segment.content(named: JPEGSegment.profileName, marker: 0xe2, in: bytes) else { return }
        guard content.count >= 2 else {
            isBroken = true
            return
        }
        let (number, count) = (Int(bytes[content.lowerBound]), Int(bytes[content.lowerBound + 1]))
        if parts.isEmpty { parts = [Range<Int>?](repeating: nil, count: count) }
        guard count == parts.count, (1...255).contains(number), number <= count else {
            isBroken = true
            return
        }
        let data = content.lowerBound + 2..<content.upperBound
        if let earlier = parts[number - 1] {
            if !Self.areEqual(earlier, data, in: bytes) { isBroken = true }
        } else {
            parts[number - 1] = data
        }
    }

    /// The whole profile; nil where parts are missing or contradict each other, or where what they make is no profile.
    func profile(in bytes: Span<UInt8>) -> [UInt8]? {
        guard !isBroken, !parts.isEmpty else { return nil }
        var joined: [UInt8] = []
        for part in parts {
            guard let part else { return nil }
            joined.append(copying: bytes.extracting(part))
        }
        return ICCProfile.checked(joined)
    }

    private static func areEqual(_ a: Range<Int>, _ b: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for (first, second) in zip(a, b) where bytes[first] != bytes[second] { return false }
        return true
    }
}
