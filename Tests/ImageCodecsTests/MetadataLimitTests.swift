import Resampling
import Testing

@testable import ImageCodecs

@Suite("Metadata costs no more than its length")
struct MetadataLimitTests {
    @Test("thousands of segments of one block are joined in one pass")
    func manySegments() throws {
        let file = try ImageEncoder.encode(pattern(.rgb, 16, 16), EncodeOptions(format: .jpeg))
        let part = segment(0xed, "Photoshop 3.0\0", [UInt8](repeating: 7, count: 180))
        let segments = (0..<40_000).flatMap { _ in part }
        let bytes = inserting(segments, in: file, at: 2)
        let metadata = ImageMetadata(reading: bytes.span, format: .jpeg)
        #expect(metadata.photoshop?.count == 40_000 * 180)
        #expect(try ImageInfo(probing: bytes.span).storedSize == PixelSize(width: 16, height: 16))
    }

    @Test("elements of multiple processes are hidden from lcms2, and curves before them count")
    func processes() throws {
        // One process element, named by a thousand entries of the table.
        let element =
            Array("mpet".utf8) + number(0) + [0, 3, 0, 3] + number(1000)
            + (0..<1000).flatMap { _ in number(8016) + number(64) } + [UInt8](repeating: 0, count: 64)
        let bytes = profileFile(version: 4, matrixElements(curveElement([])) + [("D2B0", element), ("B2D1", element)])
        let profile = try #require(ColorProfile(bytes))
        if case .matrix = profile.model {} else { Issue.record("the curves do not count") }
        let hidden = profile.bytesWithoutProcesses
        #expect(hidden.count == bytes.count)
        let names = (0..<10).map { String(decoding: hidden[132 + 12 * $0..<136 + 12 * $0], as: UTF8.self) }
        #expect(!names.contains("D2B0") && !names.contains("B2D1") && names.contains("rTRC") && Set(names).count == 10)
        #expect(ColorConversion(managed: profile, channels: 3, isExact: true) != nil || !ColorConversion.isComplete)
    }

    @Test("a curve of more values than there are numbers is none")
    func longCurve() {
        let long = curveElement((0...65536).map { min($0, 65535) })
        #expect(ColorProfile(profileFile(matrixElements(long))) == nil)
        #expect(ColorProfile(profileFile(matrixElements(curveElement((0..<65536).map { $0 })))) != nil)
    }

    @Test("a profile goes into an animation of any length")
    func longAnimation() throws {
        let still = try ImageEncoder.encode(pattern(.rgb, 1, 1), EncodeOptions(format: .webP, lossless: true))
        let picture = Array(still[12...])
        let frame = riffChunk("ANMF", little(0, 6) + little(0, 3) + little(0, 3) + little(10, 3) + [0] + picture)
        let header = riffChunk("VP8X", [2, 0, 0, 0] + little(0, 3) + little(0, 3))
        let file = riff(header + riffChunk("ANIM", [0, 0, 0, 0, 0, 0]) + (0..<10_050).flatMap { _ in frame })
        var metadata = ImageMetadata()
        metadata.colorProfile = iccProfile()
        let embedded = metadata.embedded(in: file, format: .webP)
        let read = ImageMetadata(reading: embedded.span, format: .webP)
        #expect(read.colorProfile == metadata.colorProfile)
    }

    @Test("a chunk of metadata that claims too much fails no private original")
    func overlongChunk() throws {
        let still = try ImageEncoder.encode(pattern(.rgb, 8, 8), EncodeOptions(format: .webP, lossless: true))
        let header = riffChunk("VP8X", [0x08, 0, 0, 0] + little(7, 3) + little(7, 3))
        let exif = Array("EXIF".utf8) + little(1000, 4) + Array("II*\0".utf8)
        let file = riff(header + still[12...] + exif)
        let copy = try PrivateOriginal.bytes(of: file.span, format: .webP)
        #expect(WebPParts(copy).names == ["VP8X", "VP8L"])
        #expect(try Bitmap(decoding: copy.span) == Bitmap(decoding: file.span))
    }

    @Test("what is there of EXIF that claims too much turns the private original as it turns the file")
    func overlongOrientation() throws {
        let still = try ImageEncoder.encode(pattern(.rgb, 8, 6), EncodeOptions(format: .webP, lossless: true))
        let header = riffChunk("VP8X", [0x08, 0, 0, 0] + little(7, 3) + little(5, 3))
        let block = TestExif(image: [.short(0x0112, 6)]).bytes
        let file = riff(header + still[12...] + Array("EXIF".utf8) + little(block.count + 500, 4) + block)
        let orientation = try ImageInfo(probing: file.span).orientation
        #expect(orientation.rawValue == 6)
        let copy = try PrivateOriginal.bytes(of: file.span, format: .webP)
        #expect(try ImageInfo(probing: copy.span).orientation == orientation)
    }

    @Test("texts and comments that hold a picture are left out, as is XMP in disguise")
    func texts() throws {
        let jpeg = String(decoding: [0x41], as: UTF8.self)
        var metadata = ImageMetadata()
        metadata.comments = [Array("a comment".utf8), Array(jpeg.utf8) + [0xff, 0xd8, 0xff, 0xdb, 0]]
        #expect(
            metadata.edited(.all, size: PixelSize(width: 8, height: 8), format: .jpeg).comments == [
                Array("a comment".utf8)
            ])
        let png = try ImageEncoder.encode(pattern(.rgb, 8, 8), EncodeOptions(format: .png))
        func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(pngChunk: type, payload)
            return bytes
        }
        let disguised = chunk("tEXt", Array("XML:com.adobe.xmp\0<x:xmpmeta/>".utf8))
        let pictured = chunk("tEXt", Array("Comment\0".utf8) + [0xff, 0xd8, 0xff, 0xdb])
        let plain = chunk("tEXt", Array("Title\0Sea".utf8))
        let file = inserting(disguised + pictured + plain, in: png, at: 33)
        let kept = ImageMetadata(reading: file.span, format: .png).edited(
            .all, size: PixelSize(width: 8, height: 8), format: .png)
        #expect(kept.texts.map(\.payload) == [Array("Title\0Sea".utf8)] && kept.xmp == nil)
    }

    @Test("a profile behind the pixels of a PNG counts for nothing")
    func lateProfile() throws {
        let png = try ImageEncoder.encode(pattern(.rgb, 8, 8), EncodeOptions(format: .png))
        var metadata = ImageMetadata()
        metadata.colorProfile = iccProfile()
        let early = metadata.embedded(in: png, format: .png)
        let chunk = try #require(PNGParts(early).chunks.first { $0.type == "iCCP" })
        let end = png.count - 12
        #expect(try ImageInfo(probing: early.span).colorProfile != nil)
        let late = inserting(chunk.whole, in: png, at: end)
        #expect(try ImageInfo(probing: late.span).colorProfile == nil)
    }
}
