import Resampling
import Testing

@testable import ImageCodecs

@Suite("EXIF of an original that tells nothing private")
struct PrivateExifTests {
    typealias Field = TestExif.Field

    private static let maker = Array("MAKER NOTE: body 4711, owner Jane".utf8)

    /// A block as a camera and its owner leave it, with something private of every kind.
    static func full(isLittle: Bool = true) -> TestExif {
        let gps = [Field.text(0x0001, "N"), .rational(0x0002, 48, 1, 8, 1, 14, 1), .text(0x001D, "2024:01:01")]
        let interoperability = [Field.text(0x0001, "R03"), .bytes(0x0002, Array("0100".utf8)), .long(0x1001, 6000)]
        let exif = [
            Field.rational(0x829A, 1, 250), .short(0x8827, 400), .bytes(0x9000, Array("0232".utf8)),
            .text(0x9003, "2024:01:01 10:00:00"), Field(0x9204, .numbers(type: 10, [-1, 3])),
            .bytes(0x927C, maker), .bytes(0x9286, Array("ASCII\0\0\0a comment".utf8)), .rational(0x9400, 21, 1),
            .short(0xA001, 65535), .short(0xA002, 6000), .long(0xA003, 4000),
            Field(0xA005, .directory(interoperability)),
            .text(0xA420, "c0ffee"), .text(0xA430, "Jane Owner"), .text(0xA431, "4711"),
            .rational(0xA432, 24, 1, 70, 1, 28, 10, 28, 10), .text(0xA434, "24-70mm"), .text(0xA435, "L-4712"),
            .short(0xC001, 1),
        ]
        let image = [
            Field.text(0x010E, "Jane at home"), .text(0x010F, "Acme"), .text(0x0110, "Shot 7"), .short(0x0112, 6),
            .rational(0x011A, 300, 1), .short(0x0128, 2), .text(0x0131, "Firmware 1"), .text(0x013B, "Jane Doe"),
            .text(0x013C, "janes-laptop"), .short(0x0213, 1), .bytes(0x02BC, Array("<x:xmpmeta/>".utf8)),
            .text(0x8298, "(c) Jane"), Field(0x8769, .directory(exif)), Field(0x8825, .directory(gps)),
            Field(0x9C9B, .numbers(type: 1, Array("title".utf8).map(Int.init))), .bytes(0xC4A5, Array("PrintIM".utf8)),
        ]
        let thumbnail = [
            Field.short(0x0103, 6), Field(0x0201, .data(TestExif.jpeg)), .long(0x0202, TestExif.jpeg.count),
        ]
        return TestExif(isLittle: isLittle, image: image, thumbnail: thumbnail, slack: Array("SLACK".utf8))
    }

    private func copy(_ exif: TestExif) throws -> StrictExif {
        let copy = try #require(privateCopy(exif.bytes))
        return try #require(StrictExif(copy))
    }

