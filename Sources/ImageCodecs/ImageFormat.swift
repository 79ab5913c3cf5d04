/// A file format that can be read and written.
public enum ImageFormat: String, Sendable, CaseIterable {
    /// JPEG (ITU T.81).
    case jpeg
    /// PNG.
    case png
    /// WebP.
    case webP = "webp"

    /// The usual file name extension, without the dot.
    public var preferredExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The name for people: `JPEG`, `PNG`, `WebP`.
    public var displayName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webP: "WebP"
        }
    }

    /// Whether the format can hold alpha.
    public var holdsAlpha: Bool { self != .jpeg }

    /// The largest width and height the format can be written with.
    public var maximumSide: Int {
        switch self {
        case .jpeg: 65500
        case .png: Int(Int32.max)
        case .webP: 16383
        }
    }
}
