/// The namespaces of XMP that mean something to the code.
enum XMPNamespace: String, CaseIterable {
    case tiff = "http://ns.adobe.com/tiff/1.0/"
    case exif = "http://ns.adobe.com/exif/1.0/"
    case basic = "http://ns.adobe.com/xap/1.0/"
    case mediaManagement = "http://ns.adobe.com/xap/1.0/mm/"
    case thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
    case note = "http://ns.adobe.com/xmp/note/"
    case gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    case appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
    case container = "http://ns.google.com/photos/1.0/container/"
    case containerItem = "http://ns.google.com/photos/1.0/container/item/"
    case embeddedImage = "http://ns.google.com/photos/1.0/image/"
    case camera = "http://ns.google.com/photos/1.0/camera/"
    case panorama = "http://ns.google.com/photos/1.0/panorama/"
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case depthMap = "http://ns.google.com/photos/1.0/depthmap/"
}

/// Reads the tags of an XMP packet one after the other: as much of XML 1.0 and of Namespaces in XML as XMP needs, and nothing
/// that XMP does not have, such as a document type.
///
/// It stops at the first thing that is not well formed. Cost: one pass; each name is looked up among at most ``maxBindings``
/// prefixes.
struct XMPScanner {
    /// A name with the namespace its prefix is bound to, nil for one that means nothing here.
    struct Name {
        var namespace: XMPNamespace?
        /// Where the name lies without its prefix.
        var local: Range<Int>
    }

    enum Tag {
        /// The content begins at `content`. Where `isEmpty`, there is none, and no end follows.
        case start(name: Name, attributes: [(name: Name, value: Range<Int>)], content: Int, isEmpty: Bool)
        /// The end of the innermost element that is open. Its content ends at `content`.
        case end(content: Int)
    }

    private struct Binding {
        var prefix: Range<Int>
        var namespace: XMPNamespace?
        var depth: Int
    }

    static let maxBindings = 128
    static let maxDepth = 256

    /// The namespaces that any prefix was bound to so far.
    private(set) var announced: Set<XMPNamespace> = []
    private var position = 0
    /// The names of the elements that are open.
    private var open: [Range<Int>] = []
    private var bindings: [Binding] = []
    private var isBroken = false
    private var hasRoot = false

    /// How many elements are open.
    var depth: Int { open.count }
    /// After the last tag: whether the packet is well formed to its end.
    var isComplete: Bool { !isBroken && hasRoot && open.isEmpty }

    /// The next tag, or nil at the end and at the first thing that is not well formed.
    mutating func next(_ bytes: Span<UInt8>) -> Tag? {
        while !isBroken, skip(to: "<", bytes) {
            if bytes.has("<!--", at: position) {
                isBroken = !skip(behind: "-->", from: position + 4, bytes)
            } else if bytes.has("<![CDATA[", at: position) {
                isBroken = open.isEmpty || !skip(behind: "]]>", from: position + 9, bytes)
            } else if bytes.has("<?", at: position) {
                isBroken = !skip(behind: "?>", from: position + 2, bytes)
            } else {
                let tag = bytes.has("</", at: position) ? end(bytes) : start(bytes)
                isBroken = tag == nil
                return tag
            }
        }
        return nil
    }

    private mutating func skip(to text: String, _ bytes: Span<UInt8>) -> Bool {
        while position < bytes.count {
            if bytes.has(text, at: position) { return true }
            position += 1
        }
        return false
    }

