import ImageCodecs
import Resampling
import Testing

/// The route that inflates a whole PNG at once, against libpng's.
@Suite("A PNG inflated at once is the PNG that libpng reads")
struct WholePNGTests {
    /// Whether this build has the route.
    private static let isBuiltIn: Bool = {
        let size = PixelSize(width: 1, height: 1)
        return ImageInfo(format: .png, storedSize: size, channels: 1).wholePictureBytes != nil
    }()

    /// Compares both routes over a region and returns whether the whole picture was inflated.
    @discardableResult
    private func compare(
        _ bytes: [UInt8], _ layout: PixelLayout, _ region: PixelRect, _ name: @autoclosure () -> String = ""
    ) -> Bool {
        let whole = decodePNG(bytes, layout: layout, region: region, allowsWhole: true)
        let plain = decodePNG(bytes, layout: layout, region: region, allowsWhole: false)
        #expect(!plain.isWhole)
        if whole.outcome != plain.outcome { Issue.record("\(name()): the routes differ, \(layout) \(region)") }
        return whole.isWhole
    }

    private static let kinds: [(type: UInt8, channels: Int, layouts: [PixelLayout])] = [
        (0, 1, [.gray, .grayAlpha, .rgb, .rgba]), (2, 3, [.rgb, .rgba]), (4, 2, [.grayAlpha, .rgba]), (6, 4, [.rgba]),
    ]

    @Test("every filter, number of channels, layout and width, in one chunk of pixels and in several")
    func filters() {
        var noise = Noise(3)
        for kind in Self.kinds {
            for width in Array(1...20) + [31, 33, 64, 67] {
                // Each filter below each other one, and each as the first row.
                for first in 0..<5 {
                    let filters = (0..<26).map { UInt8((first + $0 + $0 / 5) % 5) }
                    let rows = filters.indices.map { row in
                        (0..<width * kind.channels).map { _ in
                            // Small residues exercise the ties, large ones the wrapping.
                            UInt8(truncatingIfNeeded: row % 2 == 0 ? noise.next() : noise.next() % 5 &- 2)
                        }
                    }
                    let bytes = png(
                        width, filters.count, depth: 8, type: kind.type, rows: rows, filters: filters,
                        pieces: 1 + first)
                    let region = PixelRect(x: 0, y: 0, width: width, height: filters.count)
                    for layout in kind.layouts {
                        #expect(compare(bytes, layout, region, "filters, width \(width)") == Self.isBuiltIn)
                    }
                }
            }
        }
    }

