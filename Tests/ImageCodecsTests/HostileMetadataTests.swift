import Resampling
import Testing

@testable import ImageCodecs

@Suite("Hostile blocks of metadata")
struct HostileMetadataTests {
    private let size = PixelSize(width: 640, height: 480)

    /// Makes all results of a block and looks whether they keep their word. Returns what was wrong, or nil.
    private func fault(_ block: [UInt8]) -> String? {
        if let copy = privateCopy(block) {
            guard let exif = StrictExif(copy) else { return "a private copy cannot be read" }
            if copy.count > 65_000 { return "a private copy is too long" }
            if !exif.tags.isDisjoint(with: [0x013B, 0x927C, 0x9286, 0xA430, 0xA431, 0xC4A5]) {
                return "a tag that goes stayed"
            }
            if !exif.gps.isEmpty || !exif.thumbnail.isEmpty { return "a directory that goes stayed" }
            if privateCopy(copy) != copy { return "the copy of a copy differs" }
            if reading(copy) != reading(block) && reading(block) != .invalid { return "the orientation changed" }
        }
        if let edited = editedExif(block, size, isPrivate: true) {
            guard let exif = StrictExif(edited) else { return "an edited private block cannot be read" }
            if let orientation = exif.image[0x0112], orientation.number != 1 { return "it does not stand upright" }
        }
        if let edited = editedExif(block, size) {
            if edited.count > block.count { return "an edited block grew" }
            if ![.absent, .value(.topLeft)].contains(reading(edited)) { return "it does not stand upright" }
            guard let again = editedExif(edited, size) else { return "an edited block cannot be read" }
            if again.count > edited.count { return "an edited block grew" }
        }
        return nil
    }

    private func reading(_ block: [UInt8]) -> ExifOrientation {
        ExifOrientation(in: block.span, range: 0..<block.count)
    }

    @Test("every beginning of a block", arguments: [true, false])
    func prefixes(isLittle: Bool) {
        let block = PrivateExifTests.full(isLittle: isLittle).bytes
        for count in 0...block.count {
            let fault = fault(Array(block.prefix(count)))
            #expect(fault == nil, "\(count)")
        }
    }

    @Test("every byte changed", arguments: [true, false])
    func changes(isLittle: Bool) {
        let block = PrivateExifTests.full(isLittle: isLittle).bytes
        for index in block.indices {
            for value in [0xff, block[index] ^ 1] {
                var changed = block
                changed[index] = value
                let fault = fault(changed)
                #expect(fault == nil, "\(value) at \(index)")
            }
        }
    }

    @Test("several bytes changed at random")
    func noise() {
        let block = PrivateExifTests.full().bytes
        var noise = Noise(11)
        for round in 0..<1000 {
            var changed = block
            for _ in 0...noise.next() % 8 {
                changed[Int(noise.next() % UInt64(block.count))] = UInt8(truncatingIfNeeded: noise.next())
            }
            let fault = fault(changed)
            #expect(fault == nil, "\(round)")
        }
    }

    @Test("a block that points at itself thousands of times costs no more than its length")
    func work() {
        // As many entries as are read, each with the whole block as its value.
        let count = 1024
        let length = 1 << 20
        let field = TestExif.Field(0x010F, .raw(type: 2, count: length - 8, value: 8))
        let odd = (0..<count - 1).map { TestExif.Field(0x9000 + $0, .raw(type: 7, count: length - 8, value: 8)) }
        var block = TestExif(image: [field] + odd).bytes
        block += [UInt8](repeating: 1, count: length - block.count)
        #expect(privateCopy(block) == nil)
        // Of the processor, whatever else runs.
        let start = ThreadTime.now
        _ = editedExif(block, size)
        #expect(start.elapsedSeconds < 20)
        // One more entry is no block of a camera.
        let more = TestExif(image: [field] + odd + [field]).bytes
        #expect(editedExif(more, size) == nil)
    }

    @Test(
        "every block of the corpus keeps the rules", .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpus() {
        var blocks = 0
        var notes = 0
        for file in Corpus.files(below: "valid", format: "jpeg") + Corpus.files(below: "photos", format: "jpeg") {
            guard let bytes = contents(of: file.path), let block = exif(of: bytes) else { continue }
            blocks += 1
            let fault = fault(block)
            #expect(fault == nil, "\(file.name)")
            if let edited = editedExif(block, size) {
                let starts = JPEGStarts(in: edited.span)
                let holds = starts.first(in: 0..<edited.count) != nil
                #expect(!holds, "\(file.name)")
                if let exif = StrictExif(edited), exif.exif[0x927C] != nil { notes += 1 }
            }
        }
        print("\(blocks) blocks of EXIF, \(notes) with a maker note after editing")
        #expect(blocks > 50)
    }

    /// The first block of EXIF in a JPEG file.
    private func exif(of bytes: [UInt8]) -> [UInt8]? {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xff, bytes[position + 1] != 0xda {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, position + 2 + length <= bytes.count else { return nil }
            let payload = bytes[position + 4..<position + 2 + length]
            if bytes[position + 1] == 0xe1, payload.starts(with: Array("Exif\0".utf8)) { return Array(payload) }
            position += 2 + length
        }
        return nil
    }
}
