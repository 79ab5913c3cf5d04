import ImageCodecs
import Resampling
import Testing

/// lcms2 is the oracle, without its tables: where black is not black these are wrong by up to 20.
@Suite("Conversion to sRGB")
struct ColorConversionTests {
    /// A dense grid, every gray, and noise.
    private static let colors: Bitmap = {
        let values = (0..<33).map { UInt8(min(255, $0 * 8)) }
        var bytes: [UInt8] = []
        for red in values { for green in values { for blue in values { bytes += [red, green, blue] } } }
        for gray in 0...255 { bytes += [UInt8](repeating: UInt8(gray), count: 3) }
        var noise = Noise(3)
        for _ in 0..<30_000 { bytes.append(UInt8(noise.next() >> 56)) }
        return Bitmap(layout: .rgb, size: PixelSize(width: bytes.count / 3, height: 1), bytes: bytes)
    }()

    private static let grays = Bitmap(
        layout: .gray, size: PixelSize(width: 16, height: 16), bytes: (0...255).map { UInt8($0) })

    /// The largest difference between the two routes.
    private func difference(_ profile: ColorProfile, _ picture: Bitmap) throws -> Int {
        let channels = picture.layout.channels
        let own = try #require(ColorConversion(from: profile, channels: channels))
        let managed = try #require(ColorConversion(managed: profile, channels: channels, isExact: true))
        return worst(own.convert(picture), managed.convert(picture))
    }

    private func worst(_ a: Bitmap, _ b: Bitmap) -> Int { zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max()! }

    private static let curves: [[UInt8]] = [
        curveElement([]), curveElement([256]), curveElement([461]), curveElement([563]),
        curveElement((0..<256).map { $0 * $0 * 65535 / 65025 }),
        curveElement([0, 3000, 12000, 31000, 65535]), curveElement([0, 65535]),
        // Black that is not black.
        curveElement([4000, 20000, 65535]), curveElement([30000, 65535]),
        functionElement(0, [1.8]), functionElement(1, [2.2, 0.95, 0.05]), functionElement(1, [2.2, 1.1, -0.1]),
        functionElement(2, [2.4, 0.9, 0.05, 0.05]), functionElement(2, [2.4, 1.05, -0.07, 0.02]),
        functionElement(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
        functionElement(4, [2.4, 0.9, 0.08, 0.07, 0.05, 0.01, 0.012]),
    ]

    @Test(
        "curves of every kind are computed as lcms2 does it, in colors", .enabled(if: ColorConversion.isComplete),
        arguments: curves.indices, [UInt8(2), 4])
    func colorCurves(index: Int, version: UInt8) throws {
        let profile = try #require(ColorProfile(profileFile(version: version, matrixElements(Self.curves[index]))))
        #expect(try difference(profile, Self.colors) <= 1)
    }

    @Test(
        "curves of every kind are computed as lcms2 does it, in gray", .enabled(if: ColorConversion.isComplete),
        arguments: curves.indices, [UInt8(2), 4])
    func grayCurves(index: Int, version: UInt8) throws {
        let file = profileFile(version: version, space: "GRAY", [("kTRC", Self.curves[index])])
        #expect(try difference(#require(ColorProfile(file)), Self.grays) <= 1)
    }

    @Test("each color may have a curve of its own", .enabled(if: ColorConversion.isComplete))
    func threeCurves() throws {
        let file = profileFile(matrixElements(Self.curves[0], Self.curves[2], Self.curves[5]))
        #expect(try difference(#require(ColorProfile(file)), Self.colors) <= 1)
    }

    @Test("the profiles made here are what lcms2 takes them for", .enabled(if: ColorConversion.isComplete))
    func made() throws {
        let proPhoto = try #require(
            Chromaticities(
                white: .init(0.3457, 0.3585), red: .init(0.7347, 0.2653), green: .init(0.1596, 0.8404),
                blue: .init(0.0366, 0.0001)))
        for space in [proPhoto, .displayP3, .adobeRGB, .bt2020, .dciP3, .bt601Lines525, .bt601Lines625] {
            for transfer in [TransferFunction.sRGB, .bt709, .gamma(1.8), .gamma(1)] {
                #expect(try difference(.matrix(name: "", space, transfer), Self.colors) <= 1)
            }
        }
        for transfer in [TransferFunction.sRGB, .bt709, .gamma(1.8), .gamma(1)] {
            #expect(try difference(.gray(name: "", transfer), Self.grays) <= 1)
        }
        let managed = try #require(ColorConversion(managed: .sRGB, channels: 3, isExact: true))
        #expect(worst(managed.convert(Self.colors), Self.colors) == 0)
    }

