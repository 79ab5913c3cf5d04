import ImageCodecs
import Resampling

/// What a decoder says it will hand out.
func planeRects(_ bytes: [UInt8], _ request: DecodeRequest, format: ImageFormat = .jpeg) throws -> [PixelRect] {
    try unsafe bytes.withUnsafeBufferPointer { bytes in
        let decoder = try unsafe RowDecoder(bytes: bytes, format: format, request: request)
        return decoder.planes.map(\.rect)
    }
}

/// What a decoder found odd in a picture whose top-left pixel was read.
func findings(_ bytes: [UInt8], format: ImageFormat, layout: PixelLayout) throws -> [Finding] {
    let request = DecodeRequest(layout: .pixels(layout), region: PixelRect(x: 0, y: 0, width: 1, height: 1))
    return try unsafe bytes.withUnsafeBufferPointer { bytes in
        var decoder = try unsafe RowDecoder(bytes: bytes, format: format, request: request)
        let rowBytes = decoder.planes[0].rowBytes
        let band = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * decoder.planes[0].bandRows)
        defer { unsafe band.deallocate() }
        _ = unsafe try decoder.readBand(into: [band, nil, nil, nil], strides: [rowBytes, 0, 0, 0])
        try decoder.finish()
        return decoder.findings
    }
}

/// Decodes into bands with room around each row, and says whether a decoder wrote outside of what it had asked for.
func writesOutside(_ bytes: [UInt8], format: ImageFormat, request: DecodeRequest) throws -> Bool {
    let margin = 64
    return try unsafe bytes.withUnsafeBufferPointer { bytes in
        var decoder = try unsafe RowDecoder(bytes: bytes, format: format, request: request)
        let planes = decoder.planes
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        for (index, plane) in planes.enumerated() {
            strides[index] = plane.rowBytes + margin
            let size = margin + strides[index] * plane.bandRows
            let band = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
            unsafe band.initialize(repeating: 0xa5, count: size)
            unsafe bands[index] = band + margin
        }
        defer { for index in planes.indices { unsafe (bands[index]! - margin).deallocate() } }
        while true {
            let counts = unsafe try decoder.readBand(into: bands, strides: strides)
            for (index, plane) in planes.enumerated() {
                for row in -1..<plane.bandRows {
                    let end = row < 0 ? -margin : row * strides[index] + plane.rowBytes
                    for offset in end..<end + margin where unsafe bands[index]![offset] != 0xa5 { return true }
                }
            }
            if counts[0] == 0 { return false }
        }
    }
}
