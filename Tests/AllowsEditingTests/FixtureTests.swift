import ImageCodecs
import Testing

@testable import AllowsEditing

/// Every file of `Fixtures` comes to what its index says.
@Suite("Fixtures")
struct FixtureTests {
    private static let folder = BytePath("\(#filePath)").parent.parent.parent.appending("Fixtures")

    private struct Entry {
        let path: String
        let upright: PixelSize
        let stored: PixelSize
        let orientation: Int
        let channels: Int
        let expected: String

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            let numbers = fields[2...7].compactMap { Int($0) }
            guard fields.count == 9, numbers.count == 6 else { return nil }
            path = fields[0]
            upright = PixelSize(width: numbers[0], height: numbers[1])
            stored = PixelSize(width: numbers[2], height: numbers[3])
            orientation = numbers[4]
            channels = numbers[5]
            expected = fields[8]
        }
    }

    private func entries() throws -> [Entry] {
        let text = String(decoding: try Self.folder.appending("index.tsv").contents(), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().compactMap { Entry($0) }
    }

    @Test("headers and results are those of the index, for every file")
    func index() async throws {
        let entries = try entries()
        #expect(entries.count > 300)
        let editor = ImageEditor()
        var options = EditOptions(size: .atMost(48))
        options.format = .png
        for entry in entries {
            let bytes = try Self.folder.appending(BytePath(entry.path)).contents()
            do {
                let picked = try await editor.edit(bytes, options)
                #expect(entry.expected == "ok", "\(entry.path) was edited")
                let info = try ImageInfo(probing: bytes.span)
                #expect(info.storedSize == entry.stored, "\(entry.path)")
                #expect(info.uprightSize == entry.upright, "\(entry.path)")
                #expect(info.orientation.rawValue == entry.orientation, "\(entry.path)")
                #expect(info.layout.channels == entry.channels, "\(entry.path)")
                let side = min(entry.upright.width, entry.upright.height, 48)
                #expect(picked.image.size == PixelSize(width: side, height: side), "\(entry.path)")
            } catch let error as EditError {
                #expect(error.kind == entry.expected, "\(entry.path): \(error)")
            }
        }
    }

    @Test("any corner of any fixture becomes any small size")
    func corners() async throws {
        for entry in try entries() where entry.expected == "ok" && entry.upright.width * entry.upright.height < 100_000
        {
            let bytes = try Self.folder.appending(BytePath(entry.path)).contents()
            let (width, height) = (entry.upright.width, entry.upright.height)
            for divisor in [2, 3, 7, 1000] {
                let (w, h) = (max(1, width / divisor), max(1, height / divisor))
                for (x, y) in [(width - w, height - h), (width - w, 0), (0, height - h), (width / 2, height / 2)] {
                    var options = EditOptions()
                    let (w, h) = (min(w, width - x), min(h, height - y))
                    options.crop = .rect(PixelRect(x: x, y: y, width: w, height: h))
                    options.format = .jpeg
                    let reduction = [2, 4, 8, 16, 32, 1000][(x + y + divisor) % 6]
                    options.sizes = [.within(width: max(1, w / reduction), height: max(1, h / reduction))]
                    let picked = try await ImageEditor().edit(bytes, options)
                    let rect = try #require(picked.cropRect)
                    #expect(rect.width <= w && rect.height <= h, "\(entry.path)")
                }
            }
        }
    }

    @Test(
        "the eight orientations of the card come out as the same upright picture",
        arguments: ["jpg", "png", "webp"])
    func orientations(_ format: String) async throws {
        let files = (1...8).map { "valid/orientation/\($0).\(format)" }
        var options = EditOptions()
        options.crop = .gravity(x: 0, y: 0)
        options.aspect = AspectRatio(width: 4, height: 3)
        options.format = .png
        var pictures: [Bitmap] = []
        for file in files {
            let bytes = try Self.folder.appending(BytePath(file)).contents()
            pictures.append(try await ImageEditor().edit(bytes, options).image.bitmap())
        }
        for picture in pictures.dropFirst() {
            #expect(picture.size == pictures[0].size)
            let worst = zip(picture.bytes, pictures[0].bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst <= (format == "png" ? 0 : 40))
        }
    }

    @Test("the edited image at full size is the crop of the upright original, bit for bit, whatever is cropped")
    func cropIsExact() async throws {
        var checked = 0
        for entry in try entries() where entry.expected == "ok" && entry.stored.width * entry.stored.height < 20_000 {
            let bytes = try Self.folder.appending(BytePath(entry.path)).contents()
            let original = try EncodedImage(
                format: ImageFormat(detectedIn: bytes.span), size: entry.upright, bytes: bytes
            ).bitmap()
            for crop in [Crop.center, .gravity(x: 1, y: 1), .fractions(x: 0.3, y: 0.2, width: 0.4, height: 0.7)] {
                var options = EditOptions()
                options.crop = crop
                options.format = .png
                let picked = try await ImageEditor().edit(bytes, options)
                let rect = try #require(picked.cropRect)
                #expect(try picked.image.bitmap() == original.cropped(to: rect), "\(entry.path) \(crop)")
                checked += 1
            }
        }
        #expect(checked > 400)
    }
}
