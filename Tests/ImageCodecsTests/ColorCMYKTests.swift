import ImageCodecs
import Resampling
import Testing

@Suite("CMYK")
struct ColorCMYKTests {
    /// Four planes in which every sample meets every sample of black.
    private let planes: [Bitmap] = {
        let size = PixelSize(width: 256, height: 256)
        let across = (0..<65536).map { UInt8($0 % 256) }
        let down = (0..<65536).map { UInt8($0 / 256) }
        return [across, across.reversed(), across.map { $0 / 2 }, down].map {
            Bitmap(layout: .gray, size: size, bytes: $0)
        }
    }()

    /// What becomes of one pixel of inverted samples.
    private func converted(_ conversion: ColorConversion, _ samples: [UInt8]) -> [UInt8] {
        let size = PixelSize(width: 1, height: 1)
        return conversion.convert(cmyk: samples.map { Bitmap(layout: .gray, size: size, bytes: [$0]) }).bytes
    }

    @Test("without a profile it is the product with black, as the JPEG decoder computes it")
    func formula() throws {
        let rgb = Bitmap(cmyk: planes)
        var expected: [UInt8] = []
        for index in 0..<65536 {
            for plane in 0..<3 {
                let product = UInt32(planes[plane].bytes[index]) * UInt32(planes[3].bytes[index])
                expected.append(UInt8((2 * product + 255) / 510))
            }
        }
        #expect(rgb.layout == .rgb)
        #expect((rgb.bytes == expected) as Bool)
    }

    @Test("samples are inverted ink: 255 is paper, 0 of black is black", .enabled(if: ColorConversion.isComplete))
    func orientation() throws {
        let profile = try #require(ColorProfile(printerFile()))
        #expect(profile.space == .cmyk && profile.fits(channels: 4) && !profile.fits(channels: 3) && !profile.isSRGB)
        let conversion = try #require(ColorConversion(from: profile, channels: 4))
        #expect(converted(conversion, [255, 255, 255, 255]) == [255, 255, 255])
        #expect(converted(conversion, [255, 255, 255, 0]) == [0, 0, 0])
        let cyan = converted(conversion, [0, 255, 255, 255])
        let yellow = converted(conversion, [255, 255, 0, 255])
        #expect(cyan[0] < cyan[1] && cyan[0] < cyan[2])
        #expect(yellow[2] < yellow[0] && yellow[2] < yellow[1])
    }

    @Test("several threads may share a conversion", .enabled(if: ColorConversion.isComplete))
    func threads() async throws {
        let profile = try #require(ColorProfile(printerFile()))
        let conversion = try #require(ColorConversion(from: profile, channels: 4))
        let planes = planes
        let expected = conversion.convert(cmyk: planes)
        let same = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { conversion.convert(cmyk: planes) == expected } }
            return await group.allSatisfy(\.self)
        }
        #expect(same)
    }

    @Test("without lcms2 there is no conversion, and no crash", .enabled(if: !ColorConversion.isComplete))
    func incomplete() throws {
        let profile = try #require(ColorProfile(printerFile()))
        #expect(ColorConversion(from: profile, channels: 4) == nil)
    }

    @Test("no damaged byte of a table makes a crash", .enabled(if: ColorConversion.isComplete))
    func damage() throws {
        let bytes = printerFile()
        var noise = Noise(11)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0...noise.next() % 3 {
                // The header and the head of the table are where it matters.
                let index = Int(noise.next() % UInt64(noise.next() % 4 == 0 ? bytes.count : 210))
                damaged[index] = UInt8(truncatingIfNeeded: noise.next() >> 32)
            }
            guard let profile = ColorProfile(damaged), let conversion = ColorConversion(from: profile, channels: 4)
            else { continue }
            #expect(converted(conversion, [1, 100, 200, 250]).count == 3)
        }
    }
}
