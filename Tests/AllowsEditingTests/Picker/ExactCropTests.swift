import ImageCodecs
import Testing

@testable import AllowsEditing

/// The crop of the original is the edited image at full size, bit for bit.
@Suite("Exact crops")
struct ExactCropTests {
    private static let folder = BytePath("\(#filePath)").parent.parent.parent.parent
        .appending("Fixtures/valid/orientation")

    private func check(_ path: BytePath, _ options: EditOptions) async throws {
        var options = options
        options.format = .png
        let picked = try #require(
            try await ImagePicker(source: .album([path]), options: options).pick().pickedImage)
        let rect = try #require(picked.cropRect)
        let original = try picked.originalImage.bitmap()
        let edited = try #require(picked.editedImage).bitmap()
        let isSame = edited == original.cropped(to: rect)
        #expect(isSame, "\(path) \(rect)")
        #expect(original.size == picked.originalImage.size && edited.size == rect.size)
    }

    @Test("for every orientation, format and crop")
    func orientations() async throws {
        for format in ImageFormat.allCases {
            for orientation in 1...8 {
                let path = Self.folder.appending(BytePath("\(orientation).\(format.preferredExtension)"))
                for crop in [
                    Crop.center, .gravity(x: 0, y: 1), .fractions(x: 0.11, y: 0.23, width: 0.37, height: 0.51),
                ] {
                    var options = EditOptions()
                    options.crop = crop
                    try await check(path, options)
                }
            }
        }
    }

    @Test("for a picture of a hundred megapixels")
    func large() async throws {
        let (width, height) = (10_007, 10_000)
        // Rows of one long noise, each from another place: no two are alike, and none has to be made.
        var generator = Noise()
        let noise = (0..<width + 4096).map { _ in generator.next() }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            let start = y * 37 % 4096
            pixels += noise[start..<start + width]
        }
        let folder = try TemporaryFolder()
        let picture = Bitmap(layout: .gray, size: PixelSize(width: width, height: height), bytes: pixels)
        let path = try folder.write("a.png", try ImageEncoder.encode(picture, EncodeOptions(format: .png)))
        var options = EditOptions()
        options.limits.maxSeconds = nil
        options.limits.maxMemory = 2_000_000_000
        try await check(path, options)
    }

    /// Bits that repeat late and are the same every time; a third of them, so that they deflate quickly.
    private struct Noise {
        private var state: UInt32 = 1

        mutating func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24) & 0x49
        }
    }
}
