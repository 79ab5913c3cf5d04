import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Edited images of at most so many bytes")
struct MaxBytesTests {
    private func edit(_ bytes: [UInt8], _ change: (inout EditOptions) -> Void) async throws -> PickedImage {
        var options = EditOptions(size: .atMost(120))
        change(&options)
        return try await ImageEditor().edit(bytes, options)
    }

    /// Detail enough that quality makes a difference.
    private func picture() throws -> [UInt8] {
        let bytes = (0..<160 * 160 * 3).map { UInt8(truncatingIfNeeded: $0 * $0 / 301 ^ $0 / 7) }
        let bitmap = Bitmap(layout: .rgb, size: PixelSize(width: 160, height: 160), bytes: bytes)
        return try ImageEncoder.encode(bitmap, EncodeOptions(format: .png))
    }

    @Test("the quality is the highest that fits, and one more would not fit")
    func highest() async throws {
        for format in [ImageFormat.jpeg, .webP] { try await checkHighest(format) }
    }

    private func checkHighest(_ format: ImageFormat) async throws {
        let picture = try picture()
        func size(_ quality: Int) async throws -> Int {
            try await edit(picture) {
                $0.format = format
                $0.quality = quality
            }.editedImages[0].bytes.count
        }
        let (most, least) = (try await size(90), try await size(EditOptions.lowestQuality))
        #expect(most > least)
        for share in [0.0, 0.1, 0.35, 0.7, 0.99, 1] {
            let limit = least + Int(Double(most - least) * share)
            let picked = try await edit(picture) {
                $0.format = format
                $0.quality = 90
                $0.maxBytes = limit
            }
            let quality = try #require(picked.editedImages[0].quality)
            #expect(picked.editedImages[0].bytes.count <= limit)
            #expect((EditOptions.lowestQuality...90).contains(quality))
            #expect(try await size(quality) == picked.editedImages[0].bytes.count)
            if quality < 90 { #expect(try await size(quality + 1) > limit) }
        }
    }

    @Test("an image that fits as it is has the quality of the options, and the same bytes")
    func fits() async throws {
        let picture = try picture()
        for format in [ImageFormat.jpeg, .webP, .png] {
            let plain = try await edit(picture) { $0.format = format }
            let limited = try await edit(picture) {
                $0.format = format
                $0.maxBytes = plain.editedImages[0].bytes.count
            }
            #expect(plain.editedImage == limited.editedImage)
            #expect(limited.editedImages[0].quality == (format == .png ? nil : 85))
        }
    }

    @Test("what does not fit at the lowest quality fails, and says what was needed and what helps")
    func tooSmall() async throws {
        let picture = try picture()
        for format in [ImageFormat.jpeg, .webP] {
            let lowest = try await edit(picture) {
                $0.format = format
                $0.quality = EditOptions.lowestQuality
            }.editedImages[0].bytes.count
            await #expect(
                throws: EditError.image(
                    .tooLarge(format, bytes: lowest, allowed: lowest - 1, quality: EditOptions.lowestQuality))
            ) {
                try await edit(picture) {
                    $0.format = format
                    $0.maxBytes = lowest - 1
                }
            }
        }
        let error = EditError.image(.tooLarge(.jpeg, bytes: 900, allowed: 500, quality: 20))
        #expect(error.kind == "tooLarge")
        #expect(["900", "500", "20", "--max-bytes", "--size"].allSatisfy(error.description.contains))
    }

    @Test("a quality below the lowest that is sought is the only one tried")
    func lowQuality() async throws {
        let picture = try picture()
        let plain = try await edit(picture) {
            $0.format = .jpeg
            $0.quality = 5
        }
        let size = plain.editedImages[0].bytes.count
        let limited = try await edit(picture) {
            $0.format = .jpeg
            $0.quality = 5
            $0.maxBytes = size
        }
        #expect(limited.editedImage == plain.editedImage)
        await #expect(
            throws: EditError.image(.tooLarge(.jpeg, bytes: size, allowed: size - 1, quality: 5))
        ) {
            try await edit(picture) {
                $0.format = .jpeg
                $0.quality = 5
                $0.maxBytes = size - 1
            }
        }
    }

    @Test("without loss there is nothing to lower: a larger image fails")
    func lossless() async throws {
        let picture = try picture()
        for format in [ImageFormat.png, .webP] {
            await #expect {
                try await edit(picture) {
                    $0.format = format
                    $0.isLossless = true
                    $0.maxBytes = 100
                }
            } throws: {
                guard case .image(.tooLarge(format, _, 100, nil))? = $0 as? EditError else { return false }
                return true
            }
        }
    }

    @Test("an animation that is kept fails where it is larger")
    func animation() async throws {
        let size = PixelSize(width: 32, height: 32)
        var writer = try AnimationWriter(Animation(size: size, loopCount: 0), EncodeOptions(format: .webP))
        for frame in 0..<3 {
            let bytes = (0..<1024).flatMap { pixel -> [UInt8] in
                [UInt8(truncatingIfNeeded: pixel * frame), UInt8(frame * 50), 9, 255]
            }
            try writer.add(Bitmap(layout: .rgba, size: size, bytes: bytes), at: frame * 100)
        }
        let file = try writer.finish(at: 300)
        for (limit, fails) in [(1 << 20, false), (50, true)] {
            let kind: String
            do throws(EditError) {
                var options = EditOptions()
                options.animation = .keep
                options.maxBytes = limit
                kind = try await ImageEditor().edit(file, options).plan?.keepsAnimation == true ? "kept" : "still"
            } catch {
                kind = error.kind
            }
            #expect(kind == (fails ? "tooLarge" : "kept"))
        }
    }

    @Test("metadata counts, and each of several sizes has its own quality")
    func wholeFile() async throws {
        let picture = try picture()
        var metadata = ImageMetadata()
        metadata.colorProfile = ColorProfile.displayP3.bytes
        let file = metadata.embedded(in: picture, format: .png)
        let picked = try await edit(file) {
            $0.format = .jpeg
            $0.sizes = [.atMost(150), .atMost(40)]
            $0.maxBytes = 9000
        }
        let qualities = picked.editedImages.map { $0.quality ?? 0 }
        #expect(picked.editedImages.allSatisfy { $0.bytes.count <= 9000 })
        #expect(qualities[0] < 85 && qualities[1] == 85)
        let first = picked.editedImages[0].bytes
        #expect(ImageMetadata(reading: first.span, format: .jpeg).colorProfile != nil)
    }

    @Test("it never takes more than eight tries")
    func tries() {
        for (quality, limit) in [(100, 0), (100, 1 << 20), (100, 50), (85, 21), (20, 0), (21, 0), (1, 0)] {
            var options = EditOptions()
            (options.quality, options.maxBytes) = (quality, limit)
            var tries = 0
            _ = try? options.fitting(EncodeOptions(format: .jpeg, quality: quality)) { encoding throws(ImageError) in
                tries += 1
                var image = EncodedImage(
                    format: .jpeg, size: PixelSize(width: 1, height: 1),
                    bytes: [UInt8](repeating: 0, count: encoding.quality))
                image.quality = encoding.quality
                return image
            }
            #expect(tries <= 8)
        }
    }

    @Test("a limit below one byte is a contradiction")
    func validation() {
        var options = EditOptions()
        options.maxBytes = 0
        #expect(throws: EditError.invalidOptions(reason: "maxBytes is 0, not 1 or more")) { try options.validate() }
    }
}
