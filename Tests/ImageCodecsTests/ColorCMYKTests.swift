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
}