    @Test("known colors: the red of Display P3 is out of reach, white stays white, gray stays gray")
    func knownColors() throws {
        let conversion = try #require(ColorConversion(from: .displayP3, channels: 3))
        func converted(_ bytes: [UInt8]) -> [UInt8] {
            conversion.convert(Bitmap(layout: .rgb, size: PixelSize(width: 1, height: 1), bytes: bytes)).bytes
        }
        #expect(converted([255, 0, 0]) == [255, 0, 0])
        // The light 0.5776 of 200 times 1.2249, by the matrices of the two standards.
        #expect(converted([200, 0, 0]) == [219, 0, 0])
        for gray in 0...255 {
            let gray = [UInt8](repeating: UInt8(gray), count: 3)
            #expect(converted(gray) == gray)
        }
    }

    @Test("through sRGB every byte stays")
    func identity() throws {
        let conversion = try #require(ColorConversion(from: .sRGB, channels: 3))
        #expect(conversion.isIdentity)
        #expect(conversion.convert(Self.colors) == Self.colors)
        let gray = try #require(ColorConversion(from: .gray(name: "", .sRGB), channels: 1))
        #expect(gray.isIdentity)
    }

    @Test("alpha is carried through, and does not change the colors", arguments: [false, true])
    func alpha(managed: Bool) throws {
        if managed, !ColorConversion.isComplete { return }
        for layout in [PixelLayout.gray, .rgb] {
            let profile = layout == .gray ? ColorProfile.gray(name: "", .gamma(1.8)) : .displayP3
            let channels = layout.channels
            let conversion = try #require(
                managed
                    ? ColorConversion(managed: profile, channels: channels, isExact: false)
                    : ColorConversion(from: profile, channels: channels))
            let opaque = pattern(layout, 37, 23)
            var bytes: [UInt8] = []
            for pixel in 0..<37 * 23 {
                bytes += opaque.bytes[pixel * channels..<(pixel + 1) * channels] + [UInt8(pixel % 256)]
            }
            let withAlpha = Bitmap(layout: layout == .gray ? .grayAlpha : .rgba, size: opaque.size, bytes: bytes)
            let (expected, result) = (conversion.convert(opaque).bytes, conversion.convert(withAlpha).bytes)
            let colors = result.indices.filter { $0 % (channels + 1) != channels }.map { result[$0] }
            let alphas = stride(from: channels, to: result.count, by: channels + 1).map { result[$0] }
            #expect((colors == expected) as Bool)
            #expect((alphas == (0..<37 * 23).map { UInt8($0 % 256) }) as Bool)
        }
    }

    @Test("where a profile has a table and a matrix, the table counts")
    func tableAndMatrix() throws {
        let table = tableElement(channels: 3) { _ in [128, 128, 128] }
        let elements = matrixElements(Self.curves[3]) + [("A2B0", table)]
        let profile = try #require(ColorProfile(profileFile(connection: "Lab ", elements)))
        #expect(!profile.isSRGB)
        let conversion = ColorConversion(from: profile, channels: 3)
        #expect((conversion != nil) == ColorConversion.isComplete)
        guard let result = conversion?.convert(Self.colors) else { return }
        #expect(Set(result.bytes).count == 1)
    }

    @Test("a profile is used for its own kind of pixels alone")
    func fit() {
        #expect(ColorConversion(from: .sRGB, channels: 1) == nil)
        #expect(ColorConversion(from: .sRGB, channels: 4) == nil)
        #expect(ColorConversion(from: .gray(name: "", .sRGB), channels: 3) == nil)
        #expect(ColorConversion(from: .sRGB, channels: 2) == nil)
    }
}
