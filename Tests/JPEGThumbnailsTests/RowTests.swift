import JPEGThumbnails
import Testing

@Suite("Rows of samples")
struct RowTests {
    @Test(
        "rows from the middle on are those of the whole picture",
        arguments: ["restart-blocks", "progressive", "sampling-420", "gray"])
    func middle(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        for scale in name == "progressive" ? Array(scales.prefix(1)) : scales {
            let all = try Rows(bytes, eighths: scale.luma, chromaEighths: scale.chroma)
            let some = try Rows(bytes, eighths: scale.luma, chromaEighths: scale.chroma, from: 2)
            for component in all.values.indices {
                let isSame = all.values[component].suffix(some.values[component].count).elementsEqual(
                    some.values[component])
                #expect(isSame && some.values[component].count < all.values[component].count)
            }
        }
    }

    @Test("a sample at 1/8 is the mean of its block; the four of a block at 2/8 have the same mean")
    func means() throws {
        let bytes = try fixture("valid/jpeg/gray.jpg")
        let (small, large) = (try samples(bytes, eighths: 1), try samples(bytes, eighths: 2))
        for row in 0..<5 {
            for column in 0..<7 {
                let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map { large[2 * row + $0.0][2 * column + $0.1] }
                // Each was rounded, and may have been clamped.
                let mean = Double(four.reduce(0) { $0 + Int($1) }) / 4
                #expect(four.contains(0) || four.contains(255) || (mean - Double(small[row][column])).magnitude <= 1)
            }
        }
    }

    @Test("planes are as large as the picture at their scale, rounded up")
    func sizes() throws {
        let bytes = try fixture("valid/jpeg/sampling-420.jpg")
        let reader = try ThumbnailReader(bytes.span, eighths: 2, chromaEighths: 1)
        #expect(reader.planes.map { [$0.width, $0.height, $0.rowsPerMCU] } == [[16, 12, 4], [4, 3, 1], [4, 3, 1]])
        #expect(reader.planes.map(\.scaleX) == [0.25, 0.0625, 0.0625])
    }

    @Test("the end of the picture is found also where rows below are not read")
    func end() throws {
        let bytes = try fixture("valid/jpeg/trailing-data.jpg")
        let file = bytes.span
        var reader = try ThumbnailReader(file, eighths: 1, chromaEighths: 1)
        #expect(try reader.advance(file))
        let end = try reader.finish(file)
        #expect(end == (try Rows(bytes, eighths: 1, chromaEighths: 1).end))
        #expect(end < bytes.count && bytes[end - 1] == 0xd9)
    }

    private func samples(_ bytes: [UInt8], eighths: Int) throws(Refusal) -> [[UInt8]] {
        let file = bytes.span
        var reader = try ThumbnailReader(file, eighths: eighths, chromaEighths: eighths)
        var rows: [[UInt8]] = []
        while reader.currentRow + 1 < reader.mcuRows {
            guard try reader.advance(file) else { continue }
            for index in 0..<reader.planes[0].rowsPerMCU {
                var row = [UInt8](repeating: 0, count: reader.planes[0].width)
                var span = row.mutableSpan
                reader.copyRow(index, of: 0, into: &span)
                rows.append(row)
            }
        }
        return rows
    }
}
