import Resampling
import Testing

@testable import ImageCodecs

@Suite("XMP packets")
struct XMPPacketTests {
    private static let tiff = "xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\""
    private static let exif = "xmlns:exif='http://ns.adobe.com/exif/1.0/'"

    /// A whole packet around the attributes and the content of one description.
    private func packet(_ attributes: String, _ content: String = "") -> String {
        """
        <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" \(attributes)>\(content)</rdf:Description>
        </rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    private func orientation(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        return XMPPacket.orientation(in: bytes.span)?.rawValue
    }

    private func announces(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return XMPPacket.announcesGainMap(bytes.span)
    }

    private func edited(_ bytes: [UInt8]) -> [UInt8]? {
        XMPPacket.edited(bytes.span, size: PixelSize(width: 640, height: 48))
    }

    private func edited(_ text: String) -> String? {
        edited(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("the orientation of an attribute, in either quotes", arguments: 1...8)
    func attribute(value: Int) {
        #expect(orientation(packet("\(Self.tiff) tiff:Orientation=\"\(value)\"")) == value)
        #expect(orientation(packet("tiff:Orientation = '\(value)' \(Self.tiff)")) == value)
    }

    @Test("the orientation of an element", arguments: 1...8)
    func element(value: Int) {
        #expect(orientation(packet(Self.tiff, "<tiff:Orientation>\(value)</tiff:Orientation>")) == value)
        #expect(orientation(packet(Self.tiff, "<tiff:Orientation >\n \(value)\t</tiff:Orientation >")) == value)
    }

    @Test("any prefix can be bound to the namespace, or none")
    func prefixes() {
        #expect(orientation(packet("xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='6'")) == 6)
        let plain = "<Orientation xmlns='http://ns.adobe.com/tiff/1.0/'>3</Orientation>"
        #expect(orientation(packet("", plain)) == 3)
        // An attribute without a prefix is in no namespace.
        #expect(orientation(packet("", "<a xmlns='http://ns.adobe.com/tiff/1.0/' Orientation='3'/>")) == nil)
    }

    @Test("a prefix bound to something else says nothing, and a binding ends with its element")
    func scopes() {
        #expect(orientation(packet("xmlns:tiff='http://example.com/' tiff:Orientation='6'")) == nil)
        #expect(orientation(packet("tiff:Orientation='6'")) == nil)
        let inner = "<a \(Self.tiff)/><tiff:Orientation>6</tiff:Orientation>"
        #expect(orientation(packet("", inner)) == nil)
        let shadowed = "<a xmlns:tiff='x' tiff:Orientation='8'/><tiff:Orientation>6</tiff:Orientation>"
        #expect(orientation(packet(Self.tiff, shadowed)) == 6)
    }

    @Test("another value than 1…8 is none", arguments: ["0", "9", "", "66", "6 6", "x", "-1", "&#54;", "/", ":"])
    func values(value: String) {
        #expect(orientation(packet("\(Self.tiff) tiff:Orientation=\"\(value)\"")) == nil)
    }

    @Test("comments, CDATA and instructions say nothing")
    func passedOver() {
        let hidden = "<tiff:Orientation>6</tiff:Orientation>"
        #expect(orientation(packet(Self.tiff, "<!-- \(hidden) --><![CDATA[\(hidden)]]><?x \(hidden)?>")) == nil)
        #expect(orientation(packet(Self.tiff, "<!-- > --><![CDATA[<]]>" + hidden)) == 6)
    }

    @Test("what a packet says of its ingredients does not count")
    func ingredients() {
        let pantry = "<m:Pantry xmlns:m='http://ns.adobe.com/xap/1.0/mm/'><rdf:li tiff:Orientation='8'/></m:Pantry>"
        #expect(orientation(packet(Self.tiff, pantry)) == nil)
        #expect(orientation(packet(Self.tiff, pantry + "<tiff:Orientation>6</tiff:Orientation>")) == 6)
        #expect(edited(packet(Self.tiff, pantry)) == packet(Self.tiff, pantry))
    }

    @Test("gain maps of Ultra HDR, of a container and of Apple are announced")
    func gainMaps() {
        #expect(announces(packet("xmlns:h='http://ns.adobe.com/hdr-gain-map/1.0/' h:Version='1.0'")))
        #expect(announces(packet("xmlns:HDRGainMap='http://ns.apple.com/HDRGainMap/1.0/'")))
        let item = "xmlns:Item='http://ns.google.com/photos/1.0/container/item/'"
        #expect(announces(packet(item, "<rdf:li Item:Mime='image/jpeg' Item:Semantic='GainMap'/>")))
        #expect(announces(packet(item, "<Item:Semantic> GainMap </Item:Semantic>")))
        #expect(!announces(packet(item, "<rdf:li Item:Semantic='Primary'/>")))
        #expect(!announces(packet("", "<a b='GainMap'/><!-- http://ns.adobe.com/hdr-gain-map/1.0/ -->")))
    }

    @Test("an edited packet stands upright and has the new size; every other byte stays")
    func edits() {
        let properties = (
            "tiff:Orientation='6' tiff:ImageWidth=\"6000\" tiff:ImageLength=''",
            "<exif:PixelXDimension>6000</exif:PixelXDimension><exif:PixelYDimension><![CDATA[1]]></exif:PixelYDimension>"
        )
        let expected = (
            "tiff:Orientation='1' tiff:ImageWidth=\"640\" tiff:ImageLength='48'",
            "<exif:PixelXDimension>640</exif:PixelXDimension><exif:PixelYDimension>48</exif:PixelYDimension>"
        )
        let names = "\(Self.tiff) \(Self.exif) tiff:Make='Zoë &amp; Co' "
        let result = edited(packet(names + properties.0, properties.1))
        #expect(result == packet(names + expected.0, expected.1))
        #expect(result.flatMap(edited) == result)
    }

    @Test("what is not there is not added")
    func nothingAdded() {
        let text = packet(Self.tiff, "<tiff:Orientation/><tiff:Make>Acme</tiff:Make>")
        #expect(edited(text) == text)
    }

    @Test(
        "a packet that embeds or announces pictures, has a second part or tells of places of the whole picture is left out",
        arguments: [
            ("http://ns.adobe.com/xap/1.0/", "<p:Thumbnails/>"),
            ("http://ns.adobe.com/xap/1.0/g/img/", "<p:image>AA</p:image>"),
            ("http://ns.adobe.com/xap/1.0/g/img/", "<a p:image='AA'/>"),
            ("http://ns.adobe.com/xmp/note/", "<a p:HasExtendedXMP='0123'/>"),
            ("http://ns.adobe.com/hdr-gain-map/1.0/", ""),
            ("http://ns.google.com/photos/1.0/container/", "<p:Directory/>"),
            ("http://ns.google.com/photos/1.0/image/", "<a p:Data='AA'/>"),
            ("http://ns.google.com/photos/1.0/camera/", "<a p:MicroVideo='1'/>"),
            ("http://ns.google.com/photos/1.0/panorama/", "<a p:FullPanoWidthPixels='1440'/>"),
            ("http://www.metadataworkinggroup.com/schemas/regions/", "<p:Regions/>"),
        ])
    func leftOut(namespace: String, content: String) {
        #expect(edited(packet("xmlns:p='\(namespace)'", content)) == nil)
        #expect(edited(packet("xmlns:p='http://example.com/'", content)) != nil)
    }

    @Test("a value with parts of its own cannot be exchanged")
    func parts() {
        #expect(edited(packet(Self.tiff, "<tiff:Orientation><rdf:value>6</rdf:value></tiff:Orientation>")) == nil)
    }

    @Test("a packet that is not UTF-8 is left out; a zero at its end is cut off")
    func encodings() {
        let bytes = Array(packet("").utf8)
        #expect(edited(bytes) == bytes)
        #expect(edited(bytes + [0]) == bytes)
        #expect(edited(bytes.flatMap { [0, $0] }) == nil)
        #expect(edited(Array(packet("a='").utf8) + [0xff] + Array("'".utf8)) == nil)
        #expect(edited(Array(packet("", "\u{e9}").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })) == nil)
    }

    @Test(
        "a packet that is not well formed is left out",
        arguments: [
            "", "text", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a b></a>", "<a b=c/>", "<a b='<'/>", "<a b='c'd='e'/>",
            "<a><!-- </a>", "<a><![CDATA[</a>", "<![CDATA[]]><a/>", "<!DOCTYPE a><a/>", "<a", "<a b='c", "< a/>", "<a/",
        ])
    func malformed(text: String) {
        #expect(edited(text) == nil)
        #expect(orientation(text) == nil)
    }

    @Test("too many prefixes or open elements end the reading")
    func limits() {
        let prefixes = (0..<200).map { "xmlns:p\($0)='x'" }.joined(separator: " ")
        #expect(edited(packet(prefixes)) == nil)
        let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
        #expect(edited(packet("", deep)) == nil)
        #expect(edited(packet("", String(repeating: "<a xmlns:p='x'></a>", count: 300))) != nil)
    }

    @Test("no prefix of a packet and no changed byte ends in a crash")
    func hostile() {
        let content = "<exif:PixelXDimension>6</exif:PixelXDimension><!-- c --><![CDATA[d]]><e:f g='h'/>"
        let bytes = Array(packet("\(Self.tiff) \(Self.exif) tiff:Orientation='6'", content).utf8)
        var read = 0
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            _ = edited(prefix)
            if XMPPacket.orientation(in: prefix.span) != nil { read += 1 }
        }
        #expect(read > 0)
        for index in bytes.indices {
            for value: UInt8 in [0, 0x20, 0x22, 0x27, 0x2f, 0x3a, 0x3c, 0x3d, 0x3e, 0x80, 0xff] {
                var changed = bytes
                changed[index] = value
                _ = edited(changed)
            }
        }
    }
}
