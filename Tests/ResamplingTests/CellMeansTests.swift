import Resampling
import Testing

@Suite("Means of cells")
struct CellMeansTests {
    private static let columns = [0..<1, 1..<7, 7..<20, 20..<37]
    private static let rows = [0..<5, 5..<6, 4..<29]
    private static let background = RGBColor(red: 200, green: 100, blue: 50)

    private static func means(_ picture: Bitmap) -> DeepBitmap {
        let bytes = picture.bytes
        return DeepBitmap(
            cellMeansOf: bytes.span, layout: picture.layout, stride: picture.size.width * picture.layout.channels,
            columns: columns, rows: rows, background: background)
    }

    @Test("a mean is that of the samples, in 256ths, rounded to nearest", arguments: [PixelLayout.gray, .rgb])
    func exact(_ layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 37, height: 29)
        let means = Self.means(picture)
        #expect(means.layout == layout && means.size == PixelSize(width: 4, height: 3))
        for (row, ys) in Self.rows.enumerated() {
            for (column, xs) in Self.columns.enumerated() {
                for channel in 0..<layout.channels {
                    var sum = 0
                    for y in ys {
                        for x in xs { sum += Int(picture.bytes[(y * 37 + x) * layout.channels + channel]) }
                    }
                    let mean = Double(sum) * 256 / Double(xs.count * ys.count)
                    let sample = means.samples[(row * 4 + column) * layout.channels + channel]
                    #expect((Double(sample) - mean).magnitude <= 0.5, "\(column) \(row) \(channel)")
                }
            }
        }
    }

    @Test("what is transparent shows the background", arguments: [PixelLayout.grayAlpha, .rgba])
    func transparency(_ layout: PixelLayout) {
        var picture = Bitmap(.noise, layout: layout, width: 37, height: 29)
        let means = Self.means(picture)
        #expect(means.layout == (layout == .rgba ? .rgb : .gray))
        if layout == .rgba {
            // Laying pixel by pixel over the background rounds each of them.
            let opaque = Self.means(picture.composited(over: Self.background))
            #expect(zip(means.samples, opaque.samples).allSatisfy { abs(Int($0) - Int($1)) <= 128 })
        }
        for pixel in 0..<37 * 29 { picture.bytes[(pixel + 1) * layout.channels - 1] = 0 }
        let expected: [UInt16] = layout == .rgba ? [200 << 8, 100 << 8, 50 << 8] : [124 << 8, 124 << 8, 124 << 8]
        let nothing = Self.means(picture)
        #expect(Array(nothing.samples.prefix(3)) == expected)
    }

    @Test("samples of 16 bits count as the 8 bits that they are nearest to")
    func deep() {
        let picture = Bitmap(.noise, layout: .rgb, width: 37, height: 29)
        for offset in [-128, 0, 128] {
            let samples = picture.bytes.map { UInt16(max(0, min(65_535, Int($0) * 257 + offset))) }
            let means = DeepBitmap(
                cellMeansOf: samples.span, layout: .rgb, stride: 37 * 3, columns: Self.columns, rows: Self.rows,
                background: .white)
            #expect(means.samples == Self.means(picture).samples, "\(offset)")
        }
    }

    @Test("the means of a turned picture are the turned means", arguments: Orientation.allCases)
    func turned(_ orientation: Orientation) {
        let picture = Bitmap(.noise, layout: .rgb, width: 40, height: 30)
        func means(_ picture: Bitmap) -> DeepBitmap {
            func cells(_ side: Int) -> [Range<Int>] { (0..<side / 5).map { 5 * $0..<5 * $0 + 5 } }
            let bytes = picture.bytes
            return DeepBitmap(
                cellMeansOf: bytes.span, layout: .rgb, stride: picture.size.width * 3,
                columns: cells(picture.size.width), rows: cells(picture.size.height), background: .white)
        }
        #expect(means(picture.turned(orientation)) == means(picture).turned(orientation))
    }
}
