/// Oddities of a file that could be decoded all the same.
public struct DecodeFindings: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt32

    /// A set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Entropy-coded data was damaged, and the damage concealed.
    public static let corruptData = DecodeFindings(rawValue: 1 << 0)
    /// Bytes that belong to no segment. Pixels are whole.
    public static let extraneousBytes = DecodeFindings(rawValue: 1 << 1)
    /// An ancillary chunk fails its check sum and was left out. Pixels are whole.
    public static let ancillaryChecksum = DecodeFindings(rawValue: 1 << 2)
    /// A warning of the library without consequence for the pixels.
    public static let otherWarning = DecodeFindings(rawValue: 1 << 3)

    /// The findings as short words, as records carry them.
    public var names: [String] {
        let all: [(DecodeFindings, String)] = [
            (.corruptData, "corrupt-data"), (.extraneousBytes, "extraneous-bytes"),
            (.ancillaryChecksum, "ancillary-checksum"), (.otherWarning, "decoder-warning"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
