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
func findings(_ bytes: [UInt8], format: ImageFormat, layout: PixelLayout) throws -> DecodeFindings {
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
