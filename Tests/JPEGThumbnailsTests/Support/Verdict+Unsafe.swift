internal import CJPEGOracle
import JPEGThumbnails

/// What comes of a file, compared with libjpeg.
enum Verdict: Hashable {
    /// The reader leaves it to the general decoder.
    case refused(Refusal)
    /// All blocks have the values that libjpeg decodes, without a warning.
    case same
    /// The same, but libjpeg warns of something.
    case warned
    /// The reader takes it, and it is too large for the oracle.
    case large
    /// The reader takes what libjpeg refuses.
    case unknown
    /// Blocks differ.
    case different

    /// Reads a file with the reader and, where that takes it, with libjpeg.
    init(_ bytes: [UInt8], eighths: Int, chromaEighths: Int) {
        do throws(Refusal) {
            let rows = try Rows(bytes, eighths: eighths, chromaEighths: chromaEighths)
            self = rows.verdict(bytes)
        } catch {
            self = .refused(error)
        }
    }
}

/// The values of every row of blocks of every component, as the reader gives them.
struct Rows {
    private(set) var values: [[[Int16]]] = []
    private(set) var eighths: [Int] = []
    private(set) var end = 0
    private var pixels = 0

    /// The most pixels whose coefficients the oracle holds.
    private static let largest = 60_000_000

    /// - Parameter first: the first row of MCUs.
    init(_ bytes: [UInt8], eighths: Int, chromaEighths: Int, from first: Int = 0) throws(Refusal) {
        let file = bytes.span
        var reader = try ThumbnailReader(file, eighths: eighths, chromaEighths: chromaEighths, firstRow: first)
        self.eighths = reader.planes.map(\.eighths)
        values = reader.planes.map { _ in [] }
        pixels = reader.planes[0].width * reader.planes[0].height * 64 / (self.eighths[0] * self.eighths[0])
        while reader.currentRow + 1 < reader.mcuRows {
            guard try reader.advance(file) else { continue }
            for (component, plane) in reader.planes.enumerated() {
                for row in 0..<plane.rowsPerMCU / plane.eighths {
                    values[component].append(reader.values(ofRow: row, of: component))
                }
            }
        }
        end = try reader.finish(file)
    }

    func verdict(_ bytes: [UInt8]) -> Verdict {
        guard pixels <= Self.largest else { return .large }
        guard let oracle = unsafe ae_open_oracle(bytes, bytes.count, Self.largest) else { return .unknown }
        defer { unsafe ae_close_oracle(oracle) }
        for component in values.indices {
            for row in 0..<Int(unsafe ae_oracle_rows(oracle, Int32(component))) {
                // Safety: a row holds at least the blocks of the picture, as the oracle does.
                let differences = unsafe ae_oracle_differences(
                    oracle, Int32(component), row, values[component][row], eighths[component] * eighths[component])
                if differences > 0 { return .different }
            }
        }
        return unsafe ae_oracle_warnings(oracle) > 0 ? .warned : .same
    }
}
