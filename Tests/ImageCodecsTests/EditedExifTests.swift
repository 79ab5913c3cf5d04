import Resampling
import Testing

@testable import ImageCodecs

@Suite("EXIF of an edited picture, every byte in its place")
struct EditedExifTests {
    typealias Field = TestExif.Field

    private let size = PixelSize(width: 640, height: 480)

    private func edited(_ exif: TestExif, size: PixelSize? = nil) throws -> StrictExif {
        let edited = try #require(editedExif(exif.bytes, size ?? self.size))
        return try #require(StrictExif(edited))
    }

    /// The offset of bytes.
    private func place(_ part: String, in bytes: [UInt8]) -> Int? {
        let part = Array(part.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: part) }
    }

    @Test("everything but the thumbnail stays, upright and with the new size", arguments: [true, false])
    func kept(isLittle: Bool) throws {
        let block = PrivateExifTests.full(isLittle: isLittle).bytes
        let before = try #require(StrictExif(block))
        let after = try edited(PrivateExifTests.full(isLittle: isLittle))
        var expected = before
        expected.thumbnail = [:]
        // XMP has a place of its own in every format.
        expected.image[0x02BC] = nil
        expected.image[0x0112] = .init(type: 3, count: 1, bytes: [0, 1])
        expected.exif[0xA002] = .init(type: 3, count: 1, bytes: [2, 128])
        expected.exif[0xA003] = .init(type: 4, count: 1, bytes: [0, 0, 1, 224])
        expected.interoperability[0x1001] = .init(type: 4, count: 1, bytes: [0, 0, 2, 128])
        #expect(after == expected)
    }

    @Test("the maker note does not move", arguments: [true, false])
    func inPlace(isLittle: Bool) throws {
        let block = PrivateExifTests.full(isLittle: isLittle).bytes
        let edited = try #require(editedExif(block, size))
        let note = try #require(place("MAKER NOTE", in: block))
        #expect(place("MAKER NOTE", in: edited) == note)
        #expect(place("Shot 7", in: edited) == place("Shot 7", in: block))
    }

    @Test("no byte of the thumbnail stays, however it is stored")
    func thumbnails() throws {
        let pixels = Array("UNCOMPRESSED".utf8)
        let jpeg = [Field(0x0201, .data(TestExif.jpeg)), .long(0x0202, TestExif.jpeg.count), .text(0x010F, "SHOWN")]
        let strip = [Field(0x0111, .data(pixels)), .long(0x0117, pixels.count), .text(0x010F, "SHOWN")]
        for thumbnail in [jpeg, strip] {
            let block = TestExif(image: [.text(0x010F, "Camera"), .short(0x0112, 6)], thumbnail: thumbnail).bytes
            let edited = try #require(editedExif(block, size))
            for part in [TestExif.jpeg, pixels, Array("SHOWN".utf8)] { #expect(!contains(edited, part)) }
            #expect(StrictExif(edited)?.tags == [0x010F, 0x0112])
            // The end is cut off.
            #expect(edited.count == 8 + 2 + 2 * 12 + 4 + 7)
        }
    }

    @Test("a value that the thumbnail shares with the picture stays")
    func sharedValue() throws {
        var block = TestExif(
            image: [.short(0x0112, 6), .rational(0x011A, 300, 1)], thumbnail: [.rational(0x011A, 72, 1)]
        ).bytes
        let thumbnail = 8 + 2 + 24 + 4 + 8
        block.replaceSubrange(thumbnail + 10..<thumbnail + 14, with: [38, 0, 0, 0])
        let edited = try #require(editedExif(block, size))
        #expect(StrictExif(edited)?.image[0x011A]?.number == 300 << 32 | 1)
    }

    @Test("a maker note with a JPEG in it goes; its directory goes when nothing else is in it")
    func preview() throws {
        let note = Field.bytes(0x927C, Array("NOTE".utf8) + TestExif.jpeg + Array("END".utf8))
        let both = TestExif(image: [.text(0x010F, "Acme"), Field(0x8769, .directory([note, .short(0xA002, 6000)]))])
        let exif = try edited(both)
        #expect(exif.tags == [0x010F, 0x8769, 0xA002])
        let edited = try #require(editedExif(both.bytes, size))
        for part in ["NOTE", "THUMBNAIL", "END"] { #expect(!contains(edited, Array(part.utf8))) }
        let alone = TestExif(image: [.text(0x010F, "Acme"), Field(0x8769, .directory([note]))])
        #expect(try self.edited(alone).tags == [0x010F])
    }

    @Test("a preview whose first byte a camera has changed is found")
    func changedPreview() throws {
        let note = Field.bytes(0x927C, [2] + TestExif.jpeg.dropFirst())
        let exif = TestExif(image: [.text(0x010F, "Acme"), Field(0x8769, .directory([note]))])
        #expect(try edited(exif).tags == [0x010F])
    }

    @Test("previews of IFD0 and of sub-directories go")
    func otherPreviews() throws {
        let sub = [Field(0x0201, .data(Array("SUBPIXELS".utf8))), .long(0x0202, 9), .text(0x010F, "SUBMAKE")]
        let image = [
            .text(0x010F, "Acme"), Field(0x0111, .data(Array("STRIPS".utf8))), .long(0x0117, 6),
            Field(0x014A, .directory(sub)),
            .bytes(0x002E, TestExif.jpeg),
        ]
        let block = TestExif(image: image).bytes
        let edited = try #require(editedExif(block, size))
        for part in ["SUBPIXELS", "SUBMAKE", "STRIPS", "THUMBNAIL"] { #expect(!contains(edited, Array(part.utf8))) }
        #expect(StrictExif(edited)?.tags == [0x010F])
    }

    @Test("a picture that nothing points to goes")
    func slack() throws {
        let block = TestExif(image: [.text(0x010F, "Camera")], slack: Array("note".utf8) + TestExif.jpeg).bytes
        let edited = try #require(editedExif(block, size))
        #expect(contains(edited, Array("note".utf8)) && !contains(edited, Array("THUMBNAIL".utf8)))
    }

    @Test("a size that does not fit in two bytes takes four")
    func longSize() throws {
        let image = [Field.short(0x0100, 6000), .long(0x0101, 4000), Field(0x8769, .directory([.short(0xA002, 6000)]))]
        let exif = try edited(TestExif(isLittle: false, image: image), size: PixelSize(width: 65_536, height: 65_535))
        #expect(exif.image[0x0100] == .init(type: 4, count: 1, bytes: [0, 1, 0, 0]))
        #expect(exif.image[0x0101]?.number == 65_535)
        #expect(exif.exif[0xA002]?.number == 65_536)
    }

    @Test("an orientation of any form is set, each time it is there; a missing one is not added")
    func orientation() throws {
        for field in [
            Field.long(0x0112, 8), .text(0x0112, "some text"), Field(0x0112, .raw(type: 3, count: 0, value: 5)),
        ] {
            let edited = try #require(editedExif(TestExif(image: [field, field]).bytes, size))
            let orientation = ExifOrientation(in: edited.span, range: 0..<edited.count)
            #expect(orientation == .value(.topLeft))
        }
        #expect(try edited(TestExif(image: [.text(0x010F, "Acme")])).tags == [0x010F])
    }

    @Test("nothing is left of a block with a preview alone, and nothing is read of one that is none")
    func nothing() {
        #expect(editedExif(TestExif(image: [.bytes(0x002E, TestExif.jpeg)]).bytes, size) == nil)
        let block = TestExif(image: [.short(0x0112, 6)]).bytes
        for count in 0..<block.count - 4 { #expect(editedExif(Array(block.prefix(count)), size) == nil) }
        // The offset of the next directory may be missing.
        let bare = Array(block.dropLast(4))
        #expect(editedExif(bare, size)?.count == bare.count)
    }

    @Test("values that begin where the offset of the next directory belongs stay")
    func missingNext() throws {
        let note = [UInt8](repeating: 7, count: 20)
        let exif = Field(0x8769, .directory([.bytes(0x927C, note)]))
        var block = TestExif(image: [.text(0x010F, "Camera"), exif]).bytes
        let directory = block.count - 20 - 4 - 14
        block.removeSubrange(directory + 14..<directory + 18)
        block[directory + 10] -= 4
        let edited = try #require(editedExif(block, size))
        #expect(contains(edited, note))
    }

    @Test("zeros stay behind a maker note, which may reach beyond its end, and go elsewhere")
    func zeros() throws {
        let zeros = [UInt8](repeating: 0, count: 500)
        let plain = TestExif(image: [.text(0x010F, "Camera")])
        #expect(editedExif(plain.bytes + zeros, size)?.count == plain.bytes.count - 1)
        let note = TestExif(image: [Field(0x8769, .directory([.bytes(0x927C, [1, 2, 3, 4, 5, 6])]))])
        #expect(editedExif(note.bytes + zeros, size)?.count == note.bytes.count + 64)
    }

    @Test("pointers in a circle, to the header and across each other are taken out")
    func pointers() throws {
        for target in [0, 4, 8, 10, 20, 0x7fff_ffff, 0xffff_ffff] {
            let pointer = Field(0x8769, .raw(type: 4, count: 1, value: target))
            let exif = try edited(TestExif(image: [.text(0x010F, "Acme"), pointer]))
            #expect(exif.tags == [0x010F], "\(target)")
        }
    }

    @Test("a chain of thumbnails that leads back ends")
    func chain() throws {
        var block = TestExif(image: [.text(0x010F, "Camera")], thumbnail: [.text(0x010F, "SHOWN")]).bytes
        let thumbnail = 8 + 2 + 12 + 4 + 8
        for target in [8, thumbnail] {
            block[thumbnail + 14] = UInt8(target)
            let edited = try #require(editedExif(block, size))
            #expect(StrictExif(edited)?.tags == [0x010F] && !contains(edited, Array("SHOWN".utf8)))
        }
    }
}
