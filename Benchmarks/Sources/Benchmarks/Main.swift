import AllowsEditing

/// The parts of the benchmarks that need the library itself. The whole command beside its peers: `peers.py`.
@main
struct Main {
    static let usage = """
        usage: benchmarks kernels [--scalar] [--runs N] [--json FILE]
               benchmarks stages FOLDER [--runs N] [--json FILE]
               benchmarks thumbnails FOLDER [--runs N] [--json FILE]
               benchmarks scaling FOLDER [--runs N] [--json FILE]
               benchmarks memory COMMAND FOLDER [--json FILE]

          kernels  scaling alone: filters, reductions, layouts and instruction sets, in megapixels of source a second
          stages   where the time of a picture goes, by format, and what the codec libraries alone take to decode it
          thumbnails  JPEG by its lowest coefficients, beside libjpeg-turbo at the same scale
          scaling  the batch with 1, 2, … workers, and pictures of 1 to 48 megapixels
          memory   the most resident memory of the command: one picture of 48 megapixels, and the folder
        """

    static func main() async {
        do {
            try await run(Arguments(CommandLine.arguments.dropFirst()))
        } catch {
            fail("\(error)")
        }
    }

    static func run(_ arguments: Arguments) async throws {
        let names = arguments.names
        let tables: [Table]
        switch (names.first, names.count) {
        case ("kernels", 1):
            tables = KernelBenchmark(runs: arguments.runs, includesScalar: arguments.includesScalar).tables()
        case ("stages", 2): tables = try await StageBenchmark(folder: names[1], runs: arguments.runs).tables()
        case ("thumbnails", 2): tables = try await ThumbnailBenchmark(folder: names[1], runs: arguments.runs).tables()
        case ("scaling", 2): tables = try await ScalingBenchmark(folder: names[1], runs: arguments.runs).tables()
        case ("memory", 3): tables = try await MemoryBenchmark(command: names[1], folder: names[2]).tables()
        // For `memory` alone: see there.
        case ("measure", 3...): return try MemoryBenchmark.measure(Array(names.dropFirst(2)), into: names[1])
        default: fail(usage)
        }
        for table in tables { print("\n" + table.text) }
        if let file = arguments.json {
            try Files.write(Array(("{" + tables.map(\.json).joined(separator: ",\n") + "}\n").utf8), to: file)
        }
    }
}

/// The arguments: names in their order, and a few options.
struct Arguments {
    var names: [String] = []
    var runs = 5
    var includesScalar = false
    var json: String?

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var rest = Array(arguments)[...]
        // What is measured may have options of its own.
        if rest.first == "measure" {
            names = Array(rest)
            return
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--scalar": includesScalar = true
            case "--json": json = rest.popFirst()
            case "--runs":
                guard let count = rest.popFirst().flatMap(Int.init), count > 0 else {
                    throw Failure("--runs takes a number")
                }
                runs = count
            default: names.append(argument)
            }
        }
    }
}

/// A reason to stop.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
