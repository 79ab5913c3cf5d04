import Resampling

/// What one pass over an XMP packet finds.
struct XMPSurvey {
    /// A property that an edited picture changes.
    enum Property {
        case orientation, width, height
    }

    /// The first `tiff:Orientation` that means something.
    private(set) var orientation: Orientation?
    private(set) var hasGainMap = false
    /// Whether something is said or embedded that is not true of an edited picture and cannot be made true.
    private(set) var isBound = false
    /// Where the values of properties lie that an edited picture changes, in ascending order.
    private(set) var values: [(property: Property, range: Range<Int>)] = []
    /// Whether the packet was well formed to its end.
    private(set) var isComplete = false

    private var scanner = XMPScanner()
    /// The element whose content is the value of a property.
    private var pending: (property: Property, start: Int)?
    /// The element whose content is the role of another file in the container.
    private var semantic: Int?
    /// The depth of the element below which other files are described, which this one was made from.
    private var ingredients: Int?

    init(of packet: Span<UInt8>) {
        while let tag = scanner.next(packet) {
            switch tag {
            case .start(let name, let attributes, let content, let isEmpty):
                take(name, content: content, isEmpty: isEmpty, packet)
                for attribute in attributes { take(attribute.name, attribute.value, packet) }
            case .end(let content):
                takeEnd(content, packet)
            }
        }
        isComplete = scanner.isComplete
        if scanner.announced.contains(.gainMap) || scanner.announced.contains(.appleGainMap) { hasGainMap = true }
        if hasGainMap { isBound = true }
    }

    private mutating func take(_ name: XMPScanner.Name, content: Int, isEmpty: Bool, _ packet: Span<UInt8>) {
        // A value with parts of its own cannot be exchanged.
        if pending != nil {
            pending = nil
            isBound = true
        }
        semantic = nil
        if Self.binds(name, packet) { isBound = true }
        guard !isEmpty else { return }
        if name.namespace == .mediaManagement, ingredients == nil { ingredients = scanner.depth }
        if Self.isSemantic(name, packet) { semantic = content }
        if ingredients == nil, let property = Self.property(name, packet) { pending = (property, content) }
    }

    private mutating func take(_ name: XMPScanner.Name, _ value: Range<Int>, _ packet: Span<UInt8>) {
        if Self.binds(name, packet) { isBound = true }
        if Self.isSemantic(name, packet), packet.spells("GainMap", value) { hasGainMap = true }
        if ingredients == nil, let property = Self.property(name, packet) { take(property, value, packet) }
    }

    private mutating func takeEnd(_ content: Int, _ packet: Span<UInt8>) {
        if let pending { take(pending.property, pending.start..<content, packet) }
        if let semantic, packet.spells("GainMap", packet.trimmed(semantic..<content)) { hasGainMap = true }
        pending = nil
        semantic = nil
        if let depth = ingredients, scanner.depth < depth { ingredients = nil }
    }

    private mutating func take(_ property: Property, _ range: Range<Int>, _ packet: Span<UInt8>) {
        values.append((property, range))
        let text = packet.trimmed(range)
        guard property == .orientation, orientation == nil, text.count == 1 else { return }
        orientation = Orientation(rawValue: Int(packet[text.lowerBound]) - 0x30)
    }

    private static func property(_ name: XMPScanner.Name, _ packet: Span<UInt8>) -> Property? {
        switch name.namespace {
        case .tiff where packet.spells("Orientation", name.local): .orientation
        case .tiff where packet.spells("ImageWidth", name.local): .width
        case .tiff where packet.spells("ImageLength", name.local): .height
        case .exif where packet.spells("PixelXDimension", name.local): .width
        case .exif where packet.spells("PixelYDimension", name.local): .height
        default: nil
        }
    }

    private static func isSemantic(_ name: XMPScanner.Name, _ packet: Span<UInt8>) -> Bool {
        name.namespace == .containerItem && packet.spells("Semantic", name.local)
    }

    /// Whether a property embeds the old picture, or ties the packet to what an edited file does not have: pictures or a film
    /// behind the first, a second part of the packet, places of the whole picture where faces are, or the directions it looks to.
    private static func binds(_ name: XMPScanner.Name, _ packet: Span<UInt8>) -> Bool {
        switch name.namespace {
        case .thumbnail: packet.spells("image", name.local)
        case .basic: packet.spells("Thumbnails", name.local)
        case .note: packet.spells("HasExtendedXMP", name.local)
        case .embeddedImage, .depthMap: packet.spells("Data", name.local)
        case .camera: packet.spells("MotionPhoto", name.local) || packet.spells("MicroVideo", name.local)
        case .container, .containerItem, .panorama, .regions: true
        default: false
        }
    }
}

extension Span where Element == UInt8 {
    /// A range without the white space of XML at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isXMLSpace(Int(self[start])) { start += 1 }
        while start < end, isXMLSpace(Int(self[end - 1])) { end -= 1 }
        return start..<end
    }
}