    @Test("what describes the picture stays, in both byte orders", arguments: [true, false])
    func kept(isLittle: Bool) throws {
        let copy = try copy(Self.full(isLittle: isLittle))
        #expect(copy.isLittle == isLittle)
        #expect(
            Set(copy.image.keys) == [0x010F, 0x0110, 0x0112, 0x011A, 0x0128, 0x0131, 0x0213, 0x8769])
        #expect(
            Set(copy.exif.keys) == [
                0x829A, 0x8827, 0x9000, 0x9003, 0x9204, 0xA001, 0xA002, 0xA003, 0xA005, 0xA432, 0xA434,
            ])
        #expect(Set(copy.interoperability.keys) == [1, 2])
        #expect(copy.gps.isEmpty && copy.thumbnail.isEmpty)
        #expect(copy.image[0x010F]?.text == "Acme" && copy.image[0x0110]?.text == "Shot 7")
        #expect(copy.image[0x0112]?.number == 6)
        #expect(copy.exif[0x829A]?.number == 1 << 32 | 250)
        #expect(copy.exif[0x9204]?.number == 0xffff_ffff << 32 | 3)
        #expect(copy.exif[0xA002]?.number == 6000 && copy.exif[0xA003]?.number == 4000)
        #expect(copy.exif[0x9000]?.text == "0232")
        #expect(copy.interoperability[1]?.text == "R03")
    }

    @Test("no byte of what goes stays, slack included", arguments: [true, false])
    func gone(isLittle: Bool) throws {
        let block = Self.full(isLittle: isLittle).bytes
        let copy = try #require(privateCopy(block))
        let secrets = [
            "Jane at", "Jane Doe", "Jane Owner", "laptop", "xmpmeta", "MAKER", "comment", "c0ffee", "471", "title",
            "PrintIM", "SLACK", "2024:01:01\0",
        ]
        for secret in secrets { #expect(!contains(copy, Array(secret.utf8)), "\(secret)") }
        #expect(!contains(copy, Array(TestExif.jpeg.prefix(3))))
    }

    @Test("the copy of a copy is the same")
    func stable() throws {
        let block = Self.full().bytes
        let copy = try #require(privateCopy(block))
        let again = try #require(privateCopy(copy))
        #expect(again == copy)
    }

    @Test("the six bytes of JPEG before it are passed over and not written")
    func prefixed() throws {
        let plain = Self.full().bytes
        let prefixed = Array("Exif\0\0".utf8) + plain
        #expect(privateCopy(prefixed) == privateCopy(plain))
    }

    @Test("a block with nothing to keep is none, nor is one that cannot be read")
    func nothing() {
        let onlyPrivate = TestExif(image: [.text(0x013B, "Jane"), Field(0x8825, .directory([.text(1, "N")]))]).bytes
        #expect(privateCopy(onlyPrivate) == nil)
        let onlyNote = TestExif(image: [Field(0x8769, .directory([.bytes(0x927C, Self.maker)]))]).bytes
        #expect(privateCopy(onlyNote) == nil)
        for text in ["", "Exif\0", "Exif\0\0", "II", "II*\0", "MM\0*\0\0\0\u{8}", "PK..................."] {
            let bytes = Array(text.utf8)
            #expect(privateCopy(bytes) == nil)
        }
    }

    @Test("a text ends at its first NUL and has no control characters")
    func texts() throws {
        let copy = try copy(
            TestExif(image: [
                .text(0x010F, "Ac\u{7}me\n\0hidden"), .text(0x0110, "\0hidden"), .text(0x0131, "Zoë\u{7f}"),
            ]))
        #expect(copy.image[0x010F]?.text == "Acme" && copy.image[0x010F]?.count == 5)
        #expect(copy.image[0x0110] == nil)
        #expect(copy.image[0x0131]?.text == "Zoë")
    }

    @Test("a text that is too long goes as a whole")
    func longText() throws {
        let copy = try copy(
            TestExif(image: [
                .text(0x010F, String(repeating: "a", count: 1023)), .text(0x0110, String(repeating: "a", count: 1024)),
            ]
            ))
        #expect(copy.image[0x010F]?.count == 1024 && copy.image[0x0110] == nil)
        let dates = TestExif(image: [.short(0x0112, 1), .text(0x0132, String(repeating: "1", count: 64))])
        #expect(try Set(self.copy(dates).image.keys) == [0x0112])
        let endless = TestExif(image: [
            .text(0x010F, "a" + String(repeating: "\u{1}", count: 70_000)), .short(0x0112, 1),
        ])
        #expect(try Set(self.copy(endless).image.keys) == [0x0112])
    }

    @Test("values of another type or number than the tag has go")
    func types() throws {
        let copy = try copy(
            TestExif(image: [
                .text(0x010F, "Acme"), .long(0x0110, 1), .short(0x011A, 1),
                Field(0x011B, .raw(type: 99, count: 1, value: 1)),
                .short(0x0128, 2, 2), .rational(0x013E, 1, 1),
                Field(
                    0x8769,
                    .directory([.bytes(0x9000, Array("02320".utf8)), .text(0xA301, "\u{1}"), .short(0x8827, 1, 2)])),
            ]))
        #expect(Set(copy.image.keys) == [0x010F, 0x8769] && Set(copy.exif.keys) == [0x8827])
    }

    @Test("values outside of the block go, and so do absurd numbers of values")
    func outside() throws {
        let copy = try copy(
            TestExif(image: [
                .text(0x010F, "Acme"), Field(0x0110, .raw(type: 2, count: 20, value: 4000)),
                Field(0x011A, .raw(type: 5, count: 1, value: 0xffff_ffff)),
                Field(0x011B, .raw(type: 5, count: 0xffff_ffff, value: 8)),
                Field(0x0131, .raw(type: 2, count: 0, value: 0)),
            ]))
        #expect(Set(copy.image.keys) == [0x010F])
    }

    @Test("the orientation stays as the probe reads it, in a proper form")
    func orientation() throws {
        let forms: [(Field, Int?)] = [
            (.short(0x0112, 8), 8), (.long(0x0112, 3), 3), (Field(0x0112, .raw(type: 3, count: 0, value: 5)), 5),
            (.short(0x0112, 9), nil), (.text(0x0112, "6"), nil),
        ]
        for (field, expected) in forms {
            let copy = try copy(TestExif(image: [.text(0x010F, "Acme"), field, .short(0x0112, 2)]))
            #expect(copy.image[0x0112]?.number == expected)
            #expect(expected == nil || copy.image[0x0112]?.type == 3 && copy.image[0x0112]?.count == 1)
        }
    }

    @Test("directories that lead in a circle are read once")
    func circles() throws {
        // The pointers lead to IFD0 itself, whose tags mean nothing there.
        let fields = [Field.text(0x010F, "Acme"), Field(0x8769, .raw(type: 4, count: 1, value: 8))]
        let copy = try copy(TestExif(image: fields))
        #expect(Set(copy.image.keys) == [0x010F])
        let deep = [
            Field.short(0x8827, 100), Field(0x8769, .raw(type: 4, count: 1, value: 8)),
            Field(0xA005, .raw(type: 4, count: 1, value: 8)),
        ]
        #expect(try Set(self.copy(TestExif(image: deep)).exif.keys) == [0x8827])
    }

    @Test("a directory that claims more entries than there are is read as far as it goes")
    func cut() throws {
        var block = TestExif(image: [.short(0x0112, 6)]).bytes
        block[8] = 0xff
        let copy = try #require(privateCopy(block))
        #expect(StrictExif(copy)?.image[0x0112]?.number == 6)
    }

    @Test("no block is longer than a segment of JPEG can take")
    func bound() {
        let tags = [ExifDirectory.image, .exif, .interoperability].flatMap { KeptTag.kept(in: $0).values }
        #expect(tags.count == 77 && Set(tags.map(\.name)).count == 77)
        #expect(tags.map(\.maxLength).reduce(0, +) < 64_900)
    }

    @Test("the edited private block stands upright, has the new size and nothing private")
    func edited() throws {
        let block = Self.full(isLittle: false).bytes
        let size = PixelSize(width: 70_000, height: 512)
        let edited = try #require(editedExif(block, size, isPrivate: true))
        let exif = try #require(StrictExif(edited))
        #expect(exif.image[0x0112]?.number == 1)
        #expect(exif.exif[0xA002]?.number == 70_000 && exif.exif[0xA003]?.number == 512)
        #expect(exif.gps.isEmpty && !exif.tags.contains(0x927C) && !exif.tags.contains(0x013B))
        let bare = TestExif(image: [.text(0x010F, "Acme")]).bytes
        let same = try #require(editedExif(bare, size, isPrivate: true))
        #expect(StrictExif(same)?.tags == [0x010F])
    }
}