    private mutating func skip(behind text: String, from start: Int, _ bytes: Span<UInt8>) -> Bool {
        position = start
        guard skip(to: text, bytes) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func end(_ bytes: Span<UInt8>) -> Tag? {
        let content = position
        position += 2
        guard let name = name(bytes), let element = open.last, bytes.spells(name, as: element) else { return nil }
        skipSpace(bytes)
        guard bytes.has(">", at: position) else { return nil }
        position += 1
        close()
        return .end(content: content)
    }

    private mutating func close() {
        open.removeLast()
        while let last = bindings.last, last.depth > open.count { bindings.removeLast() }
    }

    private mutating func start(_ bytes: Span<UInt8>) -> Tag? {
        position += 1
        // One root, and nothing beside it.
        guard let element = name(bytes), open.count < Self.maxDepth, !(open.isEmpty && hasRoot) else { return nil }
        open.append(element)
        hasRoot = true
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        while true {
            let hasSpace = skipSpace(bytes)
            if bytes.has(">", at: position) || bytes.has("/>", at: position) { break }
            guard hasSpace, let attribute = attribute(bytes) else { return nil }
            if bytes.has("xmlns", at: attribute.name.lowerBound),
                attribute.name.count == 5 || bytes[attribute.name.lowerBound + 5] == UInt8(ascii: ":")
            {
                guard bind(attribute, bytes) else { return nil }
            } else {
                attributes.append(attribute)
            }
        }
        let isEmpty = bytes[position] == UInt8(ascii: "/")
        position += isEmpty ? 2 : 1
        let tag = Tag.start(
            name: resolved(element, bytes, isElement: true),
            attributes: attributes.map { (resolved($0.name, bytes, isElement: false), $0.value) }, content: position,
            isEmpty: isEmpty)
        if isEmpty { close() }
        return tag
    }

    private mutating func attribute(_ bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
        guard let name = name(bytes) else { return nil }
        skipSpace(bytes)
        guard bytes.has("=", at: position) else { return nil }
        position += 1
        skipSpace(bytes)
        guard let quote = bytes.byte(at: position), quote == 0x22 || quote == 0x27 else { return nil }
        position += 1
        let start = position
        while let byte = bytes.byte(at: position), byte != UInt8(ascii: "<") {
            position += 1
            if byte == quote { return (name, start..<position - 1) }
        }
        return nil
    }

    /// Binds a prefix, the empty one for `xmlns`, until the element ends.
    private mutating func bind(_ attribute: (name: Range<Int>, value: Range<Int>), _ bytes: Span<UInt8>) -> Bool {
        guard bindings.count < Self.maxBindings else { return false }
        let namespace = XMPNamespace.allCases.first { bytes.spells($0.rawValue, attribute.value) }
        if let namespace { announced.insert(namespace) }
        let prefix = min(attribute.name.lowerBound + 6, attribute.name.upperBound)..<attribute.name.upperBound
        bindings.append(Binding(prefix: prefix, namespace: namespace, depth: open.count))
        return true
    }

    private func resolved(_ name: Range<Int>, _ bytes: Span<UInt8>, isElement: Bool) -> Name {
        guard let colon = name.first(where: { bytes[$0] == UInt8(ascii: ":") }) else {
            // A name without a prefix has the default namespace if it is an element's, and none if it is an attribute's.
            let binding = isElement ? bindings.last { $0.prefix.isEmpty } : nil
            return Name(namespace: binding?.namespace, local: name)
        }
        let prefix = name.lowerBound..<colon
        let binding = bindings.last { bytes.spells($0.prefix, as: prefix) }
        return Name(namespace: binding?.namespace, local: colon + 1..<name.upperBound)
    }

    private mutating func name(_ bytes: Span<UInt8>) -> Range<Int>? {
        let start = position
        while let byte = bytes.byte(at: position), !Self.endsName(byte) { position += 1 }
        return position > start ? start..<position : nil
    }

    @discardableResult
    private mutating func skipSpace(_ bytes: Span<UInt8>) -> Bool {
        let start = position
        while let byte = bytes.byte(at: position), isXMLSpace(byte) { position += 1 }
        return position > start
    }

    private static func endsName(_ byte: Int) -> Bool {
        isXMLSpace(byte) || [0x22, 0x27, 0x2f, 0x3c, 0x3d, 0x3e, 0x3f, 0x21].contains(byte)
    }
}

func isXMLSpace(_ byte: Int) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

extension Span where Element == UInt8 {
    /// Whether all of a range is this text.
    func spells(_ text: String, _ range: Range<Int>) -> Bool {
        text.utf8.count == range.count && has(text, at: range.lowerBound)
    }

    /// Whether two ranges hold the same bytes.
    func spells(_ a: Range<Int>, as b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where self[a.lowerBound + index] != self[b.lowerBound + index] { return false }
        return true
    }
}
