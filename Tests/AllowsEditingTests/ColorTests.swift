import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Pixels and their color profile stay together")
struct ColorTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        try BytePath("\(#filePath)").parent.parent.parent.appending(BytePath("Fixtures/valid/\(name)")).contents()
    }

    private func edit(_ bytes: [UInt8], _ change: (inout EditOptions) -> Void = { _ in }) async throws -> PickedImage {
        var options = EditOptions()
        change(&options)
        return try await ImageEditor().edit(bytes, options)
    }

    private func profile(of image: EncodedImage) -> [UInt8]? {
        ImageMetadata(reading: image.bytes.span, format: image.format).colorProfile
    }

    /// A picture with a profile, as a file.
    private func file(_ bitmap: Bitmap, _ format: ImageFormat, _ profile: ColorProfile) throws -> [UInt8] {
        var metadata = ImageMetadata()
        metadata.colorProfile = profile.bytes
        return metadata.embedded(
            in: try ImageEncoder.encode(bitmap, EncodeOptions(format: format, lossless: true)), format: format)
    }

    private var gammaGray: ColorProfile { .gray(name: "Gray of gamma 1.8", .gamma(1.8)) }

    @Test("a profile goes with the pixels, into every format and at every size")
    func kept() async throws {
        let bytes = try fixture("jpeg/icc-p3.jpg")
        let wanted = ImageMetadata(reading: bytes.span, format: .jpeg).colorProfile
        #expect(wanted != nil)
        for (format, size) in ImageFormat.allCases.flatMap({ format in
            [(format, OutputSize.full), (format, .atMost(20))]
        }) {
            let picked = try await edit(bytes) {
                $0.sizes = [size]
                $0.format = format
            }
            #expect(profile(of: picked.image) == wanted)
        }
    }

    @Test("converted to sRGB, the profile is gone and the colors are where they were")
    func converted() async throws {
        let bytes = try fixture("jpeg/icc-p3.jpg")
        let info = try ImageInfo(probing: bytes.span)
        let conversion = try #require(info.colorProfile.flatMap { ColorConversion(from: $0, channels: 3) })
        for size in [OutputSize.full, .atMost(20)] {
            let kept = try await edit(bytes) {
                $0.sizes = [size]
                $0.format = .png
            }
            let converted = try await edit(bytes) {
                $0.sizes = [size]
                $0.format = .png
                $0.profile = .srgb
            }
            #expect(profile(of: converted.image) == nil)
            let wanted = conversion.convert(try kept.image.bitmap())
            #expect(wanted != (try kept.image.bitmap()))
            #expect(try converted.image.bitmap() == wanted)
        }
    }

    @Test("an edited file without any metadata has the colors of sRGB")
    func withoutMetadata() async throws {
        let bytes = try fixture("jpeg/icc-p3.jpg")
        let bare = try await edit(bytes) { $0.metadata = .none }
        let converted = try await edit(bytes) { $0.profile = .srgb }
        #expect(bare.image == converted.image)
    }

    @Test("a profile of sRGB changes no pixel, and is left out where everything is sRGB")
    func alreadySRGB() async throws {
        let bytes = try file(.gradient(40, 40), .png, .sRGB)
        let kept = try await edit(bytes)
        let converted = try await edit(bytes) { $0.profile = .srgb }
        #expect(profile(of: kept.image) != nil && profile(of: converted.image) == nil)
        #expect(try kept.image.bitmap() == converted.image.bitmap())
    }

    @Test("gray keeps its profile where it stays gray, and is converted where it becomes a color")
    func gray() async throws {
        let bitmap = Bitmap(
            layout: .gray, size: PixelSize(width: 16, height: 16), bytes: (0...255).map { UInt8($0) })
        let bytes = try file(bitmap, .png, gammaGray)
        let kept = try await edit(bytes)
        #expect(profile(of: kept.image) == gammaGray.bytes)
        #expect(try kept.image.bitmap() == bitmap)
        let colored = try await edit(bytes) {
            $0.format = .webP
            $0.isLossless = true
        }
        #expect(profile(of: colored.image) == nil)
        let conversion = try #require(ColorConversion(from: gammaGray, channels: 1))
        let wanted = conversion.convert(bitmap).bytes.flatMap { [$0, $0, $0] }
        #expect(try colored.image.bitmap().bytes == wanted)
    }

    @Test("a profile that does not fit the pixels is not attached, and is a finding")
    func mismatch() async throws {
        let gray = Bitmap(
            layout: .gray, size: PixelSize(width: 24, height: 24), bytes: (0..<576).map { UInt8($0 % 256) })
        // No gray picture gets such a profile here, so it is taken out of another one.
        let plain = try ImageEncoder.encode(.gradient(24, 24), EncodeOptions(format: .jpeg))
        let colored = try file(.gradient(24, 24), .jpeg, .sRGB)
        let start = zip(plain, colored).prefix { $0 == $1 }.count
        var bytes = try ImageEncoder.encode(gray, EncodeOptions(format: .jpeg))
        bytes.insert(contentsOf: colored[start..<start + colored.count - plain.count], at: start)
        let picked = try await edit(bytes)
        #expect(picked.findings == [.profileMismatch])
        #expect(profile(of: picked.image) == nil)
    }

    @Test("a broken profile is a finding, and no failure")
    func broken() async throws {
        for name in ["jpeg/icc-missing-part.jpg", "jpeg/icc-wrong-count.jpg"] {
            let picked = try await edit(try fixture(name))
            #expect(picked.findings == [.profileInvalid])
            #expect(profile(of: picked.image) == nil)
        }
    }

    @Test(
        "CMYK without a profile becomes RGB by the formula, and says so",
        arguments: ["cmyk-adobe", "ycck-adobe", "cmyk-plain"])
    func cmyk(name: String) async throws {
        for format in ImageFormat.allCases {
            let picked = try await edit(try fixture("jpeg/\(name).jpg")) {
                $0.format = format
                $0.quality = 95
                $0.subsampling = .yuv444
            }
            #expect(picked.findings == [.cmykApproximated])
            let bitmap = try picked.image.bitmap()
            // Red, green, blue and yellow, not their negatives.
            let corners = [(4, 4), (28, 4), (4, 28), (28, 28)].map { x, y in
                let pixel = (y * 32 + x) * bitmap.layout.channels
                return bitmap.bytes[pixel..<pixel + 3].map { $0 > 127 }
            }
            #expect(
                Set(corners) == [
                    [true, false, false], [false, true, false], [false, false, true], [true, true, false],
                ])
        }
    }

    @Test("edited again, an edited picture has the same profile and the same colors")
    func stable() async throws {
        for (policy, name) in [(ProfilePolicy.keep, "jpeg/icc-p3.jpg"), (.srgb, "jpeg/icc-p3.jpg")] {
            func again(_ bytes: [UInt8]) async throws -> PickedImage {
                try await edit(bytes) {
                    $0.format = .png
                    $0.profile = policy
                }
            }
            let first = try await again(try fixture(name)).image
            let second = try await again(first.bytes).image
            #expect(profile(of: first) == profile(of: second))
            #expect(try first.bitmap() == second.bitmap())
        }
    }

    @Test("a background is a color of sRGB, whatever the profile of the picture")
    func background() async throws {
        let bitmap = Bitmap(
            layout: .rgba, size: PixelSize(width: 8, height: 8), bytes: [UInt8](repeating: 0, count: 256))
        let bytes = try file(bitmap, .png, .displayP3)
        for background in [RGBColor(red: 255, green: 0, blue: 0), .white] {
            let picked = try await edit(bytes) {
                $0.format = .jpeg
                $0.quality = 100
                $0.subsampling = .yuv444
                $0.background = background
            }
            let info = try ImageInfo(probing: picked.image.bytes.span)
            #expect((info.colorProfile == nil) == (background != .white))
            let pixel = try picked.image.bitmap().bytes.prefix(3).map { Int($0) }
            let wanted = [background.red, background.green, background.blue].map { Int($0) }
            #expect(zip(pixel, wanted).allSatisfy { abs($0 - $1) <= 2 })
        }
    }

    @Test("the plan counts what metadata and profiles take")
    func memory() throws {
        var info = ImageInfo(format: .png, storedSize: PixelSize(width: 8, height: 8), channels: 3)
        info.metadataBytes = 60 << 20
        var options = EditOptions()
        options.sizes = [.atMost(8), .atMost(4)]
        let bare = try EditPlan(info, options).memory
        options.metadata = .all
        options.limits.maxMemory = .max
        #expect(try EditPlan(info, options).memory - bare > 5 * info.metadataBytes)
    }
}
