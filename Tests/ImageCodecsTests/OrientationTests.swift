import ImageCodecs
import Resampling
import Testing

@Suite("EXIF orientation")
struct OrientationTests {
    /// A TIFF structure with one directory.
    struct Exif {
        var isLittle = true
        var type = 3
        var value = 6
        var directory = 8
        var entries = 1

        func number(_ value: Int, _ length: Int) -> [UInt8] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return isLittle ? bytes : bytes.reversed()
        }

        var bytes: [UInt8] {
            var bytes = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(directory, 4)
            bytes += number(entries + 1, 2)
            bytes += number(0x010f, 2) + number(2, 2) + number(4, 4) + Array("abc\0".utf8)
            for _ in 0..<entries {
                bytes += number(0x0112, 2) + number(type, 2) + number(1, 4)
                bytes += type == 4 ? number(value, 4) : number(value, 2) + [0, 0]
            }
            return bytes + number(8, 4)  // the next directory is this one again
        }
    }

    /// The picture with a segment or chunk of EXIF.
    private func file(_ format: ImageFormat, _ exif: [UInt8], last: Bool = false) throws -> [UInt8] {
        let bytes = try ImageEncoder.encode(pattern(.rgb, 20, 10), EncodeOptions(format: format))
        switch format {
        case .jpeg:
            let payload = Array("Exif\0\0".utf8) + exif
            let length = payload.count + 2
            let segment = [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + payload
            // Last: behind the frame header, in front of the scan.
            let scan = try #require((0..<bytes.count).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda })
            let place = last ? scan : 2
            return Array(bytes.prefix(place)) + segment + Array(bytes.dropFirst(place))
        case .png:
            let length = (0..<4).map { UInt8(truncatingIfNeeded: exif.count >> (24 - $0 * 8)) }
            let chunk = length + Array("eXIf".utf8) + exif + [0, 0, 0, 0]
            let place = last ? bytes.count - 12 : 33
            return Array(bytes.prefix(place)) + chunk + Array(bytes.dropFirst(place))
        case .webP:
            let size = (0..<4).map { UInt8(truncatingIfNeeded: exif.count >> ($0 * 8)) }
            let extended = Array("VP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0] + [19, 0, 0, 9, 0, 0]
            let body = extended + Array(bytes.dropFirst(12)) + Array("EXIF".utf8) + size + exif
            let padded = body + (exif.count % 2 == 1 ? [0] : [])
            let riff = (0..<4).map { UInt8(truncatingIfNeeded: (padded.count + 4) >> ($0 * 8)) }
            return Array("RIFF".utf8) + riff + Array("WEBP".utf8) + padded
        }
    }

    @Test("all eight values, both byte orders, SHORT and LONG, in every format", arguments: ImageFormat.allCases)
    func values(format: ImageFormat) throws {
        for value in 1...8 {
            for isLittle in [true, false] {
                for type in [3, 4] {
                    for last in [false, true] {
                        let exif = Exif(isLittle: isLittle, type: type, value: value).bytes
                        let info = try probe(file(format, exif, last: last))
                        #expect(info.orientation.rawValue == value)
                        #expect(info.findings.isEmpty)
                        #expect(info.storedSize == PixelSize(width: 20, height: 10))
                        #expect(info.uprightSize.width == (value >= 5 ? 10 : 20))
                    }
                }
            }
        }
    }

    @Test("the picture with EXIF still decodes", arguments: ImageFormat.allCases)
    func decodes(format: ImageFormat) throws {
        let bytes = try file(format, Exif().bytes)
        #expect(try Bitmap(decoding: bytes.span).size == PixelSize(width: 20, height: 10))
    }

    @Test("a value without meaning counts as upright, and is a finding", arguments: [0, 9, 65535], [3, 4])
    func invalidValues(value: Int, type: Int) throws {
        let info = try probe(file(.jpeg, Exif(type: type, value: value).bytes))
        #expect(info.orientation == .topLeft)
        #expect(info.findings == [.orientationInvalid])
    }

    @Test("another type than SHORT and LONG is a finding")
    func otherType() throws {
        let info = try probe(file(.jpeg, Exif(type: 2).bytes))
        #expect(info.orientation == .topLeft && info.findings == [.orientationInvalid])
    }

    @Test("a directory outside the block is a finding", arguments: [1000, 0x7fff_ffff, 0xffff_ffff, 0xffff_fff8])
    func outOfRange(directory: Int) throws {
        let info = try probe(file(.jpeg, Exif(directory: directory).bytes))
        #expect(info.orientation == .topLeft && info.findings == [.exifInvalid])
    }

    @Test("a directory that claims more entries than there are, or is cut off, is read as far as it goes")
    func shortDirectory() throws {
        var exif = Exif().bytes
        exif[8] = 0xff
        exif[9] = 0xff
        #expect(try probe(file(.jpeg, exif)).orientation == .rightTop)
        let whole = Exif().bytes
        for count in 0..<whole.count {
            let info = try probe(file(.jpeg, Array(whole.prefix(count))))
            #expect(info.orientation == (count >= 34 ? .rightTop : .topLeft))
        }
    }

    @Test("directories that lead in a circle are not followed")
    func circle() throws {
        // The directory begins at the header itself: its entries are nonsense, and its next directory is itself.
        let info = try probe(file(.jpeg, Exif(directory: 0).bytes))
        #expect(info.orientation == .topLeft)
    }

    @Test("the first block and the first tag count")
    func first() throws {
        let second = try file(.jpeg, Exif(value: 3).bytes)
        let exif = Array("Exif\0\0".utf8) + Exif(value: 8, entries: 2).bytes
        let segment = [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif
        let both = Array(second.prefix(2)) + segment + Array(second.dropFirst(2))
        #expect(try probe(both).orientation == .leftBottom)
    }

    @Test("PNG and WebP may carry the six bytes that JPEG puts in front", arguments: [ImageFormat.png, .webP])
    func prefixed(format: ImageFormat) throws {
        let bytes = try file(format, Array("Exif\0\0".utf8) + Exif(value: 7).bytes)
        #expect(try ImageInfo(probing: bytes.span).orientation == .rightBottom)
    }

    @Test(
        "every file of the corpus has the orientation that its index says",
        .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpus() throws {
        var compared = 0
        for file in Corpus.files(below: "valid") + Corpus.files(below: "photos") {
            guard let bytes = contents(of: file.path), let info = try? ImageInfo(probing: bytes.span),
                let column = file.columns["exif_orientation"]
            else { continue }
            compared += 1
            let expected = Int(column).flatMap(Orientation.init(rawValue:)) ?? .topLeft
            #expect(info.orientation == expected, "\(file.name)")
            #expect("\(info.storedSize.width)" == file.columns["width"], "\(file.name)")
            #expect("\(info.storedSize.height)" == file.columns["height"], "\(file.name)")
        }
        print("\(compared) headers compared with the index")
        #expect(compared > 800)
    }
}
