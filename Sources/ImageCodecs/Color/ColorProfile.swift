/// An ICC profile whose header and tag table have been checked, and that can be read (ICC.1:2022).
public struct ColorProfile: Sendable {
    /// What the pixels of a profile's device consist of.
    public enum Space: Sendable, Hashable {
        /// Gray.
        case gray
        /// Red, green, blue.
        case rgb
        /// Cyan, magenta, yellow, black.
        case cmyk
        /// CIE L\*a\*b\*.
        case lab
        /// Any other.
        case other
    }

    /// The largest profile that is read, in bytes: 4 MiB. Those for print have up to two.
    public static let maxBytes = 4 << 20

    /// The profile alone: what lies behind the length that it declares is dropped.
    public let bytes: [UInt8]
    /// The profile's description; empty if it has none. Control characters are dropped.
    public let name: String
    /// What its pixels consist of.
    public let space: Space
    let model: ProfileModel
    /// Display, input, output or color space: the classes that describe pixels.
    private let isOfPixels: Bool

    /// Nil if the profile is broken: its length, its signature, an element outside of it, no way to read it, curves that make
    /// everything black or white. Cost: proportional to its tag table and curves.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes, let size = bytes.span.bigEndian32(at: 0), size >= 132,
            size <= bytes.count
        else { return nil }
        let bytes = size == bytes.count ? bytes : Array(bytes[..<size])
        let profile = bytes.span
        guard profile.has("acsp", at: 36), let tags = ProfileTags(profile), let model = ProfileModel(profile, tags)
        else { return nil }
        self.bytes = bytes
        self.model = model
        name = tags.read("desc", in: profile, ProfileName.text) ?? ""
        space = Space(profile)
        isOfPixels = profile.hasOne(of: ["mntr", "scnr", "prtr", "spac"], at: 12)
    }

    /// Whether pixels of 1 (gray), 3 (RGB) or 4 (CMYK) channels can be described by it, alpha not counted.
    public func fits(channels: Int) -> Bool {
        switch channels {
        case 1: isOfPixels && space == .gray
        case 3: isOfPixels && space == .rgb
        case 4: isOfPixels && space == .cmyk
        default: false
        }
    }
}

extension ColorProfile {
    /// The profile with other names for its elements of multiple processes (ICC.1:2022, section 10.16), which lcms2 then passes over.
    ///
    /// A few bytes of such an element can stand for hours of work and gigabytes of tables. They are an addition to the tables
    /// that every profile must have, so nothing is lost.
    var bytesWithoutProcesses: [UInt8] {
        var result = bytes
        let profile = bytes.span
        for index in 0..<(profile.bigEndian32(at: 128) ?? 0) {
            let place = 132 + 12 * index
            guard let offset = profile.bigEndian32(at: place + 4) else { break }
            if profile.has("mpet", at: offset) {
                result.replaceSubrange(place..<place + 4, with: [0x6d, 0x70, 0x65, UInt8(truncatingIfNeeded: index)])
            }
        }
        return result
    }
}

/// Profiles are equal if their bytes are.
extension ColorProfile: Hashable {
    /// Whether the bytes are the same.
    public static func == (left: ColorProfile, right: ColorProfile) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension ColorProfile.Space {
    fileprivate init(_ profile: Span<UInt8>) {
        self =
            if profile.has("GRAY", at: 16) {
                .gray
            } else if profile.has("RGB ", at: 16) {
                .rgb
            } else if profile.has("CMYK", at: 16) {
                .cmyk
            } else if profile.has("Lab ", at: 16) {
                .lab
            } else {
                .other
            }
    }
}

extension Span where Element == UInt8 {
    fileprivate func hasOne(of texts: [String], at offset: Int) -> Bool {
        for text in texts where has(text, at: offset) { return true }
        return false
    }
}
