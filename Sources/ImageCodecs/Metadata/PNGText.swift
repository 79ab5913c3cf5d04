/// A text of a PNG file as it stands there, perhaps compressed (PNG, section 11.3.3).
public struct PNGText: Sendable, Hashable {
    /// The kinds of text chunks.
    public enum Kind: String, Sendable, CaseIterable {
        /// Latin-1.
        case tEXt
        /// Latin-1, compressed.
        case zTXt
        /// UTF-8, perhaps compressed.
        case iTXt
    }

    /// The type of the chunk.
    public var kind: Kind
    /// The data of the chunk: a keyword, a zero, and the rest.
    public var payload: [UInt8]

    /// A text chunk.
    public init(kind: Kind, payload: [UInt8]) {
        self.kind = kind
        self.payload = payload
    }

    /// The keyword of XMP (XMP part 3, section 1.1.5).
    static let xmpKeyword = "XML:com.adobe.xmp\0"
    /// How ImageMagick stores EXIF, IPTC and profiles as texts: blocks in disguise, which nobody would edit.
    static let rawProfileKeyword = "Raw profile type "
}
