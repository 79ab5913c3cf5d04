/// A path as the bytes the operating system uses, so that names that are not UTF-8 work like all others.
public struct BytePath: Sendable, Hashable {
    /// The bytes of the path, without a terminating zero.
    public var bytes: [UInt8]

    /// A path of given bytes. A zero byte and what follows it is cut off, as the operating system would.
    public init(bytes: [UInt8]) {
        self.bytes = bytes.firstIndex(of: 0).map { [UInt8](bytes[..<$0]) } ?? bytes
    }

    /// A path written as text, in UTF-8.
    public init(_ text: String) { self.init(bytes: [UInt8](text.utf8)) }

    /// Whether there is no byte in it.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The path of an entry of this folder.
    public func appending(_ name: BytePath) -> BytePath {
        if isEmpty { return name }
        if name.isEmpty { return self }
        return BytePath(bytes: bytes.last == slash ? bytes + name.bytes : bytes + [slash] + name.bytes)
    }

    /// What stands after the last slash; slashes at the very end do not count.
    public var lastComponent: BytePath {
        let trimmed = withoutTrailingSlashes
        let start = trimmed.lastIndex(of: slash).map { $0 + 1 } ?? 0
        return BytePath(bytes: [UInt8](trimmed[start...]))
    }

    /// The folder that holds this entry; empty where the path is a bare name.
    public var parent: BytePath {
        let trimmed = withoutTrailingSlashes
        guard let index = trimmed.lastIndex(of: slash) else { return BytePath(bytes: []) }
        return BytePath(bytes: index == 0 ? [slash] : [UInt8](trimmed[..<index]))
    }

    /// What leads here from a folder that this path begins with.
    func relative(to folder: BytePath) -> BytePath {
        let rest = bytes.dropFirst(folder.bytes.count)
        return BytePath(bytes: [UInt8](!folder.isEmpty && rest.first == slash ? rest.dropFirst() : rest))
    }

    /// The last component up to its last dot, and what follows that dot. A dot at the start begins no extension.
    public var stemAndExtension: (stem: [UInt8], pathExtension: [UInt8]?) {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, nil) }
        return ([UInt8](name[..<dot]), [UInt8](name[(dot + 1)...]))
    }

    /// Whether the bytes are UTF-8.
    public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    private var withoutTrailingSlashes: ArraySlice<UInt8> {
        var end = bytes.count
        while end > 1, bytes[end - 1] == slash { end -= 1 }
        return bytes[..<end]
    }
}

private let slash = UInt8(ascii: "/")

extension BytePath: ExpressibleByStringLiteral {
    /// A path written in the source, in UTF-8.
    public init(stringLiteral value: String) { self.init(value) }
}

extension BytePath: CustomStringConvertible {
    /// The path for people: bytes that are not UTF-8 and control characters are replaced, so that it always is one line.
    public var description: String {
        String(
            String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
                scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
            })
    }
}
