import AllowsEditing
import ImageCodecs

/// How time grows with workers and with the size of a picture.
struct ScalingBenchmark {
    let folder: String
    let runs: Int
    private static let side = 512

    func tables() async throws -> [Table] { [try await workers(), try await sizes()] }

    private static var options: EditOptions {
        var options = EditOptions(size: .atMost(side))
        options.format = .jpeg
        return options
    }

    /// The folder with 1, 2, … workers, up to twice as many as there are processors. The counts take turns.
    private func workers() async throws -> Table {
        var table = Table(
            "workers", title: "The folder to a square of \(Self.side) px by number of workers, medians of \(runs) runs",
            columns: ["workers", "seconds", "fastest", "slowest", "pictures/s", "speedup"])
        let processors = Batch.processors
        let counts = Set([1, 2, processors, 2 * processors] + Array(stride(from: 1, to: min(processors, 9), by: 1)))
            .sorted()
        var seconds: [Int: [Double]] = [:]
        var pictures = 0
        for _ in 0..<runs {
            for count in counts {
                let result = try await Batch(folder: folder, options: Self.options, workers: count).run()
                seconds[count, default: []].append(result.seconds)
                pictures = result.edited.count
            }
        }
        let one = seconds[1, default: []].median
        for count in counts {
            let values = seconds[count, default: []]
            table.rows.append([
                .number(Double(count), places: 0), .number(values.median, places: 3),
                .number(values.min() ?? .nan, places: 3), .number(values.max() ?? .nan, places: 3),
                .number(Double(pictures) / values.median, places: 1), .number(one / values.median, places: 2),
            ])
        }
        return table
    }

    /// One picture in memory by its size. PNG and WebP end at 12 MP: to make larger ones takes long.
    private func sizes() async throws -> Table {
        var table = Table(
            "sizes",
            title: "One made picture in memory to a square of \(Self.side) px by its size, medians of \(runs) runs",
            columns: ["format", "size", "MP", "MB", "ms", "MP/s"])
        let editor = ImageEditor()
        for format in ImageFormat.allCases {
            for megapixels in [1.0, 4, 12, 48] where format == .jpeg || megapixels < 48 {
                let picture = Pictures.photograph(Pictures.size(megapixels: megapixels))
                let bytes = try ImageEncoder.encode(picture, EncodeOptions(format: format))
                _ = try await editor.edit(bytes, Self.options)
                var values: [Double] = []
                for _ in 0..<runs {
                    let start = ContinuousClock.now
                    _ = try await editor.edit(bytes, Self.options)
                    values.append((ContinuousClock.now - start).milliseconds)
                }
                let millions = Double(picture.size.width * picture.size.height) / 1e6
                table.rows.append([
                    .text(format.displayName), .text("\(picture.size)"), .number(millions, places: 1),
                    .number(Double(bytes.count) / 1e6, places: 2), .number(values.median, places: 1),
                    .number(millions / values.median * 1000, places: 0),
                ])
            }
        }
        return table
    }
}
