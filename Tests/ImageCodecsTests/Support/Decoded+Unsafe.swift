import ImageCodecs
import Resampling

/// What a decoder hands out, and what it says of the file.
struct Decoded {
    var planes: [Bitmap]
    var findings: [Finding]
    var fraction: Double?
}

/// Decodes every plane of a request whole.
func decoded(_ bytes: [UInt8], format: ImageFormat, request: DecodeRequest, stop: StopSignal? = nil) throws -> Decoded {
    try unsafe bytes.withUnsafeBufferPointer { bytes in
        var decoder = try unsafe RowDecoder(bytes: bytes, format: format, request: request, stop: stop)
        let planes = decoder.planes
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        var samples = [[UInt8]](repeating: [], count: planes.count)
        for (index, plane) in planes.enumerated() {
            strides[index] = plane.rowBytes
            unsafe bands[index] = .allocate(capacity: plane.rowBytes * plane.bandRows)
        }
        defer { for index in planes.indices { unsafe bands[index]?.deallocate() } }
        while true {
            let counts = unsafe try decoder.readBand(into: bands, strides: strides)
            if planes.indices.allSatisfy({ counts[$0] == 0 }) { break }
            for (index, plane) in planes.enumerated() {
                for row in 0..<counts[index] {
                    let start = unsafe bands[index]! + row * plane.rowBytes
                    unsafe samples[index].append(
                        contentsOf: UnsafeBufferPointer(start: start, count: plane.width * plane.channels))
                }
            }
        }
        try decoder.finish()
        let layout = if case .pixels(let pixels) = request.layout { pixels } else { PixelLayout.gray }
        return Decoded(
            planes: zip(planes, samples).map { Bitmap(layout: layout, size: $0.rect.size, bytes: $1) },
            findings: decoder.findings, fraction: decoder.fraction)
    }
}
