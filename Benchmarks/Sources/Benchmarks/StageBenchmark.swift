import AllowsEditing

/// Where the time of a picture goes: the library's own times of its stages, one worker, beside the codec library alone.
struct StageBenchmark {
    let folder: String
    let runs: Int
    private static let side = 512

    /// The medians of one picture, in milliseconds.
    private struct Stages {
        let format: ImageFormat
        let eighths: Int
        var pixels: Int
        var probe = 0.0
        var floor = 0.0
        var times: [StageTimes] = []

        func median(_ stage: KeyPath<StageTimes, Double>) -> Double { times.map { $0[keyPath: stage] }.median }
    }

    func tables() async throws -> [Table] {
        var pictures = try await pictures()
        guard !pictures.isEmpty else { throw Failure("no picture in \(folder) could be edited") }
        for path in pictures.keys.sorted() { try measureAlone(path, &pictures[path]) }
        return [stages(Array(pictures.values)), try await encoders()]
    }

    /// The times of every picture that the batch edits to JPEG.
    private func pictures() async throws -> [String: Stages] {
        var pictures: [String: Stages] = [:]
        for _ in 0..<runs {
            for edited in try await batch(format: .jpeg) {
                let details = edited.details
                let size = details.info.storedSize
                let new = Stages(
                    format: details.info.format, eighths: details.plan.decode.scaleEighths,
                    pixels: size.width * size.height)
                pictures[edited.path, default: new].times.append(details.times)
            }
        }
        return pictures
    }

    private func measureAlone(_ path: String, _ picture: inout Stages?) throws {
        guard let format = picture?.format.rawValue, let eighths = picture?.eighths else { return }
        let bytes = try Files.read(path)
        picture?.probe = try repeated(runs) { _ = try ImageInfo(probing: bytes.span) }.median
        picture?.floor = try repeated(runs) { try Floor.decode(bytes, as: format, eighths: eighths) }.median
    }

    private func stages(_ pictures: [Stages]) -> Table {
        var table = Table(
            "stages",
            title: """
                Stages to a square of \(Self.side) px in JPEG, one worker: milliseconds of all pictures, medians of \(runs) runs
                alone: the codec library decoding the whole picture at the same scale, and nothing else
                """,
            columns: [
                "format", "scale", "pictures", "MP", "read", "probe", "decode", "resample", "encode", "write", "all",
                "alone", "decode/alone", "all/alone",
            ])
        for format in ImageFormat.allCases {
            let ofFormat = pictures.filter { $0.format == format }
            let scales = Set(ofFormat.map(\.eighths)).sorted()
            for scale in scales {
                table.rows.append(row(ofFormat.filter { $0.eighths == scale }, format, scale: "\(scale)/8"))
            }
            if scales.count > 1 { table.rows.append(row(ofFormat, format, scale: "all")) }
        }
        return table
    }

    private func row(_ pictures: [Stages], _ format: ImageFormat, scale: String) -> [Table.Cell] {
        let keys: [KeyPath<StageTimes, Double>] = [\.read, \.decode, \.resample, \.encode, \.write]
        var sums = keys.map { key in pictures.map { $0.median(key) }.sum }
        let decode = sums[1]
        sums.insert(pictures.map(\.probe).sum, at: 1)
        let floor = pictures.map(\.floor).sum
        let megapixels = Double(pictures.map(\.pixels).reduce(0, +)) / 1e6
        return [
            .text(format.displayName), .text(scale), .number(Double(pictures.count), places: 0),
            .number(megapixels, places: 1),
        ] + sums.map { .number($0, places: $0 < 1 ? 2 : 1) }
            + [
                .number(sums.sum, places: 1), .number(floor, places: 1), .number(decode / floor, places: 2),
                .number(sums.sum / floor, places: 2),
            ]
    }

    /// What one edited picture takes to encode, by the format that is written.
    private func encoders() async throws -> Table {
        var table = Table(
            "encode",
            title: "Encoding a square of at most \(Self.side) px: milliseconds and kilobytes of a picture, means",
            columns: ["format", "ms", "KB"])
        for format in ImageFormat.allCases {
            let details = try await batch(format: format).map(\.details)
            let count = Double(details.count)
            table.rows.append([
                .text(format.displayName), .number(details.map(\.times.encode).sum / count, places: 2),
                .number(Double(details.map { $0.edited[0].bytes ?? 0 }.reduce(0, +)) / count / 1e3, places: 1),
            ])
        }
        return table
    }

    private func batch(format: ImageFormat) async throws -> [Edited] {
        var options = EditOptions(size: .atMost(Self.side))
        options.format = format
        return try await Batch(folder: folder, options: options, workers: 1).run().edited
    }
}
