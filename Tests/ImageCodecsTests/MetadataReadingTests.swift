import Resampling
import Testing

@testable import ImageCodecs

@Suite("What a file carries beside its pixels is read, and what is broken is absent")
struct MetadataReadingTests {
    private let jpeg = try! ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: .jpeg))
    private let exif = OrientationTests.Exif().bytes

    private func read(_ bytes: [UInt8], _ format: ImageFormat = .jpeg) -> ImageMetadata {
        ImageMetadata(reading: bytes.span, format: format)
    }

    private func read(segments: [[UInt8]]) -> ImageMetadata {
        read(inserting(Array(segments.joined()), in: jpeg, at: 2))
    }

    private func chunks(_ chunks: [(String, [UInt8])], tail: [(String, [UInt8])] = []) -> ImageMetadata {
        read(png(2, 1, depth: 8, type: 2, rows: [[1, 2, 3, 4, 5, 6]], chunks: chunks, tail: tail), .png)
    }

    @Test("what our encoders write carries nothing", arguments: ImageFormat.allCases)
    func nothing(format: ImageFormat) throws {
        #expect(read(try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: format)), format).isEmpty)
    }

    @Test("JPEG: each kind of segment is found, and without its name")
    func segments() {
        let metadata = read(segments: [
            segment(0xe1, "Exif\0\0", exif), segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", Array("<x/>".utf8)),
            segment(0xed, "Photoshop 3.0\0", [1, 2]), segment(0xed, "Photoshop 3.0\0", [3]), segment(0xfe, [7, 8]),
            segment(0xfe, []), segment(0xe4, "Exif\0\0", [9]),
        ])
        #expect(metadata.exif == exif)
        #expect(metadata.xmp == Array("<x/>".utf8))
        #expect(metadata.photoshop == [1, 2, 3])
        #expect(metadata.comments == [[7, 8], []])
        #expect(metadata.colorProfile == nil && metadata.texts.isEmpty)
    }

    @Test("JPEG: the first EXIF counts, even if it is broken")
    func firstExif() {
        let other = OrientationTests.Exif(value: 3).bytes
        #expect(read(segments: [segment(0xe1, "Exif\0\0", exif), segment(0xe1, "Exif\0\0", other)]).exif == exif)
        #expect(read(segments: [segment(0xe1, "Exif\0\0", [1]), segment(0xe1, "Exif\0\0", other)]).exif == nil)
    }

    @Test("JPEG: the parts of a profile are joined by their numbers")
    func joined() {
        let profile = iccProfile(3000)
        let parts = iccSegments(profile, parts: 9)
        #expect(read(segments: parts).colorProfile == profile)
        #expect(read(segments: parts.reversed()).colorProfile == profile)
        #expect(read(segments: iccSegments(profile, parts: 1)).colorProfile == profile)
    }

    @Test("JPEG: a part may come twice with the same bytes, not with others")
    func doubled() {
        let profile = iccProfile(3000)
        let parts = iccSegments(profile, parts: 4)
        #expect(read(segments: parts + [parts[2]]).colorProfile == profile)
        var changed = parts[2]
        changed[changed.count - 1] ^= 1
        #expect(read(segments: parts + [changed]).colorProfile == nil)
        #expect(read(segments: parts + [segment(0xe2, "ICC_PROFILE\0", [3, 4])]).colorProfile == nil)
    }

    @Test("JPEG: a missing part, a number past the count, a number 0, other counts: no profile")
    func brokenParts() {
        let profile = iccProfile(3000)
        let parts = iccSegments(profile, parts: 4)
        func with(_ number: UInt8, _ count: UInt8) -> [[UInt8]] {
            parts + [segment(0xe2, "ICC_PROFILE\0", [number, count, 1])]
        }
        #expect(read(segments: parts.dropLast()).colorProfile == nil)
        #expect(read(segments: Array(parts.dropFirst())).colorProfile == nil)
        #expect(read(segments: with(5, 4)).colorProfile == nil)
        #expect(read(segments: with(0, 4)).colorProfile == nil)
        #expect(read(segments: with(1, 5)).colorProfile == nil)
        #expect(read(segments: [segment(0xe2, "ICC_PROFILE\0", [0, 0])] + parts).colorProfile == nil)
        #expect(read(segments: [segment(0xe2, "ICC_PROFILE\0", [1])] + parts).colorProfile == nil)
    }

    @Test("a profile is as long as it says, and says what it is")
    func profileHeader() {
        let profile = iccProfile(200)
        #expect(read(segments: iccSegments(profile + [0, 0, 0], parts: 2)).colorProfile == profile)
        #expect(read(segments: iccSegments(Array(profile.dropLast()), parts: 2)).colorProfile == nil)
        var unsigned = profile
        unsigned[36] = 0
        #expect(read(segments: iccSegments(unsigned, parts: 1)).colorProfile == nil)
        #expect(read(segments: iccSegments(big(40, 4) + profile.dropFirst(4), parts: 1)).colorProfile == nil)
        #expect(read(segments: iccSegments([], parts: 1)).colorProfile == nil)
    }

    @Test("JPEG: what stands behind the first scan is not read")
    func behindScan() throws {
        let progressive = try ImageEncoder.encode(
            pattern(.rgb, 20, 10), EncodeOptions(format: .jpeg, progressive: true))
        let scan = try #require(
            (2..<progressive.count - 1).last { progressive[$0] == 0xff && progressive[$0 + 1] == 0xda })
        #expect(read(inserting(segment(0xe1, "Exif\0\0", exif), in: progressive, at: scan)).isEmpty)
    }

    @Test("PNG: a profile is inflated, EXIF is found behind the pixels too")
    func pngBlocks() {
        let profile = iccProfile()
        let iccp = ("iCCP", Array("name\0\0".utf8) + zlibStored(profile))
        #expect(chunks([iccp]).colorProfile == profile)
        #expect(chunks([], tail: [("eXIf", exif)]).exif == exif)
        #expect(chunks([("eXIf", Array("Exif\0\0".utf8) + exif)]).exif == exif)
    }

    @Test("PNG: a broken profile is none")
    func pngBrokenProfile() {
        let stream = zlibStored(iccProfile())
        let name = Array("name\0".utf8)
        #expect(chunks([("iCCP", name + [1] + stream)]).colorProfile == nil)
        #expect(chunks([("iCCP", name + [0] + stream.dropLast(5))]).colorProfile == nil)
        #expect(chunks([("iCCP", name + [0] + stream.dropLast(4))]).colorProfile == iccProfile())
        #expect(chunks([("iCCP", Array(name.dropLast()))]).colorProfile == nil)
        #expect(chunks([("iCCP", name)]).colorProfile == nil)
        #expect(chunks([("iCCP", [0, 0] + stream)]).colorProfile == nil)
        #expect(chunks([("iCCP", [UInt8](repeating: 65, count: 80) + [0, 0] + stream)]).colorProfile == nil)
        var file = png(2, 1, depth: 8, type: 2, rows: [[1, 2, 3, 4, 5, 6]], chunks: [("iCCP", name + [0] + stream)])
        file[41] ^= 1
        #expect(read(file, .png).colorProfile == nil)
    }

    @Test("PNG: XMP is found, compressed or not, and is no text")
    func pngXMP() {
        let packet = Array("<x/>".utf8)
        let keyword = Array("XML:com.adobe.xmp\0".utf8)
        let plain = chunks([("iTXt", keyword + [0, 0] + Array("en\0key\0".utf8) + packet)])
        #expect(plain.xmp == packet && plain.texts.isEmpty)
        #expect(chunks([("iTXt", keyword + [1, 0, 0, 0] + zlibStored(packet))]).xmp == packet)
        #expect(chunks([("iTXt", keyword + [1, 1, 0, 0] + zlibStored(packet))]).xmp == nil)
        #expect(chunks([("iTXt", keyword + [0, 0, 0])]).xmp == nil)
        #expect(chunks([("iTXt", keyword + [0])]).xmp == nil)
    }

    @Test("PNG: texts are kept as they are, but no blocks in disguise")
    func pngTexts() {
        let metadata = chunks([
            ("tEXt", Array("Title\0A".utf8)), ("zTXt", Array("Raw profile type exif\0".utf8)), ("tIME", [1]),
            ("iTXt", Array("Author\0\0\0\0\0B".utf8)),
        ])
        #expect(metadata.texts.map(\.kind) == [.tEXt, .iTXt])
        #expect(metadata.texts.first?.payload == Array("Title\0A".utf8))
    }

    @Test("PNG: a stream of many blocks that hold nothing is no profile")
    func pngEmptyBlocks() {
        let blocks: [UInt8] = [0x78, 0x01] + (0..<1000).flatMap { _ in [0, 0, 0, 255, 255] as [UInt8] }
        #expect(chunks([("iCCP", Array("n\0\0".utf8) + blocks)]).colorProfile == nil)
    }

    @Test("PNG: what would inflate beyond the limit is not held")
    func pngBomb() throws {
        let keyword = Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0]
        func xmp(_ count: Int) throws -> [UInt8]? {
            let stream = try #require(Zlib.deflated([UInt8](repeating: 32, count: count)))
            return chunks([("iTXt", keyword + stream)]).xmp
        }
        #expect(try xmp(Zlib.largestBlock)?.count == Zlib.largestBlock)
        #expect(try xmp(Zlib.largestBlock + 1) == nil)
    }

    @Test("WebP: chunks are found wherever they lie, in extended files alone")
    func webP() throws {
        let still = try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: .webP))
        let picture = Array(still.dropFirst(12))
        let profile = iccProfile(133)
        let blocks =
            riffChunk("XMP ", [60]) + riffChunk("ICCP", profile) + riffChunk("EXIF", Array("Exif\0\0".utf8) + exif)
        let metadata = read(riff(riffChunk("VP8X", [0x2c, 0, 0, 0, 19, 0, 0, 9, 0, 0]) + picture + blocks), .webP)
        #expect(metadata.exif == exif && metadata.xmp == [60] && metadata.colorProfile == profile)
        #expect(read(riff(picture + blocks), .webP).isEmpty)
    }

    @Test("the fixtures with profiles have theirs, and those with broken ones none")
    func fixtures() throws {
        for name in ["icc-srgb", "icc-p3", "icc-nine-parts", "icc-shuffled", "icc-doubled", "icc-after-sof"] {
            let profile = read(FixtureFile.bytes("valid/jpeg/\(name).jpg")).colorProfile
            #expect(profile != nil, "\(name)")
        }
        let nine = read(FixtureFile.bytes("valid/jpeg/icc-nine-parts.jpg")).colorProfile
        #expect(read(FixtureFile.bytes("valid/jpeg/icc-shuffled.jpg")).colorProfile == nine)
        for name in ["icc-missing-part", "icc-wrong-count"] {
            #expect(read(FixtureFile.bytes("valid/jpeg/\(name).jpg")).colorProfile == nil, "\(name)")
        }
        #expect(read(FixtureFile.bytes("valid/png/icc-p3.png"), .png).colorProfile != nil)
        #expect(read(FixtureFile.bytes("valid/webp/extended-lossless-icc.webp"), .webP).colorProfile != nil)
    }

    @Test("every beginning of a file, and every file with one byte changed, is read without a crash")
    func hostile() {
        let names = [
            "jpeg/icc-nine-parts.jpg", "jpeg/thumbnail-in-exif.jpg", "png/icc-p3.png", "webp/extended-icc-exif.webp",
        ]
        for name in names {
            let bytes = FixtureFile.bytes("valid/" + name)
            for format in ImageFormat.allCases {
                for count in 0..<min(bytes.count, 3000) { _ = read(Array(bytes.prefix(count)), format) }
            }
            for offset in 0..<min(bytes.count, 1500) {
                for value: UInt8 in [0, 0xff, 0x7f] {
                    var changed = bytes
                    changed[offset] = value
                    for format in ImageFormat.allCases { _ = read(changed, format) }
                }
            }
        }
    }
}
