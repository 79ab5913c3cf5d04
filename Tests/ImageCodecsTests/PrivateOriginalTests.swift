import ImageCodecs
import Resampling
import Testing

@Suite("A private original is the same picture and tells nothing else")
struct PrivateOriginalTests {
    private let exif = OrientationTests.Exif().bytes
    private static let secret = Array("secret place".utf8)

    private func copy(_ bytes: [UInt8], _ format: ImageFormat) throws -> [UInt8] {
        try PrivateOriginal.bytes(of: bytes.span, format: format)
    }

    private func kind(_ bytes: [UInt8], _ format: ImageFormat) -> String? {
        do throws(ImageError) {
            _ = try PrivateOriginal.bytes(of: bytes.span, format: format)
            return nil
        } catch {
            return error.kind
        }
    }

    private func tellsSecret(_ bytes: [UInt8]) -> Bool {
        let secret = Self.secret
        return bytes.indices.contains { bytes[$0] == secret[0] && bytes[$0...].starts(with: secret) }
    }

    private func jpeg(_ options: EncodeOptions = EncodeOptions(format: .jpeg)) throws -> [UInt8] {
        try ImageEncoder.encode(pattern(.rgb, 40, 30), options)
    }

    private func jpeg(segments: [[UInt8]]) throws -> [UInt8] {
        inserting(Array(segments.joined()), in: try jpeg(), at: 20)
    }

    private func png(chunks: [(String, [UInt8])], tail: [(String, [UInt8])] = []) -> [UInt8] {
        ImageCodecsTests.png(2, 1, depth: 8, type: 2, rows: [[1, 2, 3, 4, 5, 6]], chunks: chunks, tail: tail)
    }

    // MARK: Every format

    @Test("a file without metadata is copied byte for byte", arguments: TruncationTests.Kind.allCases)
    func plain(kind: TruncationTests.Kind) throws {
        let bytes = try ImageEncoder.encode(pattern(kind == .gray ? .gray : .rgb, 40, 30), kind.options)
        let isEqual = try copy(bytes, kind.options.format) == bytes
        #expect(isEqual)
    }

