import Resampling
import Testing

@Suite("Accuracy against float64")
struct AccuracyTests {
    /// Source and result sizes from an enlargement by 8 to a reduction to a hundredth.
    static let sizes: [(from: (Int, Int), to: (Int, Int))] = [
        ((12, 9), (96, 72)), ((40, 31), (41, 30)), ((60, 50), (45, 37)), ((97, 64), (40, 33)), ((128, 96), (16, 12)),
        ((200, 200), (11, 7)), ((500, 200), (5, 2)), ((1, 50), (20, 3)), ((3, 400), (5, 4)),
    ]

    @Test("Every sample is within 1 of the unrounded reference", arguments: ResamplingFilter.allCases, sizes.indices)
    func accuracy(filter: ResamplingFilter, index: Int) {
        let (from, to) = Self.sizes[index]
        let size = PixelSize(width: to.0, height: to.1)
        for subject in Subject.all {
            for layout in [PixelLayout.gray, .rgb, .rgba] {
                let picture = Bitmap(subject, layout: layout, width: from.0, height: from.1)
                for box in [
                    SourceBox(PixelRect(picture.size)),
                    SourceBox(x: 0.3, y: 0.125, width: Double(from.0) - 0.55, height: Double(from.1) - 0.25),
                ] {
                    let exact = reference(picture, to: size, box: box, filter: filter)
                    let (greatest, mean) = difference(picture.resampled(to: size, box: box, filter: filter), exact)
                    #expect(greatest < 1, "\(subject) \(layout) \(size) \(box)")
                    // Patterns and single columns can come out near the middle of two bytes everywhere.
                    if subject == .noise && from.0 > 3 && to.0 > 10 {
                        #expect(mean < 0.3, "\(subject) \(layout) \(size) \(box)")
                    }
                }
            }
        }
    }
}
