import Testing

@testable import Resampling

@Suite("Sampling along a grid")
struct SamplingTests {
    private func pattern(_ layout: PixelLayout, _ width: Int, _ height: Int) -> Bitmap {
        let count = width * height * layout.channels
        var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ $0 / 7) }
        // Nothing hides below what is transparent.
        if layout.hasAlpha {
            for pixel in stride(from: 0, to: count, by: layout.channels) where bytes[pixel + layout.channels - 1] == 0 {
                for channel in 0..<layout.channels { bytes[pixel + channel] = 0 }
            }
        }
        return Bitmap(layout: layout, size: PixelSize(width: width, height: height), bytes: bytes)
    }

    @Test("the grid of the pixels gives the pixels, and its quarter turns turn them", arguments: PixelLayout.allCases)
    func identity(_ layout: PixelLayout) {
        let bitmap = pattern(layout, 13, 9)
        let plain = SamplingGrid(origin: [0.5, 0.5], column: [1, 0], row: [0, 1])
        let same = bitmap.sampled(at: plain, size: bitmap.size) == bitmap
        let turned = SamplingGrid(origin: [0.5, 8.5], column: [0, -1], row: [1, 0])
        let isTurned = bitmap.sampled(at: turned, size: bitmap.size.transposed) == bitmap.turned(.rightTop)
        #expect(same && isTurned)
    }

    @Test("a constant picture stays constant at every turn and stretch", arguments: [0.3, 1, 1.7, 2.4])
    func constant(_ step: Double) {
        let bitmap = Bitmap(
            layout: .rgba, size: PixelSize(width: 20, height: 20), bytes: (0..<400).flatMap { _ in [200, 3, 77, 120] })
        for sine in stride(from: -1.0, through: 1, by: 0.25) {
            let cosine = (1 - sine * sine).squareRoot()
            let grid = SamplingGrid(
                origin: [4, 3], column: [cosine * step, sine * step], row: [-sine * step, cosine * step])
            let result = bitmap.sampled(at: grid, size: PixelSize(width: 12, height: 12))
            let isConstant = result.bytes == (0..<144).flatMap { _ in [200, 3, 77, 120] as [UInt8] }
            #expect(isConstant)
        }
    }

    @Test("what transparent pixels hide has no influence")
    func hidden() {
        let bitmap = Bitmap(
            layout: .rgba, size: PixelSize(width: 2, height: 1), bytes: [255, 0, 0, 255, 0, 255, 0, 0])
        let grid = SamplingGrid(origin: [0.9, 0.5], column: [0.1, 0], row: [0, 1])
        let result = bitmap.sampled(at: grid, size: PixelSize(width: 3, height: 1))
        for pixel in 0..<3 {
            #expect(Array(result.bytes[pixel * 4..<pixel * 4 + 3]) == [255, 0, 0])
            #expect((80...240).contains(result.bytes[pixel * 4 + 3]))
        }
    }

    @Test("far outside is the surroundings, or the nearest edge")
    func outside() {
        let bitmap = pattern(.gray, 3, 3)
        let grid = SamplingGrid(origin: [1e15, -1e15], column: [1, 0], row: [0, 1])
        let size = PixelSize(width: 2, height: 2)
        #expect(bitmap.sampled(at: grid, size: size).bytes == [UInt8](repeating: bitmap.bytes[2], count: 4))
        let padded = bitmap.sampled(at: grid, size: size, outside: RGBColor(red: 1, green: 2, blue: 3))
        #expect(padded.layout == .rgb && padded.bytes == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    }
}

@Suite("Masked bitmaps")
struct MaskedBitmapTests {
    private func alpha(_ width: Int, _ height: Int, _ x: Double, _ y: Double) -> [UInt8] {
        let size = PixelSize(width: width, height: height)
        let white = Bitmap(layout: .gray, size: size, bytes: [UInt8](repeating: 255, count: width * height))
        let masked = white.masked(cornerWidth: x, cornerHeight: y)
        return stride(from: 1, to: masked.bytes.count, by: 2).map { masked.bytes[$0] }
    }

    @Test("an ellipse covers a quarter of pi, and is its own mirror image")
    func ellipse() {
        for (width, height) in [(100, 100), (101, 57), (8, 8)] {
            let values = alpha(width, height, Double(width) / 2, Double(height) / 2)
            let area = values.reduce(0.0) { $0 + Double($1) / 255 }
            #expect((area / Double(width * height) - .pi / 4).magnitude < 0.004)
            let isMirrored = (0..<height).allSatisfy { y in
                let row = values[y * width..<(y + 1) * width]
                let opposite = values[(height - 1 - y) * width..<(height - y) * width]
                return row.elementsEqual(row.reversed()) && row.elementsEqual(opposite)
            }
            #expect(isMirrored)
        }
    }

    @Test("rounded corners leave the rest as it is; no corner leaves everything")
    func corners() {
        let values = alpha(40, 30, 10, 10)
        #expect(values[0] == 0 && values[10] == 255 && values[10 * 40] == 255 && values[15 * 40 + 20] == 255)
        #expect(values.reduce(0) { $0 + ($1 == 255 ? 0 : 1) } < 4 * 32)
        #expect(alpha(40, 30, 0, 0).allSatisfy { $0 == 255 })
        #expect(alpha(1, 1, 0.5, 0.5).count == 1)
    }

    @Test("alpha that is there is multiplied")
    func multiplied() {
        let bitmap = Bitmap(layout: .rgba, size: PixelSize(width: 1, height: 1), bytes: [9, 8, 7, 128])
        #expect(bitmap.masked(cornerWidth: 0, cornerHeight: 0) == bitmap)
        let round = bitmap.masked(cornerWidth: 0.5, cornerHeight: 0.5)
        #expect((98...103).contains(round.bytes[3]))
    }
}
