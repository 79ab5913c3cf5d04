import ImageCodecs
import Resampling
import Testing

@Suite("A file is what its first bytes say")
struct SignatureTests {
    private func error(_ bytes: [UInt8]) -> ImageError? {
        do {
            _ = try ImageInfo(probing: bytes.span)
            return nil
        } catch {
            return error
        }
    }

    private func media(_ brand: String, _ compatible: String = "") -> [UInt8] {
        let brands = Array("ftyp".utf8) + Array(brand.utf8) + [0, 0, 0, 0] + Array(compatible.utf8)
        return [0, 0, 0, UInt8(brands.count + 4)] + brands
    }

    @Test("formats that are known and not read are named")
    func known() {
        let svg = "<?xml version=\"1.0\"?>\n<!-- a drawing -->\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
        let bitmapHeader = Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
        let files: [(String, [UInt8])] = [
            ("HEIC", media("heic", "mif1heic")), ("HEIC", media("mif1", "miafheic")),
            ("AVIF", media("avif", "mif1miaf")),
            ("AVIF", media("mif1", "avifmiaf")), ("raw camera file (CR3)", media("crx ")),
            ("MP4/QuickTime video", media("isom", "iso2mp41")), ("MP4/QuickTime video", media("qt  ")),
            ("MP4/QuickTime video", [0, 0, 0, 8] + Array("moov".utf8)), ("GIF", Array("GIF89a".utf8)),
            ("TIFF", Array("II*\0\u{8}\0\0\0".utf8)), ("TIFF", Array("MM\0*\0\0\0\u{8}".utf8)),
            ("raw camera file (CR2)", Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8)), ("BMP", bitmapHeader),
            ("raw camera file (RAF)", Array("FUJIFILMCCD-RAW 0201".utf8)), ("JPEG XL", [0xff, 0x0a, 0, 0]),
            ("JPEG XL", [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]),
            ("JPEG 2000", [0, 0, 0, 12] + Array("jP  ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]),
            ("JPEG 2000", [0xff, 0x4f, 0xff, 0x51]), ("PDF", Array("%PDF-1.7".utf8)),
            ("PSD", Array("8BPS\0\u{1}".utf8)),
            ("ICO", [0, 0, 1, 0, 2, 0, 16, 16]), ("SVG", Array(svg.utf8)),
            ("SVG", [0xef, 0xbb, 0xbf] + Array("<svg>".utf8)),
            ("QOI", Array("qoif".utf8)), ("PNM", Array("P6\n4 4\n255\n".utf8)),
        ]
        for (name, bytes) in files { #expect(error(bytes) == .unsupported(name)) }
    }

    @Test("variants of JPEG that cannot be decoded are named")
    func jpegVariants() throws {
        let bytes = try ImageEncoder.encode(pattern(.gray, 8, 8), EncodeOptions(format: .jpeg))
        let frame = try #require((0..<bytes.count).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
        func with(_ offset: Int, _ value: UInt8) -> [UInt8] {
            var changed = bytes
            changed[frame + offset] = value
            return changed
        }
        #expect(error(with(1, 0xc3)) == .unsupported("lossless JPEG"))
        #expect(error(with(1, 0xc5)) == .unsupported("hierarchical JPEG"))
        #expect(error(with(1, 0xcb)) == .unsupported("lossless JPEG"))
        #expect(error(with(1, 0xf7)) == .unsupported("JPEG-LS"))
        #expect(error(with(4, 12)) == .unsupported("12-bit JPEG"))
        #expect(error(with(6, 0))?.kind == "unsupported")
        #expect(error(with(8, 0))?.kind == "malformed")
        #expect(error(with(9, 2))?.kind == "malformed")
        #expect(error(with(11, 0x51))?.kind == "malformed")
        let arithmetic = with(1, 0xc9)
        #expect(try probe(arithmetic).isArithmetic)
    }

    @Test("what is no picture is said to be none")
    func noPicture() {
        #expect(error([]) == .malformed(nil, offset: nil, reason: "the file is empty"))
        #expect(error(Array("hello".utf8))?.description == "not a picture: text")
        #expect(error(Array("<html>".utf8))?.description == "not a picture: HTML or XML")
        #expect(error([1, 2, 3, 4, 5])?.description == "not a picture: it begins with the bytes 01 02 03 04")
        #expect(error(Array("PK\u{3}\u{4}".utf8))?.description == "not a picture: a ZIP archive")
        for count in 1..<64 { #expect(error([UInt8](repeating: 0, count: count))?.kind == "malformed") }
    }

    @Test("errors are one line that a person can act on")
    func lines() {
        let lines: [(ImageError, String)] = [
            (.truncated(.jpeg, fraction: 0.637), "JPEG ends after 63 % of its rows"),
            (.truncated(.png, fraction: 1), "PNG ends after 99 % of its rows"),
            (.truncated(.webP, fraction: nil), "WebP ends before its picture does"),
            (
                .malformed(.jpeg, offset: 20, reason: "a segment of length 1"),
                "JPEG is malformed at byte 20: a segment of length 1"
            ),
            (.unsupported("HEIC"), "HEIC is not supported"),
            (
                .limitExceeded(limit: "pixels", needed: 300, allowed: 200, flag: "--max-pixels"),
                "needs 300 pixels, more than the 200 allowed; raise it with --max-pixels"
            ),
        ]
        for (error, line) in lines { #expect(error.description == line) }
    }

    @Test("a walk over segments ends, however many there are")
    func endless() {
        let jpeg: [UInt8] = [0xff, 0xd8] + (0..<1_000_001).flatMap { _ in [0xff, 0xe5, 0, 2] as [UInt8] }
        #expect(error(jpeg)?.kind == "limitExceeded")
    }

    @Test("decoders hold little unless the file makes them")
    func memory() throws {
        func memory(_ options: EncodeOptions) throws -> Int {
            let bytes = try ImageEncoder.encode(pattern(.rgb, 640, 480), options)
            let region = PixelRect(x: 0, y: 0, width: 640, height: 480)
            return try probe(bytes).decoderMemory(for: DecodeRequest(layout: .pixels(.rgb), region: region))
        }
        let progressive = try memory(EncodeOptions(format: .jpeg, progressive: true))
        #expect(progressive - (try memory(EncodeOptions(format: .jpeg))) == 640 * 480 * 3)
        #expect(try memory(EncodeOptions(format: .png)) < 640 * 480 * 3)
        #expect(try memory(EncodeOptions(format: .webP)) > 640 * 480 * 3)
    }
}
