import ImageCodecs
import Resampling

/// What came of a picture on one route: its pixels or the kind of its error, and what was odd.
struct RouteOutcome: Equatable {
    var bytes: [UInt8] = []
    var error: ImageError?
    var findings: [Finding] = []
    var message = ""
}

/// Decodes a region of a PNG, with the route for whole pictures or without it.
func decodePNG(
    _ bytes: [UInt8], layout: PixelLayout, region: PixelRect, allowsWhole: Bool
) -> (outcome: RouteOutcome, isWhole: Bool) {
    var outcome = RouteOutcome()
    var isWhole = false
    do throws(ImageError) {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
            var decoder = try unsafe RowDecoder(
                bytes: buffer, format: .png,
                request: DecodeRequest(layout: .pixels(layout), region: region, allowsWholePicture: allowsWhole))
            isWhole = decoder.isWholePicture
            let (rowBytes, bandRows) = (decoder.planes[0].rowBytes, decoder.planes[0].bandRows)
            let band = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * bandRows)
            defer { unsafe band.deallocate() }
            while true {
                let count = unsafe try decoder.readBand(into: [band, nil, nil, nil], strides: [rowBytes, 0, 0, 0])[0]
                if count == 0 { break }
                unsafe outcome.bytes.append(contentsOf: UnsafeBufferPointer(start: band, count: rowBytes * count))
            }
            try decoder.finish()
            outcome.findings = decoder.findings
            outcome.message = decoder.findingMessage
        }
    } catch {
        outcome.error = error
    }
    return (outcome, isWhole)
}
