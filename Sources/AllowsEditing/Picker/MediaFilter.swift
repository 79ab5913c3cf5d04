/// Which formats are picked. A file is told by its first bytes, never by its name.
public struct MediaFilter: OptionSet, Sendable, Hashable {
    /// One bit for each format.
    public let rawValue: UInt8

    /// A filter of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpeg = MediaFilter(rawValue: 1)
    /// PNG.
    public static let png = MediaFilter(rawValue: 2)
    /// WebP.
    public static let webP = MediaFilter(rawValue: 4)
    /// Every format there is.
    public static let image: MediaFilter = [.jpeg, .png, .webP]

    /// One format.
    public init(_ format: ImageFormat) {
        self =
            switch format {
            case .jpeg: .jpeg
            case .png: .png
            case .webP: .webP
            }
    }

    /// The formats, in a fixed order.
    public var formats: [ImageFormat] { ImageFormat.allCases.filter { contains(MediaFilter($0)) } }

    /// Whether pictures of this format are picked.
    public func allows(_ format: ImageFormat) -> Bool { contains(MediaFilter(format)) }
}

// The uniform type identifiers of Apple's systems.
extension MediaFilter {
    private static let identifiers: [(identifier: String, filter: MediaFilter)] = [
        ("public.image", .image), ("public.jpeg", .jpeg), ("public.png", .png), ("org.webmproject.webp", .webP),
        ("public.webp", .webP),
    ]

    /// The formats of type identifiers, as `mediaTypes` of `UIImagePickerController` takes them.
    ///
    /// - Throws: ``PickerError/unknownMediaType(_:)`` for the first that is not `public.image`, `public.jpeg`, `public.png`,
    ///   `org.webmproject.webp` or `public.webp`; for `public.movie` too: a wish that cannot be met is not passed over.
    public init(typeIdentifiers: [String]) throws(PickerError) {
        var filter: MediaFilter = []
        for identifier in typeIdentifiers {
            guard let known = Self.identifiers.first(where: { $0.identifier == identifier }) else {
                throw .unknownMediaType(identifier)
            }
            filter.formUnion(known.filter)
        }
        self = filter
    }

    /// One type identifier for each format.
    public var typeIdentifiers: [String] {
        Self.identifiers.filter { $0.filter != .image && $0.identifier != "public.webp" && contains($0.filter) }
            .map(\.identifier)
    }
}

extension MediaFilter: CustomStringConvertible {
    /// The formats for people: `JPEG, PNG or WebP`.
    public var description: String {
        let names = formats.map(\.displayName)
        guard let last = names.last else { return "no format" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
    }
}
