import ImageCodecs
import Resampling

/// The planes that a decoder of thumbnails hands out, row by row, and what it says of them; nil where it refuses the file.
struct ThumbnailPlanes {
    private(set) var planes: [RowDecoder.Plane] = []
    private(set) var samples: [[UInt8]] = []
    private(set) var findings: [Finding] = []

    /// - Parameter afterBand: called after each row of MCUs.
    init?(
        _ bytes: [UInt8], _ request: DecodeRequest, stop: StopSignal? = nil, afterBand: () -> Void = {}
    ) throws {
        let isRefused = try unsafe bytes.withUnsafeBufferPointer { bytes in
            guard var decoder = unsafe ThumbnailDecoder(bytes: bytes, request: request, stop: stop) else { return true }
            planes = decoder.planes
            samples = planes.map { _ in [] }
            while try readBand(&decoder) { afterBand() }
            try decoder.finish()
            findings = decoder.findings
            return decoder.isRefused
        }
        if isRefused { return nil }
    }

    private mutating func readBand(_ decoder: inout ThumbnailDecoder) throws -> Bool {
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        for (index, plane) in planes.enumerated() {
            strides[index] = plane.rowBytes
            unsafe bands[index] = UnsafeMutablePointer<UInt8>.allocate(capacity: plane.rowBytes * plane.bandRows)
        }
        defer { for index in planes.indices { unsafe bands[index]!.deallocate() } }
        let counts = unsafe try decoder.readBand(into: bands, strides: strides)
        for (index, plane) in planes.enumerated() {
            for offset in 0..<counts[index] * plane.rowBytes { samples[index].append(unsafe bands[index]![offset]) }
        }
        return counts[0] > 0
    }
}

extension DecodeRequest {
    /// All columns, and all rows unless said otherwise, in samples of `eighths` eighths.
    static func thumbnail(_ info: ImageInfo, eighths: Int, rows: Range<Int>? = nil) -> DecodeRequest {
        let size = scaledSize(of: info.storedSize, eighths: eighths)
        let rows = rows ?? 0..<size.height
        var request = DecodeRequest(
            layout: info.hasPlanes ? .planes(alpha: false) : .pixels(.gray),
            region: PixelRect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count), scaleEighths: eighths)
        request.readsThumbnail = true
        request.chromaEighths = eighths
        return request
    }
}
