import Testing

@testable import ImageCodecs

@Suite("Image resources of Photoshop")
struct PhotoshopResourcesTests {
    private func resource(_ id: Int, _ data: [UInt8], name: String = "", signature: String = "8BIM") -> [UInt8] {
        let named = [UInt8(name.utf8.count)] + Array(name.utf8)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - $0 * 8)) }
        return Array(signature.utf8) + [UInt8(id >> 8), UInt8(id & 255)] + named + (named.count % 2 == 0 ? [] : [0])
            + length
            + data + (data.count % 2 == 0 ? [] : [0])
    }

    private func edited(_ bytes: [UInt8]) -> [UInt8]? { PhotoshopResources.edited(bytes.span) }

    @Test("thumbnails, and EXIF and XMP beside those of the file, go; the others stay", arguments: ["", "a", "ab"])
    func stale(name: String) {
        let iptc = resource(0x0404, Array("IPTC!".utf8), name: name)
        let resolution = resource(0x03ED, [1, 2, 3, 4], name: name, signature: "MeSa")
        for id in [0x0409, 0x040C, 0x0422, 0x0423, 0x0424] {
            let stale = resource(id, [1, 2, 3], name: name)
            #expect(edited(stale + iptc + stale + resolution + stale) == iptc + resolution)
            #expect(edited(stale) == nil)
        }
    }

    @Test("a resource with a JPEG in it goes, whatever its number")
    func embedded() {
        let iptc = resource(0x0404, [0, 0])
        #expect(edited(resource(0x0FA0, [1] + TestExif.jpeg) + iptc) == iptc)
    }

    @Test("the last resource may come without its padding and gets it")
    func padding() {
        let iptc = resource(0x0404, [1, 2, 3])
        #expect(edited(Array(iptc.dropLast())) == iptc)
    }

    @Test("what is not sound ends the reading; what stands before it stays")
    func unsound() {
        let iptc = resource(0x0404, [1, 2])
        for count in 0..<iptc.count {
            #expect(edited(Array(iptc.prefix(count))) == nil)
            #expect(edited(iptc + iptc.prefix(count)) == iptc)
        }
        #expect(edited(iptc + Array("9BIM".utf8) + iptc) == iptc)
        var long = iptc
        long[8] = 0xff
        #expect(edited(long) == nil)
    }
}