    @Test("every fixture has the same pixels and the same header, and is stable")
    func fixtures() throws {
        #expect(FixtureFile.small.count > 200)
        for file in FixtureFile.small {
            do {
                let original = try copy(file.bytes, file.format)
                #expect(original.count <= file.bytes.count + 200, "\(file.name)")
                let (before, after) = (try ImageInfo(probing: file.bytes.span), try ImageInfo(probing: original.span))
                #expect(
                    before.storedSize == after.storedSize && before.orientation == after.orientation, "\(file.name)")
                #expect(before.layout == after.layout && before.isAnimated == after.isAnimated, "\(file.name)")
                let isEqual = try Bitmap(decoding: file.bytes.span) == Bitmap(decoding: original.span)
                #expect(isEqual, "\(file.name) has other pixels")
                let isStable = try copy(original, file.format) == original
                #expect(isStable, "\(file.name) changes again")
                let metadata = ImageMetadata(reading: original.span, format: file.format)
                let profile = ImageMetadata(reading: file.bytes.span, format: file.format).colorProfile
                #expect(metadata.xmp == nil && metadata.photoshop == nil && metadata.comments.isEmpty, "\(file.name)")
                #expect(metadata.texts.isEmpty && (metadata.colorProfile == profile), "\(file.name)")
            } catch {
                Issue.record("\(file.name): \(error)")
            }
        }
    }

    @Test("a file that ends early stays as it is", arguments: TruncationTests.Kind.allCases)
    func truncated(kind: TruncationTests.Kind) throws {
        let format = kind.options.format
        let bytes = try ImageEncoder.encode(pattern(kind == .gray ? .gray : .rgb, 40, 30), kind.options)
        for count in stride(from: 12, to: bytes.count, by: 7) {
            let cut = Array(bytes.prefix(count))
            guard let original = try? copy(cut, format) else {
                #expect(self.kind(cut, format) == "truncated", "\(count) bytes")
                continue
            }
            // The last bytes may be too few for a segment or chunk.
            #expect(original.count <= count && original.count > count - 12, "\(count) bytes")
            guard let info = try? ImageInfo(probing: cut.span) else { continue }
            var request = DecodeRequest(layout: .pixels(info.layout), region: PixelRect(info.storedSize))
            request.allowsTruncated = true
            let before = try? decoded(cut, format: format, request: request)
            let after = try? decoded(original, format: format, request: request)
            #expect(before?.findings == after?.findings, "\(count) bytes")
            let isEqual = before?.planes == after?.planes
            #expect(isEqual, "\(count) bytes")
        }
    }

    @Test("another format, and what is no picture, is malformed", arguments: ImageFormat.allCases)
    func otherFormat(format: ImageFormat) throws {
        let other = format == .jpeg ? ImageFormat.png : .jpeg
        #expect(kind(try ImageEncoder.encode(pattern(.rgb, 4, 4), EncodeOptions(format: other)), format) == "malformed")
        #expect(kind([], format) == "malformed")
    }

    @Test("the orientation stays, whichever block counts", arguments: ImageFormat.allCases)
    func orientation(format: ImageFormat) throws {
        var metadata = ImageMetadata()
        for value in 1...8 {
            for isLittle in [true, false] {
                metadata.exif = OrientationTests.Exif(isLittle: isLittle, value: value).bytes
                let plain = try ImageEncoder.encode(pattern(.rgb, 9, 7), EncodeOptions(format: format))
                let turned = metadata.embedded(in: plain, format: format)
                #expect(try probe(copy(turned, format)).orientation.rawValue == value)
            }
        }
    }

    // MARK: JPEG

    @Test("JPEG: texts, further pictures and unknown segments go")
    func jpegSegments() throws {
        let secret = Self.secret
        let names =
            [
                (0xe1, "http://ns.adobe.com/xap/1.0/\0"), (0xe1, "http://ns.adobe.com/xmp/extension/\0"),
                (0xe2, "MPF\0"),
                (0xe2, "FPXR\0"), (0xe2, "urn:iso:std:iso:ts:21496:-1\0"), (0xed, "Photoshop 3.0\0"), (0xfe, ""),
                (0xe0, "JFXX\0"), (0xe0, "CIFF"), (0xe1, ""), (0xe3, "Meta\0\0"), (0xee, "Other"), (0xf0, ""),
            ].map { (UInt8($0), $1) } + (0xe4...0xef).map { (UInt8($0), "") }
        for (marker, name) in names {
            let bytes = try jpeg(segments: [segment(marker, name, secret)])
            let isPlain = try copy(bytes, .jpeg) == jpeg()
            #expect(isPlain, "\(marker) \(name)")
        }
    }

    @Test("JPEG: JFIF stays without its thumbnail")
    func jfif() throws {
        let start: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 73]
        let bytes = try Array(jpeg().prefix(2)) + segment(0xe0, start + [1, 4] + Self.secret) + jpeg().dropFirst(20)
        let expected = try Array(jpeg().prefix(2)) + segment(0xe0, start + [0, 0]) + jpeg().dropFirst(20)
        let isExpected = try copy(bytes, .jpeg) == expected
        #expect(isExpected)
    }

    @Test("JPEG: the marker that tells the colors stays, what follows in it goes")
    func adobe() throws {
        let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
        let original = try copy(jpeg(segments: [segment(0xee, adobe + Self.secret)]), .jpeg)
        let isExpected = try original == jpeg(segments: [segment(0xee, adobe)])
        #expect(isExpected)
    }

    @Test("JPEG: every part of a profile stays as it is")
    func profileParts() throws {
        let parts = iccSegments(iccProfile(3000), parts: 3).reversed() + [segment(0xe2, "ICC_PROFILE\0", [9, 3, 1])]
        let bytes = try jpeg(segments: Array(parts))
        let isEqual = try copy(bytes, .jpeg) == bytes
        #expect(isEqual)
    }

    @Test("JPEG: only the first EXIF stays, and nothing of it that is private")
    func exifOnce() throws {
        let other = OrientationTests.Exif(value: 3).bytes
        let both = try jpeg(segments: [segment(0xe1, "Exif\0\0", exif + Self.secret), segment(0xe1, "Exif\0\0", other)])
        let original = try copy(both, .jpeg)
        #expect(JPEGParts(original).markers.count { $0 == 0xe1 } == 1)
        #expect(try probe(original).orientation == .rightTop)
        #expect(!tellsSecret(original))
        let broken = try jpeg(segments: [segment(0xe1, "Exif\0\0", [1]), segment(0xe1, "Exif\0\0", other)])
        #expect(try probe(copy(broken, .jpeg)).orientation == .topLeft)
        let doubled = try jpeg(segments: [segment(0xe1, "Exif\0\0Exif\0\0", exif)])
        #expect(try probe(doubled).orientation == .topLeft)
        #expect(try probe(copy(doubled, .jpeg)).orientation == .topLeft)
    }

    @Test("JPEG: what follows the end goes, and stray bytes between segments")
    func jpegTail() throws {
        let plain = try jpeg()
        let isPlain = try copy(inserting(Self.secret, in: plain, at: 20) + Self.secret + plain, .jpeg) == plain
        #expect(isPlain)
    }

    @Test("JPEG: each scan stays byte for byte, and metadata between scans goes")
    func scans() throws {
        let bytes = try jpeg(EncodeOptions(format: .jpeg, progressive: true))
        let places = (2..<bytes.count - 1).filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
        #expect(places.count > 3)
        var laced = bytes
        for place in places.dropFirst().reversed() {
            let extra =
                segment(0xe1, "Exif\0\0", exif + Self.secret) + segment(0xe2, "ICC_PROFILE\0", [1, 1] + Self.secret)
            laced = inserting(extra + segment(0xfe, Self.secret) + Self.secret, in: laced, at: place)
        }
        let isPlain = try copy(laced, .jpeg) == bytes
        #expect(isPlain)
    }

    @Test("JPEG: the scans of fixtures with restart markers, scripts and arithmetic coding stay byte for byte")
    func fixtureScans() throws {
        for file in FixtureFile.small where file.format == .jpeg {
            let (before, after) = (JPEGParts(file.bytes), JPEGParts(try copy(file.bytes, .jpeg)))
            let areEqual = before.scans == after.scans
            #expect(areEqual && !after.scans.isEmpty && after.tail.isEmpty, "\(file.name)")
            let allowed: Set<UInt8> = [0xe0, 0xe1, 0xe2, 0xee, 0xdb, 0xc4, 0xcc, 0xdd, 0xda, 0xd9]
            #expect(after.markers.allSatisfy { allowed.contains($0) || (0xc0...0xcf).contains($0) }, "\(file.name)")
        }
    }

    @Test("JPEG: codes inside a scan that end none are damage that stays")
    func damagedScan() throws {
        let plain = try jpeg()
        let scan = try #require((2..<plain.count - 1).last { plain[$0] == 0xff && plain[$0 + 1] == 0xda })
        let damaged = inserting([0xff, 0x02, 0xff, 0xff, 0x00, 0xff, 0xff, 0xd3, 0xff, 0xf7], in: plain, at: scan + 20)
        let isEqual = try copy(damaged, .jpeg) == damaged
        #expect(isEqual)
    }

    @Test("JPEG: what cannot be followed is an error")
    func jpegErrors() throws {
        #expect(kind([0xff, 0xd8], .jpeg) == "truncated")
        #expect(kind([0xff, 0xd8, 0xff, 0xd9], .jpeg) == "malformed")
        #expect(kind([0xff, 0xd8, 0xff, 0xd8], .jpeg) == "malformed")
        #expect(kind([0xff, 0xd8, 0xff, 0xe1, 0, 1], .jpeg) == "malformed")
        #expect(kind([0xff, 0xd8, 0xff, 0xbf, 0, 2], .jpeg) == "malformed")
        #expect(kind(try jpeg().dropLast(2) + jpeg(), .jpeg) == "malformed")
    }

    // MARK: PNG

    @Test("PNG: texts, times and the chunks of vendors go, and what follows the end")
    func pngChunks() throws {
        let gone = ["tEXt", "zTXt", "iTXt", "tIME", "sPLT", "caBX", "iDOT", "vpAg", "oFFs", "dSIG", "eXIF"]
        let bytes = png(chunks: gone.map { ($0, Self.secret) }, tail: gone.map { ($0, Self.secret) })
        let isPlain = try copy(bytes + Self.secret, .png) == png(chunks: [])
        #expect(isPlain)
    }

    @Test("PNG: what makes the picture look as it does stays byte for byte, even with a wrong check sum")
    func pngKept() throws {
        let kept = [
            "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", "hIST", "cICP", "mDCV", "cLLI", "acTL",
            "fcTL",
        ]
        var bytes = png(chunks: kept.map { ($0, [1, 2, 3]) }, tail: [("fdAT", [1]), ("fcTL", [2])])
        bytes[45] ^= 1
        let isEqual = try copy(bytes, .png) == bytes
        #expect(isEqual)
    }

    @Test("PNG: a profile stays under a name that tells nothing, a broken one goes")
    func pngProfile() throws {
        let profile = [0, 0] + zlibStored(iccProfile())
        let original = try copy(png(chunks: [("iCCP", Self.secret + profile)]), .png)
        let isRenamed =
            try original == png(chunks: [("iCCP", Array("icc".utf8) + profile)]) && copy(original, .png) == original
        #expect(isRenamed && ImageMetadata(reading: original.span, format: .png).colorProfile == iccProfile())
        var broken = png(chunks: [("iCCP", Self.secret + profile)])
        broken[45] ^= 1
        for bytes in [broken, png(chunks: [("iCCP", profile)]), png(chunks: [("iCCP", Self.secret)])] {
            let isGone = try copy(bytes, .png) == png(chunks: [])
            #expect(isGone)
        }
    }

    @Test("PNG: EXIF stays where it is, once, without what is private")
    func pngExif() throws {
        let secret = Self.secret
        let bytes = png(chunks: [], tail: [("eXIf", exif + secret), ("eXIf", OrientationTests.Exif(value: 3).bytes)])
        let original = try copy(bytes, .png)
        #expect(PNGParts(original).types == ["IHDR", "IDAT", "eXIf", "IEND"])
        #expect(try probe(original).orientation == .rightTop)
        #expect(!tellsSecret(original))
        #expect(try findings(original, format: .png, layout: .rgb).isEmpty)
    }

    @Test("PNG: what cannot be followed is an error")
    func pngErrors() {
        let plain = png(chunks: [])
        #expect(kind(Array(plain.prefix(8)), .png) == "truncated")
        #expect(kind(Array(plain.prefix(33)), .png) == "truncated")
        #expect(kind(Array(plain.prefix(8) + plain.dropFirst(33)), .png) == "malformed")
        #expect(kind(Array(plain.prefix(33) + plain.suffix(12)), .png) == "malformed")
        #expect(kind(png(chunks: [("CgBI", [1])]), .png) == "unsupported")
    }

    // MARK: WebP

    private func still(_ layout: PixelLayout = .rgb, lossless: Bool = false) throws -> [UInt8] {
        try ImageEncoder.encode(pattern(layout, 20, 10), EncodeOptions(format: .webP, lossless: lossless))
    }

    private func extended(_ flags: UInt8, _ chunks: [UInt8]) -> [UInt8] {
        riff(riffChunk("VP8X", [flags, 0, 0, 0, 19, 0, 0, 9, 0, 0]) + chunks)
    }

    @Test("WebP: a simple file stays simple, and nothing follows its picture")
    func simple() throws {
        for lossless in [false, true] {
            let plain = try still(lossless: lossless)
            let laced =
                riff(Array(plain.dropFirst(12)) + riffChunk("EXIF", exif) + riffChunk("abcd", Self.secret))
                + Self.secret
            let isPlain = try copy(laced, .webP) == plain
            #expect(isPlain)
        }
    }

    @Test("WebP: XMP and unknown chunks go, the profile stays, EXIF without what is private, flags are right")
    func extended() throws {
        let picture = try Array(still().dropFirst(12))
        let profile = riffChunk("ICCP", iccProfile(133))
        let secret = Self.secret
        let laced = extended(
            0xff & ~0x12,
            riffChunk("abcd", secret) + profile + picture + picture + riffChunk("EXIF", exif + secret)
                + riffChunk("XMP ", secret) + riffChunk("EXIF", exif))
        let original = try copy(laced + secret, .webP)
        let parts = WebPParts(original)
        #expect(parts.names == ["VP8X", "ICCP", "VP8 ", "EXIF"] && parts.fills)
        #expect(original[20] == 0x28)
        #expect(!tellsSecret(original))
        #expect(try probe(original).orientation == .rightTop)
        let cut = try copy(Array(extended(8, picture + riffChunk("EXIF", exif + secret)).dropLast(5)), .webP)
        #expect(try probe(cut).orientation == .rightTop)
        #expect(!WebPParts(cut).fills && !tellsSecret(cut))
        let isBare = try copy(extended(0x2c, picture), .webP) == extended(0, picture)
        #expect(isBare)
    }

    @Test("WebP: frames stay, unknown chunks inside them go")
    func frames() throws {
        let picture = try Array(still(.rgba).dropFirst(30))
        #expect(WebPParts(riff(picture)).names == ["ALPH", "VP8 "])
        let place: [UInt8] = [0, 0, 0, 0, 0, 0, 19, 0, 0, 9, 0, 0, 100, 0, 0, 2]
        let animation = riffChunk("ANIM", [255, 255, 255, 255, 3, 0])
        func file(_ inside: [UInt8], _ outside: [UInt8]) -> [UInt8] {
            let frame = riffChunk("ANMF", place + picture + inside)
            return extended(0x12, animation + outside + frame + frame + outside)
        }
        let secret = riffChunk("abcd", Self.secret)
        let isPlain = try copy(file(secret, secret + picture), .webP) == file([], [])
        #expect(isPlain)
        for count in stride(from: 40, to: file(secret, []).count, by: 3) {
            let cut = Array(file(secret, []).prefix(count))
            guard let original = try? copy(cut, .webP) else { continue }
            #expect(!WebPParts(original).fills)
            let isStable = try copy(original, .webP) == original
            #expect(isStable, "\(count) bytes")
        }
    }

    @Test("WebP: what cannot be followed is an error")
    func webPErrors() throws {
        let plain = try still()
        #expect(kind(Array(plain.prefix(16)), .webP) == "truncated")
        #expect(kind(Array(plain.prefix(20)), .webP) == nil)
        #expect(kind(riff(riffChunk("abcd", [1])), .webP) == "malformed")
        #expect(kind(extended(0, []), .webP) == "malformed")
        // Also where the file is cut off: it says itself how long it would be.
        for cut in [0, 1, 5] {
            for length in [100, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff] {
                let chunk = Array("VP8L".utf8) + little(length, 4) + [UInt8](repeating: 7, count: 20)
                #expect(kind(Array(riff(chunk).dropLast(cut)), .webP) == "malformed", "\(length) bytes")
                #expect(
                    kind(Array(extended(0, chunk).dropLast(cut)), .webP) == "malformed", "\(length) bytes on a canvas")
            }
        }
    }

    // MARK: Hostile

    @Test("every beginning of a file, and every file with one byte changed, ends in an error or a copy")
    func hostile() {
        let names = [
            "jpeg/thumbnail-in-exif.jpg", "jpeg/restart-blocks.jpg", "png/apng.png", "webp/animated-lossy.webp",
            "webp/extended-icc-exif.webp",
        ]
        for name in names {
            let bytes = FixtureFile.bytes("valid/" + name)
            for format in ImageFormat.allCases {
                for count in 0..<min(bytes.count, 2000) { _ = kind(Array(bytes.prefix(count)), format) }
                for offset in 0..<min(bytes.count, 1000) {
                    for value: UInt8 in [0, 0xff, 0x7f] {
                        var changed = bytes
                        changed[offset] = value
                        _ = kind(changed, format)
                    }
                }
            }
        }
    }
}