    @Test("regions are the crops of the whole")
    func crops() throws {
        for layout in PixelLayout.allCases {
            let bytes = try ImageEncoder.encode(pattern(layout, 37, 41), EncodeOptions(format: .png))
            let size = PixelSize(width: 37, height: 41)
            for region in regions(in: size) { #expect(compare(bytes, layout, region) == Self.isBuiltIn) }
        }
    }

    @Test("palettes, with transparency and without, and transparent colors")
    func palettes() {
        let region = PixelRect(x: 0, y: 0, width: 4, height: 2)
        let palette: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90]
        let rows: [[UInt8]] = [[0, 1, 2, 0], [2, 0, 1, 1]]
        let opaque = png(4, 2, depth: 8, type: 3, rows: rows, chunks: [("PLTE", palette)])
        #expect(compare(opaque, .rgb, region) == Self.isBuiltIn)
        #expect(compare(opaque, .rgba, region) == Self.isBuiltIn)
        let clear = png(4, 2, depth: 8, type: 3, rows: rows, chunks: [("PLTE", palette), ("tRNS", [0, 128])])
        #expect(compare(clear, .rgba, region) == Self.isBuiltIn)
        let full = png(
            4, 2, depth: 8, type: 3, rows: [[255, 9, 0, 1], [7, 200, 3, 4]],
            chunks: [("PLTE", (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) })])
        #expect(compare(full, .rgb, region) == Self.isBuiltIn)
        let outside = png(4, 2, depth: 8, type: 3, rows: [[0, 1, 2, 0], [2, 0, 1, 3]], chunks: [("PLTE", palette)])
        #expect(!compare(outside, .rgb, region))
        for high in [UInt8(0), 1] {
            let gray = png(4, 2, depth: 8, type: 0, rows: rows, chunks: [("tRNS", [high, 1])])
            for layout in [PixelLayout.grayAlpha, .rgba] { compare(gray, layout, region, "transparent gray") }
            let color = png(
                4, 1, depth: 8, type: 2, rows: [[1, 2, 3, 1, 2, 4, 0, 2, 3, 1, 2, 3]],
                chunks: [("tRNS", [high, 1, 0, 2, 0, 3])])
            compare(color, .rgba, PixelRect(x: 0, y: 0, width: 4, height: 1), "transparent color")
        }
    }

    @Test("what is not perfect is left to libpng")
    func odd() {
        let region = PixelRect(x: 0, y: 0, width: 2, height: 2)
        let rows: [[UInt8]] = [[1, 2], [3, 4]]
        let raw: [UInt8] = [0, 1, 2, 0, 3, 4]
        let good = png(2, 2, depth: 8, type: 0, rows: rows)
        #expect(compare(good, .gray, region) == Self.isBuiltIn)
        #expect(compare(good + [1, 2, 3], .gray, region) == Self.isBuiltIn)
        let text = ("tEXt", Array("a\0b".utf8))
        #expect(compare(png(2, 2, depth: 8, type: 0, rows: rows, tail: [text]), .gray, region) == Self.isBuiltIn)
        var badSum = zlibStored(raw)
        badSum[badSum.count - 1] ^= 1
        var small = zlibStored(raw)
        (small[0], small[1]) = (0x08, 0x1d)
        #expect(compare(png(2, 2, depth: 8, type: 0, stream: small), .gray, region) == Self.isBuiltIn)
        let files: [(String, [UInt8])] = [
            ("a filter that does not exist", png(2, 2, depth: 8, type: 0, rows: rows, filters: [0, 5])),
            ("too few rows", png(2, 2, depth: 8, type: 0, rows: [[1, 2]])),
            ("too many rows", png(2, 2, depth: 8, type: 0, rows: rows + [[5, 6]])),
            ("a wrong check sum of the stream", png(2, 2, depth: 8, type: 0, stream: badSum)),
            ("bytes behind the stream", png(2, 2, depth: 8, type: 0, stream: zlibStored(raw) + [0, 0])),
            ("a second run of pixels", png(2, 2, depth: 8, type: 0, rows: rows, tail: [text, ("IDAT", [0])])),
            ("an unknown critical chunk", png(2, 2, depth: 8, type: 0, rows: rows, tail: [("ABCD", [])])),
            ("an end with content", png(2, 2, depth: 8, type: 0, rows: rows, tail: [("IEND", [0])])),
            ("no end", Array(good.dropLast(12))),
            ("no palette", png(2, 2, depth: 8, type: 3, rows: rows)),
        ]
        for (name, bytes) in files {
            for layout in [PixelLayout.gray, .rgb] {
                #expect(!compare(bytes, layout, region, name), "\(name)")
                compare(bytes, layout, PixelRect(x: 0, y: 0, width: 1, height: 1), name)
            }
        }
    }

    @Test("cut and changed at every byte")
    func everyByte() throws {
        let region = PixelRect(x: 0, y: 0, width: 9, height: 11)
        for layout in [PixelLayout.gray, .rgb, .rgba] {
            let bytes = try ImageEncoder.encode(pattern(layout, 9, 11), EncodeOptions(format: .png))
            for index in bytes.indices {
                compare(Array(bytes.prefix(index)), layout, region, "cut at \(index)")
                // Another size would be another picture.
                if (16..<24).contains(index) { continue }
                for change in [UInt8(1), 0x20, 0x80] {
                    var changed = bytes
                    changed[index] ^= change
                    compare(changed, layout, region, "changed at \(index)")
                }
            }
        }
    }

    /// Compares a file whole and in two regions; nil where its header cannot be read or promises too much.
    private func compareFile(_ path: String, _ name: String) -> Bool? {
        guard let bytes = contents(of: path), let info = try? ImageInfo(probing: bytes.span), info.format == .png,
            info.storedSize.width.multipliedReportingOverflow(by: info.storedSize.height).partialValue
                <= 100_000_000, info.storedSize.width < 1 << 24, info.storedSize.height < 1 << 24
        else { return nil }
        let (width, height) = (info.storedSize.width, info.storedSize.height)
        let whole = compare(bytes, info.layout, PixelRect(info.storedSize), name)
        for region in [
            PixelRect(x: width / 3, y: height / 4, width: (width + 2) / 3, height: (height + 1) / 2),
            PixelRect(x: 0, y: 0, width: width, height: 1),
        ] { compare(bytes, info.layout, region, name) }
        return whole
    }

    @Test("the fixtures", arguments: ["valid", "malformed"])
    func fixtures(folder: String) {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let index = String(decoding: contents(of: root + "/Fixtures/index.tsv") ?? [], as: UTF8.self)
        let names = index.split(whereSeparator: \.isNewline).compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
        let outcomes = names.filter { $0.hasPrefix(folder + "/") }.compactMap {
            compareFile(root + "/Fixtures/" + $0, $0)
        }
        print(
            "PNG routes, \(folder) fixtures: \(outcomes.count) compared, \(outcomes.filter(\.self).count) inflated at once"
        )
        #expect(outcomes.count > 3)
        if folder == "valid" { #expect(outcomes.contains(true) == Self.isBuiltIn) }
    }

    @Test(
        "pictures from elsewhere", .enabled(if: Corpus.isPresent, "the corpus is not here"),
        arguments: ["valid", "malformed", "photos"])
    func corpus(folder: String) {
        let outcomes = Corpus.files(below: folder).compactMap { compareFile($0.path, $0.name) }
        print("PNG routes, \(folder): \(outcomes.count) compared, \(outcomes.filter(\.self).count) inflated at once")
        #expect(!outcomes.isEmpty)
    }
}
