import Testing

@testable import Resampling

@Suite("YCbCr")
struct YCbCrTests {
    private func plane(_ values: [Int]) -> Bitmap {
        Bitmap(layout: .gray, size: PixelSize(width: values.count, height: 1), bytes: values.map { UInt8($0) })
    }

    @Test("every color is within one half of the coefficients of JFIF, rounded and clamped")
    func coefficients() {
        let steps = Array(stride(from: 0, through: 255, by: 5))
        for cb in steps {
            for cr in steps {
                let rgb = Bitmap(
                    luma: plane(steps), cb: plane(steps.map { _ in cb }), cr: plane(steps.map { _ in cr }))
                for (index, y) in steps.enumerated() {
                    let (luma, blue, red) = (Double(y), Double(cb - 128), Double(cr - 128))
                    let exact = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
                    for channel in 0..<3 {
                        let expected = max(0, min(255, exact[channel]))
                        #expect(abs(Double(rgb.bytes[3 * index + channel]) - expected) <= 0.502)
                    }
                }
            }
        }
    }

    @Test("video range is stretched to full range, its ends and its middle exactly")
    func videoRange() {
        #expect(plane([0, 16, 235, 255, 126]).expanded(from: .luma).bytes == [0, 0, 255, 255, 128])
        #expect(plane([0, 16, 128, 240, 255]).expanded(from: .chroma).bytes == [0, 1, 128, 255, 255])
    }
}
