import Resampling

/// Scaling alone, one core, from memory to memory; the resampler is reused, as a worker does.
struct KernelBenchmark {
    let runs: Int
    /// Whether the oracle of the kernels is measured too: it is slow.
    let includesScalar: Bool

    private struct Work {
        let source: PixelSize
        let output: PixelSize
        var name: String { "\(source) → \(output)" }
    }

    private static let works =
        [2016, 1080, 512, 256].map { width in
            Work(
                source: PixelSize(width: 4032, height: 3024), output: PixelSize(width: width, height: width * 3 / 4))
        } + [Work(source: PixelSize(width: 1008, height: 756), output: PixelSize(width: 2016, height: 1512))]

    func tables() -> [Table] {
        let sets = InstructionSet.available.filter { includesScalar || $0 != .scalar }
        var table = Table(
            "kernels", title: "Scaling alone, one core: megapixels of source a second, medians of up to \(runs) runs",
            columns: ["layout", "filter", "work"] + sets.map(\.name))
        var milliseconds = Table(
            "lanczos3", title: "The same for lanczos3 in milliseconds", columns: ["layout", "work"] + sets.map(\.name))
        for layout in [PixelLayout.gray, .rgb, .rgba] {
            let sources = Dictionary(
                uniqueKeysWithValues: Set(Self.works.map(\.source)).map {
                    ($0, Pictures.noise(layout: layout, size: $0))
                })
            for filter in ResamplingFilter.allCases {
                for work in Self.works {
                    guard let source = sources[work.source] else { continue }
                    let medians = sets.map { time(source, to: work.output, filter, $0) }
                    let megapixels = Double(work.source.width * work.source.height) / 1e6
                    table.rows.append(
                        [.text("\(layout)"), .text(filter.rawValue), .text(work.name)]
                            + medians.map { .number(megapixels / $0 * 1000, places: 0) })
                    guard filter == .lanczos3 else { continue }
                    milliseconds.rows.append(
                        [.text("\(layout)"), .text(work.name)] + medians.map { .number($0, places: 2) })
                }
            }
        }
        return [table, milliseconds]
    }

    private func time(
        _ source: Bitmap, to size: PixelSize, _ filter: ResamplingFilter, _ instructions: InstructionSet
    ) -> Double {
        var resampler = RowResampler(instructions: instructions)
        return repeated(runs) {
            resampler.begin(
                layout: source.layout, sourceSize: source.size, box: SourceBox(PixelRect(source.size)),
                outputSize: size,
                filter: filter)
            resampler.commitAll(source.bytes.span, stride: source.size.width * source.layout.channels)
            _ = resampler.finish()
        }.median
    }
}
