import AllowsEditing
import ImageCodecs

/// The most resident memory of the built command, as the system counts it.
struct MemoryBenchmark {
    let command: String
    let folder: String
    private static let side = 512

    func tables() async throws -> [Table] {
        var table = Table(
            "memory", title: "Peak memory to a square of \(Self.side) px",
            columns: ["work", "workers", "pictures", "peak MB", "CPU s"])
        try await Files.withTemporaryFolder { scratch in
            let planned = try await Batch(folder: folder, options: EditOptions(size: .atMost(Self.side)), workers: 1)
                .planned()
            let large = try largeBaselineJPEG(in: planned, scratch)
            table.rows.append(try row("one baseline JPEG, \(large.name)", [large.path], workers: 1, scratch))
            let jpeg = planned.filter { $0.details.info.format == .jpeg }.map(\.path)
            if !jpeg.isEmpty { table.rows.append(try row("every JPEG", jpeg, workers: 2, scratch)) }
            if jpeg.count < planned.count {
                table.rows.append(try row("every picture", planned.map(\.path), workers: 2, scratch))
            }
        }
        return [table]
    }

    /// The largest baseline JPEG of the folder, or a made one if that has less than 40 megapixels.
    private func largeBaselineJPEG(in planned: [Edited], _ scratch: String) throws -> (path: String, name: String) {
        let baseline = planned.filter { $0.details.info.format == .jpeg && !$0.details.info.hasSeveralScans }
        let pixels = { (edited: Edited) in edited.details.info.storedSize.width * edited.details.info.storedSize.height
        }
        if let largest = baseline.max(by: { pixels($0) < pixels($1) }), pixels(largest) >= 40_000_000 {
            return (largest.path, "\(largest.details.info.storedSize)")
        }
        let picture = Pictures.photograph(PixelSize(width: 8064, height: 6048))
        let path = scratch + "/large.jpg"
        try Files.write(try ImageEncoder.encode(picture, EncodeOptions(format: .jpeg)), to: path)
        return (path, "\(picture.size), made")
    }

    private func row(_ name: String, _ paths: [String], workers: Int, _ scratch: String) throws -> [Table.Cell] {
        let output = scratch + "/edited"
        let result = scratch + "/usage"
        // A process begins with the peak of the one that starts it, and this one has been large by now: a small one starts it.
        let own = Child.run(
            [CommandLine.arguments[0], "measure", result, command] + paths + [
                "-o", output, "-s", "\(Self.side)", "-f", "jpeg", "--original", "none", "--quiet", "-j", "\(workers)",
                "--existing", "overwrite",
            ])
        let usage = String(decoding: try Files.read(result), as: UTF8.self).split(separator: " ").compactMap {
            Double($0)
        }
        guard own.status == 0, usage.count == 2 else { throw Failure("\(command) could not be measured") }
        return [
            .text(name), .number(Double(workers), places: 0), .number(Double(paths.count), places: 0),
            .number(usage[0] / 1e6, places: 1), .number(usage[1], places: 2),
        ]
    }

    /// In the small process: runs a command, and writes its peak memory and its processor time to a file.
    static func measure(_ arguments: [String], into file: String) throws {
        let usage = Child.run(arguments)
        guard usage.status == 0 else { throw Failure("\(arguments[0]) failed with exit code \(usage.status)") }
        try Files.write(Array("\(Double(usage.peak_bytes)) \(usage.cpu_seconds)".utf8), to: file)
    }
}
