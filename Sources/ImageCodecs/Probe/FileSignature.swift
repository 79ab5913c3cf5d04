/// What the first bytes of a file say it is.
enum FileSignature: Equatable {
    /// A format that this module reads.
    case readable(ImageFormat)
    /// A format that is recognized and not read.
    case known(String)
    case empty
    /// Anything else, with a word on what it looks like.
    case unknown(String)

    init(of bytes: Span<UInt8>) {
        self =
            if bytes.isEmpty { .empty } else if bytes.has([0xff, 0xd8], at: 0) {
                .readable(.jpeg)
            } else if bytes.has(PNGProbe.signature, at: 0) {
                .readable(.png)
            } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
                .readable(.webP)
            } else if let name = Self.mediaName(bytes) ?? Self.fixedName(bytes) ?? Self.textName(bytes) {
                .known(name)
            } else { .unknown(Self.guess(bytes)) }
    }

    /// Signatures that stand at the start of the file.
    private static let fixed: [(bytes: [UInt8], name: String)] = [
        (ascii("GIF87a"), "GIF"), (ascii("GIF89a"), "GIF"),
        // Raw files of these cameras are TIFF inside: the longer signature comes first.
        (ascii("II*\0\u{10}\0\0\0CR"), "raw camera file (CR2)"), (ascii("IIRO"), "raw camera file (ORF)"),
        (ascii("IIRS"), "raw camera file (ORF)"), (ascii("MMOR"), "raw camera file (ORF)"),
        (ascii("IIU\0"), "raw camera file (RW2)"), (ascii("FUJIFILMCCD-RAW"), "raw camera file (RAF)"),
        (ascii("FOVb"), "raw camera file (X3F)"), (ascii("\0MRM"), "raw camera file (MRW)"),
        (ascii("II*\0"), "TIFF"), (ascii("MM\0*"), "TIFF"), (ascii("II+\0"), "TIFF"), (ascii("MM\0+"), "TIFF"),
        ([0xff, 0x0a], "JPEG XL"), ([0, 0, 0, 12] + ascii("JXL \r\n") + [0x87, 0x0a], "JPEG XL"),
        ([0xff, 0x4f, 0xff, 0x51], "JPEG 2000"), ([0, 0, 0, 12] + ascii("jP  \r\n") + [0x87, 0x0a], "JPEG 2000"),
        (ascii("II\u{bc}"), "JPEG XR"), (ascii("8BPS"), "PSD"), (ascii("%PDF-"), "PDF"),
        ([0x8a] + ascii("MNG\r\n"), "MNG"), ([0x8b] + ascii("JNG\r\n"), "JNG"), ([0x76, 0x2f, 0x31, 0x01], "OpenEXR"),
        (ascii("#?RADIANCE"), "Radiance HDR"), (ascii("qoif"), "QOI"), (ascii("DDS "), "DDS"),
    ]

    /// The bytes of Latin-1 text.
    private static func ascii(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    private static func fixedName(_ bytes: Span<UInt8>) -> String? {
        for (signature, name) in fixed where bytes.has(signature, at: 0) { return name }
        // Two letters or four small numbers alone are too common to tell a format.
        if bytes.has("BM", at: 0), bytes.littleEndian32(at: 6) == 0,
            (12...124).contains(bytes.littleEndian32(at: 14) ?? 0)
        {
            return "BMP"
        }
        if bytes.has([0, 0, 1, 0], at: 0), (1...255).contains(bytes.littleEndian16(at: 4) ?? 0) { return "ICO" }
        if bytes.has("P", at: 0), let digit = bytes.byte(at: 1), (0x31...0x37).contains(digit),
            let space = bytes.byte(at: 2), [0x20, 0x09, 0x0a, 0x0d].contains(space)
        {
            return "PNM"
        }
        return nil
    }

    /// Formats in boxes of ISO 14496-12, by their brands.
    private static func mediaName(_ bytes: Span<UInt8>) -> String? {
        guard bytes.has("ftyp", at: 4), let size = bytes.bigEndian32(at: 0) else {
            return bytes.has("moov", at: 4) || bytes.has("mdat", at: 4) ? "MP4/QuickTime video" : nil
        }
        // The major brand, then the compatible ones; 16 of them are more than files list.
        let brands = [8] + stride(from: 16, to: min(size, 16 + 64), by: 4)
        func lists(_ names: [String]) -> Bool { brands.contains { at in names.contains { bytes.has($0, at: at) } } }
        if lists(["avif", "avis"]) { return "AVIF" }
        if lists(["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1"]) { return "HEIC" }
        if lists(["crx "]) { return "raw camera file (CR3)" }
        return "MP4/QuickTime video"
    }

    /// SVG, which begins like any text.
    private static func textName(_ bytes: Span<UInt8>) -> String? {
        var start = bytes.has([0xef, 0xbb, 0xbf], at: 0) ? 3 : 0
        let end = min(bytes.count, 1024)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        guard bytes.has("<", at: start) else { return nil }
        for offset in start..<end where bytes.has("<svg", at: offset) { return "SVG" }
        return nil
    }

    /// A word on bytes that are no picture.
    private static func guess(_ bytes: Span<UInt8>) -> String {
        if bytes.has("PK", at: 0) { return "a ZIP archive" }
        if bytes.has("RIFF", at: 0) { return "a RIFF file that is not WebP" }
        let length = min(bytes.count, 512)
        var text = true
        for offset in 0..<length where bytes[offset] < 0x20 && ![0x09, 0x0a, 0x0d].contains(bytes[offset]) {
            text = false
        }
        if text { return bytes.has("<", at: 0) ? "HTML or XML" : "text" }
        let first = (0..<min(bytes.count, 4)).map { offset in
            let digits = String(bytes[offset], radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return "it begins with the bytes \(first.joined(separator: " "))"
    }
}