@Suite("EXIF of an edited picture tells the truth about it")
struct TrueExifTests {
    @Test("converted to sRGB, nothing says Adobe RGB any more", arguments: [true, false])
    func color(isPrivate: Bool) throws {
        let block = PrivateExifTests.full().bytes
        let size = PixelSize(width: 512, height: 512)
        let kept = try #require(editedExif(block, size, isPrivate: isPrivate).flatMap { StrictExif($0) })
        #expect(kept.exif[0xA001]?.number == 65535 && kept.exif[0xA005] != nil)
        let edited = try #require(
            editedExif(block, size, isPrivate: isPrivate, isSRGB: true).flatMap { StrictExif($0) })
        #expect(edited.exif[0xA001]?.number == 1 && edited.exif[0xA005] == nil)
        #expect(edited.exif[0xA002]?.number == 512)
    }

    @Test("a place in the picture as it was is left out", arguments: [true, false])
    func places(isPrivate: Bool) throws {
        let exif = [TestExif.Field.short(0xA001, 1), .bytes(0x9214, [1, 2, 3, 4]), .long(0xA214, 7)]
        let block = TestExif(image: [.text(0x010F, "Acme"), .init(0x8769, .directory(exif))]).bytes
        let size = PixelSize(width: 8, height: 8)
        let edited = try #require(editedExif(block, size, isPrivate: isPrivate).flatMap { StrictExif($0) })
        #expect(Set(edited.exif.keys) == [0xA001])
    }

    @Test("directories by the hundred, each with a thousand entries, are refused")
    func manyRanges() {
        var block: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0]
        // A chain of directories after the first one, whose entries' values lie in descending order.
        let entries = 1000
        for directory in 0..<60 {
            let next = block.count + 2 + 12 * entries + 4
            block += [UInt8(entries & 255), UInt8(entries >> 8)]
            for entry in 0..<entries {
                let value = 1_200_000 - 16 * (directory * entries + entry)
                block += [UInt8(entry & 255), UInt8(entry >> 8), 2, 0, 8, 0, 0, 0]
                block += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            block += (0..<4).map { UInt8(truncatingIfNeeded: next >> (8 * $0)) }
        }
        block += [UInt8](repeating: 0, count: 1_200_016 - block.count)
        #expect(editedExif(block, PixelSize(width: 8, height: 8)) == nil)
    }
}

extension TestExif {
    /// A JPEG as far as anyone looks.
    static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xdb, 0x00, 0x43] + Array("THUMBNAIL OF JANE".utf8) + [0xff, 0xd9]
}

// Arguments that are spans cannot stand inside of an expectation.
func privateCopy(_ block: [UInt8]) -> [UInt8]? { ExifBlock.privateCopy(of: block.span) }

func editedExif(_ block: [UInt8], _ size: PixelSize, isPrivate: Bool = false, isSRGB: Bool = false) -> [UInt8]? {
    ExifBlock.edited(block.span, size: size, isPrivate: isPrivate, isSRGB: isSRGB)
}

/// Whether bytes lie somewhere in others.
func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
}
