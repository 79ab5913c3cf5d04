import CFuzzingOracle
import FuzzingSupport

/// Reads a JPEG file by the lowest coefficients of its blocks, and compares them with those that libjpeg decodes.
///
/// `Reader` is a link to the sources of the reader, which are optimized where they are a module: then their coverage is not counted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzThumbnails(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    guard input.starts(with: [0xff, 0xd8]), let control = input.last else { return Verdict.rejected }
    check(input, eighths: 1 + Int(control & 1), chromaEighths: 1 + Int(control >> 1 & 1))
    return Verdict.taken
}

private let largest = 1 << 20

private func check(_ input: [UInt8], eighths: Int, chromaEighths: Int) {
    let file = input.span
    guard let rows = try? values(input, eighths: eighths, chromaEighths: chromaEighths),
        let reader = try? ThumbnailReader(file, eighths: eighths, chromaEighths: chromaEighths)
    else { return }
    guard let oracle = unsafe ae_open_oracle(input, input.count, largest) else {
        // Damage in scans that are not read stays unseen.
        require(reader.isProgressive, "what is taken can be decoded")
        return
    }
    defer { unsafe ae_close_oracle(oracle) }
    let warnings = unsafe ae_oracle_warnings(oracle)
    require(reader.isProgressive || warnings == 0, "what is taken is not odd")
    for (component, plane) in reader.planes.enumerated() {
        for row in 0..<Int(unsafe ae_oracle_rows(oracle, Int32(component))) {
            // Safety: a row holds at least the blocks of the picture, as the oracle does.
            let differences = unsafe ae_oracle_differences(
                oracle, Int32(component), row, rows[component][row], plane.eighths * plane.eighths)
            require(differences == 0, "the values of component \(component), row \(row) are those of libjpeg")
        }
    }
}

/// The values of every row of blocks of every component. The samples are made as well, for what that may run into.
private func values(_ input: [UInt8], eighths: Int, chromaEighths: Int) throws(Refusal) -> [[[Int16]]] {
    let file = input.span
    var reader = try ThumbnailReader(file, eighths: eighths, chromaEighths: chromaEighths)
    var rows: [[[Int16]]] = reader.planes.map { _ in [] }
    let scale = 8 / eighths
    guard reader.planes[0].width * reader.planes[0].height * scale * scale <= largest else { throw .unusual }
    while reader.currentRow + 1 < reader.mcuRows {
        guard try reader.advance(file) else { continue }
        for (component, plane) in reader.planes.enumerated() {
            for row in 0..<plane.rowsPerMCU / plane.eighths {
                rows[component].append(reader.values(ofRow: row, of: component))
            }
            var samples = [UInt8](repeating: 0, count: plane.width)
            var span = samples.mutableSpan
            for row in 0..<plane.rowsPerMCU { reader.copyRow(row, of: component, into: &span) }
        }
    }
    let end = try reader.finish(file)
    require(end <= input.count && input[end - 1] == 0xd9, "the end is behind an end marker")
    return rows
}
