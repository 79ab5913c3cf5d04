import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Placeholder")
struct PlaceholderTests {
    private func edit(
        _ bitmap: Bitmap, _ format: ImageFormat = .png, profile: ColorProfile? = nil,
        _ change: (inout EditOptions) -> Void = { _ in }
    ) async throws -> PickedImage {
        var metadata = ImageMetadata()
        metadata.colorProfile = profile?.bytes
        var encoding = EncodeOptions(format: format, quality: 98, lossless: true)
        encoding.subsampling = .yuv444
        let file = metadata.embedded(in: try ImageEncoder.encode(bitmap, encoding), format: format)
        var options = EditOptions()
        options.crop = .fractions(x: 0, y: 0, width: 1, height: 1)
        options.aspect = AspectRatio(width: bitmap.size.width, height: bitmap.size.height)
        options.makesPlaceholder = true
        change(&options)
        return try await ImageEditor().edit(file, options)
    }

    private func distance(_ a: RGBColor, _ b: RGBColor) -> Int {
        max(abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
    }

    /// What halcy's encoder in Python makes of the same pixels (package blurhash 1.1).
    private static let published: [(size: PixelSize, hash: String)] = [
        (PixelSize(width: 64, height: 64), "U$HV9i2Y$5Sghpayjtf6gcfjfQfji~a{jtfP"),
        (PixelSize(width: 80, height: 60), "L%HV9i2Y$5Sghpayjtf6gcfifQfi"),
        (PixelSize(width: 48, height: 96), "S%HeqA2rhpaygcfji~a{"),
        (PixelSize(width: 40, height: 40), "U$HetF2s$3X8l}azjtf7gafjfOfjnma|jtfQ"),
    ]

    @Test("the BlurHash is the one that another encoder makes of the same pixels")
    func sameAsOthers() async throws {
        for (size, hash) in Self.published {
            let picked = try await edit(.gradient(size.width, size.height))
            #expect(picked.editedImages[0].size == size)
            #expect(picked.placeholder?.blurHash == hash)
        }
    }

    @Test("a plain implementation of the format's sums gives the same text, for gray and for color")
    func oracle() {
        for (width, height) in [(33, 57), (96, 20), (8, 8), (100, 9)] {
            for layout in [PixelLayout.gray, .rgb] {
                let bytes = (0..<width * height * layout.channels).map { UInt8(truncatingIfNeeded: $0 * $0 / 97) }
                let bitmap = Bitmap(layout: layout, size: PixelSize(width: width, height: height), bytes: bytes)
                let placeholder = Placeholder(bitmap)
                #expect(placeholder.blurHash == Self.plainHash(bitmap, like: placeholder.blurHash))
            }
        }
    }

    /// With as many waves as another hash has.
    private static func plainHash(_ bitmap: Bitmap, like other: String) -> String {
        guard let decoded = DecodedBlurHash(other) else { return "not a BlurHash" }
        let (width, height, channels) = (bitmap.size.width, bitmap.size.height, bitmap.layout.channels)
        var waves: [[Double]] = []
        for j in 0..<decoded.rows {
            for i in 0..<decoded.columns {
                var sums = [0.0, 0.0, 0.0]
                for y in 0..<height {
                    for x in 0..<width {
                        let across = cos(Double.pi * Double(i * x) / Double(width))
                        let wave = across * cos(Double.pi * Double(j * y) / Double(height))
                        for color in 0..<3 {
                            let sample = bitmap.bytes[(y * width + x) * channels + (channels == 1 ? 0 : color)]
                            sums[color] += DecodedBlurHash.light(sample) * wave
                        }
                    }
                }
                waves.append(sums.map { $0 * (i + j == 0 ? 1 : 2) / Double(width * height) })
            }
        }
        let mean = waves[0].map { light -> UInt8 in
            let encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8(255 * encoded + 0.5)
        }
        return BlurHash.text(
            columns: decoded.columns,
            average: RGBColor(red: mean[0], green: mean[1], blue: mean[2]),
            details: waves.dropFirst().map { SIMD3($0[0], $0[1], $0[2]) })
    }

    @Test("the example of the format's description is read as it says: 4 × 3 waves")
    func example() throws {
        let decoded = try #require(DecodedBlurHash("LlMF%n00%#MwS|WCWEM{R*bbWBbH"))
        #expect(decoded.columns == 4 && decoded.rows == 3)
        #expect(decoded.average == RGBColor(red: 193, green: 154, blue: 138))
    }

    @Test("decoded, it is light where the picture is light")
    func decoded() async throws {
        // Black on the left, white on the right; blue grows downwards.
        let bytes = (0..<64 * 48).flatMap { pixel -> [UInt8] in
            let (x, y) = (pixel % 64, pixel / 64)
            return [x < 32 ? 0 : 255, x < 32 ? 0 : 255, UInt8(y * 5)]
        }
        let picked = try await edit(Bitmap(layout: .rgb, size: PixelSize(width: 64, height: 48), bytes: bytes))
        let placeholder = try #require(picked.placeholder)
        let decoded = try #require(DecodedBlurHash(placeholder.blurHash))
        #expect(decoded.columns == 4 && decoded.rows == 3)
        #expect(decoded.average == placeholder.averageColor)
        #expect(decoded.light(0.15, 0.5).x < 0.15 && decoded.light(0.85, 0.5).x > 0.85)
        #expect(decoded.light(0.5, 0.1).z + 0.3 < decoded.light(0.5, 0.9).z)
    }

    @Test("the average is one of light, not of samples")
    func average() async throws {
        let stripes = Bitmap(
            layout: .gray, size: PixelSize(width: 32, height: 32), bytes: (0..<1024).map { $0 % 2 == 0 ? 0 : 255 })
        let picked = try await edit(stripes)
        #expect(picked.placeholder?.averageColor == RGBColor(red: 188, green: 188, blue: 188))
    }

    @Test("there is none unless it is asked for")
    func off() async throws {
        let picked = try await edit(.gradient(16, 16)) { $0.makesPlaceholder = false }
        #expect(picked.placeholder == nil)
    }

    @Test("it is that of the edited image, whatever that is written as, and on whatever way its pixels came")
    func everyFormat() async throws {
        for format in ImageFormat.allCases {
            for output in ImageFormat.allCases {
                let picked = try await edit(.gradient(200, 200), format) {
                    $0.sizes = [.atMost(64)]
                    $0.format = output
                    $0.quality = 95
                    // Chroma that is made coarse when it is written is not seen before.
                    $0.subsampling = .yuv444
                    $0.isLossless = true
                }
                let placeholder = try #require(picked.placeholder)
                let expected = Placeholder(try picked.editedImages[0].bitmap())
                #expect(distance(placeholder.averageColor, expected.averageColor) <= 2, "\(format) to \(output)")
                let texts = (DecodedBlurHash(placeholder.blurHash), DecodedBlurHash(expected.blurHash))
                let (decoded, other) = (try #require(texts.0), try #require(texts.1))
                for (x, y) in [(0.1, 0.2), (0.5, 0.5), (0.8, 0.9)] {
                    let difference = decoded.light(x, y) - other.light(x, y)
                    #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) < 0.05)
                }
            }
        }
    }

    @Test("it is upright")
    func upright() throws {
        let bytes = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .png))
        var options = EditOptions()
        options.makesPlaceholder = true
        for orientation in Orientation.allCases {
            var info = try ImageInfo(probing: bytes.span)
            info.orientation = orientation
            let plan = try EditPlan(info, options)
            let edit = try Workspace().edit(bytes.span, info, plan, options)
            #expect(edit.placeholder == Placeholder(try edit.images[0].bitmap()))
        }
    }

