import ImageCodecs
import Resampling
import TestSupport

/// Numbers that look random and are the same in every run (SplitMix64).
struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// A picture in which every row and column differs from its neighbors: slopes with noise on them.
func pattern(_ layout: PixelLayout, _ width: Int, _ height: Int, noise amount: Int = 40) -> Bitmap {
    var noise = Noise(UInt64(width * 100_003 + height))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * layout.channels)
    for y in 0..<height {
        for x in 0..<width {
            for channel in 0..<layout.channels {
                let slope = (x * (channel + 1) * 5 + y * (4 - channel) * 3) % 200
                bytes.append(UInt8(clamping: slope + Int(noise.next() % UInt64(amount + 1))))
            }
        }
    }
    return Bitmap(layout: layout, size: PixelSize(width: width, height: height), bytes: bytes)
}

/// The mean of the squared differences of samples.
func squaredError(_ a: Bitmap, _ b: Bitmap) -> Double {
    var sum = 0
    for (x, y) in zip(a.bytes, b.bytes) { sum += (Int(x) - Int(y)) * (Int(x) - Int(y)) }
    return Double(sum) / Double(a.bytes.count)
}

extension Bitmap {
    /// The pixels of a rectangle.
    func cropped(to rect: PixelRect) -> Bitmap {
        var samples: [UInt8] = []
        samples.reserveCapacity(rect.width * rect.height * layout.channels)
        for y in rect.y..<rect.y + rect.height {
            let start = (y * size.width + rect.x) * layout.channels
            samples += bytes[start..<start + rect.width * layout.channels]
        }
        return Bitmap(layout: layout, size: rect.size, bytes: samples)
    }
}

/// Rectangles inside a picture whose edges meet every kind of place in a grid of blocks: each range of columns with a few of
/// the ranges of rows.
func regions(in size: PixelSize, step: Int = 3, rowsPerColumns: Int = 5) -> [PixelRect] {
    func ranges(_ count: Int) -> [(start: Int, length: Int)] {
        var result = [(start: 0, length: count)]
        for start in stride(from: 0, to: count, by: step) {
            for length in Set([1, 2, 9, 17, (count - start) / 2, count - start])
            where (1...count - start).contains(length) {
                result.append((start, length))
            }
        }
        return result.sorted { ($0.start, $0.length) < ($1.start, $1.length) }
    }
    let (columns, rows) = (ranges(size.width), ranges(size.height))
    var result: [PixelRect] = []
    for (index, column) in columns.enumerated() {
        for turn in 0..<min(rowsPerColumns, rows.count) {
            let row = rows[(index * 7 + turn * max(1, rows.count / rowsPerColumns)) % rows.count]
            result.append(PixelRect(x: column.start, y: row.start, width: column.length, height: row.length))
        }
    }
    return result
}

/// The header of a file.
///
/// A span of a temporary array inside an expectation breaks the compiler (6.3.1), and a function makes the array last.
func probe(_ bytes: [UInt8]) throws -> ImageInfo { try ImageInfo(probing: bytes.span) }

/// Decodes every region on its own and compares it with the same part of the whole. Returns the number of regions compared.
func compareRegions(
    _ bytes: [UInt8], _ info: ImageInfo, layout: PixelLayout, eighths: Int = 8, step: Int = 3, rowsPerColumns: Int = 5
) throws -> (compared: Int, different: [PixelRect]) {
    let size = DecodeRequest.scaledSize(of: info.storedSize, eighths: eighths)
    func decode(_ region: PixelRect) throws -> Bitmap {
        let request = DecodeRequest(layout: .pixels(layout), region: region, scaleEighths: eighths)
        return try Bitmap(decoding: bytes.span, format: info.format, request: request)
    }
    let whole = try decode(PixelRect(size))
    var all = regions(in: size, step: step, rowsPerColumns: rowsPerColumns)
    if isSanitized { all = stride(from: 0, to: all.count, by: 7).map { all[$0] } }
    let different = try all.filter { try decode($0) != whole.cropped(to: $0) }
    return (all.count, different)
}
