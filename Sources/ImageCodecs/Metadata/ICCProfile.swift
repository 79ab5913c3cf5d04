/// What a container must know of an ICC profile (ICC.1, section 7.2). What its tags say is nothing to it.
enum ICCProfile {
    /// The most that is taken for a profile, in bytes.
    static let maximumSize = ColorProfile.maxBytes

    private static let headerSize = 128

    /// The profile, without what may follow it; nil if it is none or not whole.
    static func checked(_ bytes: [UInt8]) -> [UInt8]? {
        guard let size = size(of: bytes.span) else { return nil }
        return size == bytes.count ? bytes : Array(bytes.prefix(size))
    }

    /// Whether the bytes begin with a whole profile.
    static func isSound(_ bytes: Span<UInt8>) -> Bool { size(of: bytes) != nil }

    private static func size(of bytes: Span<UInt8>) -> Int? {
        guard let size = bytes.bigEndian32(at: 0), size > headerSize, size <= bytes.count, size <= maximumSize,
            bytes.has("acsp", at: 36)
        else { return nil }
        return size
    }

    /// Whether a picture with this many color components, without alpha, may carry the profile.
    ///
    /// A profile for inks must not stand in a picture that became RGB when it was decoded.
    static func fits(_ profile: [UInt8], components: Int) -> Bool {
        let span = profile.span
        return span.has("GRAY", at: 16) ? components == 1 : span.has("RGB ", at: 16) && components == 3
    }
}