    @Test("of several sizes, the smallest is what it is made from")
    func sizes() async throws {
        let picked = try await edit(.gradient(90, 90)) { $0.sizes = [.atMost(60), .atMost(24), .full] }
        #expect(picked.placeholder == Placeholder(try picked.editedImages[1].bitmap()))
        #expect(picked.placeholder != Placeholder(try picked.editedImages[2].bitmap()))
    }

    @Test("what is transparent shows the background")
    func transparency() async throws {
        let clear = Bitmap(
            layout: .rgba, size: PixelSize(width: 16, height: 16),
            bytes: (0..<256).flatMap { _ in [255, 0, 0, 0] as [UInt8] })
        let background = RGBColor(red: 10, green: 200, blue: 30)
        let picked = try await edit(clear) { $0.background = background }
        #expect(picked.placeholder?.averageColor == background)
    }

    @Test("colors of a wide gamut become those of sRGB, where the profile can be used")
    func wideGamut() async throws {
        let color = Bitmap(
            layout: .rgb, size: PixelSize(width: 16, height: 16),
            bytes: (0..<256).flatMap { _ in [40, 150, 90] as [UInt8] })
        let kept = try await edit(color, profile: .displayP3)
        let converted = try await edit(color, profile: .displayP3) { $0.profile = .srgb }
        #expect(kept.editedImage != converted.editedImage)
        #expect(kept.placeholder == converted.placeholder)
        #expect(kept.placeholder?.averageColor != RGBColor(red: 40, green: 150, blue: 90))
    }

