/// The tag table of a profile: names of four letters and where their elements lie (ICC.1:2022, section 7.3).
struct ProfileTags {
    private var ranges: [Int: Range<Int>] = [:]

    /// Nil if an element does not lie within the profile, or a name comes twice. Cost: proportional to the table.
    init?(_ profile: Span<UInt8>) {
        // No profile has more, and lcms2 takes no more.
        guard let count = profile.bigEndian32(at: 128), count <= 100, profile.holds(12 * count, at: 132) else {
            return nil
        }
        for place in stride(from: 132, to: 132 + 12 * count, by: 12) {
            guard let name = profile.bigEndian32(at: place), let offset = profile.bigEndian32(at: place + 4),
                let length = profile.bigEndian32(at: place + 8), offset >= 132 + 12 * count,
                profile.holds(length, at: offset), ranges.updateValue(offset..<offset + length, forKey: name) == nil
            else { return nil }
        }
    }

    private func range(_ name: String) -> Range<Int>? { ranges[name.utf8.reduce(0) { $0 << 8 | Int($1) }] }

    /// Whether there is an element of this name.
    func has(_ name: String) -> Bool { range(name) != nil }

    /// What an element holds. Nil if there is none of this name.
    func read<Content>(_ name: String, in profile: Span<UInt8>, _ content: (Span<UInt8>) -> Content?) -> Content? {
        range(name).flatMap { content(profile.extracting($0)) }
    }
}