    @Test("16 bits and animations have one as well")
    func deepAndMoving() async throws {
        let deep = DeepBitmap(
            layout: .rgb, size: PixelSize(width: 20, height: 20),
            samples: (0..<1200).map { [65535, 32896, 0][$0 % 3] })
        var options = EditOptions()
        options.makesPlaceholder = true
        options.depth = .keep
        let still = try await ImageEditor().edit(try ImageEncoder.encode(deep, EncodeOptions(format: .png)), options)
        #expect(still.plan?.decode.depth == .sixteen)
        #expect(still.placeholder?.averageColor == RGBColor(red: 255, green: 128, blue: 0))

        let size = PixelSize(width: 16, height: 16)
        var writer = try AnimationWriter(
            Animation(size: size, loopCount: 0), EncodeOptions(format: .webP, lossless: true))
        for frame in 0..<3 {
            let color: [UInt8] = [UInt8(100 + 40 * frame), 0, 0, 255]
            let bytes = (0..<256).flatMap { _ in color }
            try writer.add(Bitmap(layout: .rgba, size: size, bytes: bytes), at: frame * 100)
        }
        options.animation = .keep
        options.isLossless = true
        let moving = try await ImageEditor().edit(try writer.finish(at: 300), options)
        #expect(moving.plan?.keepsAnimation == true)
        #expect(moving.placeholder?.averageColor == RGBColor(red: 100, green: 0, blue: 0))
    }

    @Test("the smallest pictures have one, and so have the narrowest", arguments: [(1, 1), (3, 2), (1, 90), (2000, 1)])
    func extremes(width: Int, height: Int) async throws {
        let picked = try await edit(.gradient(width, height))
        #expect(picked.placeholder.flatMap { DecodedBlurHash($0.blurHash) } != nil)
    }

    @Test("pictures of more than a megapixel are averaged first, and look the same")
    func large() throws {
        let placeholder = Placeholder(.gradient(1500, 1100))
        let smaller = Placeholder(.gradient(750, 550))
        #expect(distance(placeholder.averageColor, smaller.averageColor) <= 1)
        #expect(placeholder.blurHash.prefix(1) == smaller.blurHash.prefix(1))
    }

    @Test("the plan counts what it takes")
    func memory() throws {
        let info = ImageInfo(format: .png, storedSize: PixelSize(width: 1000, height: 1000), channels: 3)
        var options = EditOptions(size: .atMost(500))
        let bare = try EditPlan(info, options).memory
        options.makesPlaceholder = true
        #expect(try EditPlan(info, options).memory >= bare + 12 * 500 * 500)
    }
}
