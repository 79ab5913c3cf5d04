import ImageCodecs
import Resampling

extension Workspace {
    /// Decodes the region of a plan once and scales it to every output, band by band.
    ///
    /// - Returns: the scaled pictures, as stored, in the order of the plan's outputs; and what was odd about the data.
    func scale(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ times: inout StageTimes
    ) throws(ImageError) -> ([Bitmap], findings: [String]) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
            var mark = Instant.now
            func lap(_ stage: WritableKeyPath<StageTimes, Double>) {
                let now = Instant.now
                times[keyPath: stage] += mark.milliseconds(to: now)
                mark = now
            }
            var decoder = try unsafe RowDecoder(
                bytes: bytes, format: info.format,
                request: DecodeRequest(
                    layout: .pixels(plan.layout), region: plan.decodedRegion, scaleEighths: plan.scaleEighths,
                    maxScans: options.limits.maxScans))
            let plane = decoder.planes[0]
            let resamplers = resamplers(
                plan, filter: options.filter, decoded: plane.rect, bandRows: plane.bandRows, rowBytes: plane.rowBytes)
            while !resamplers.allSatisfy({ $0.rows.isComplete }) {
                let (rows, stride) = unsafe resamplers[0].rows.prepareBand()
                let count = try unsafe decoder.readBand(into: [rows, nil, nil, nil], strides: [stride, 0, 0, 0])[0]
                guard count > 0 else { break }
                lap(\.decode)
                for other in resamplers.dropFirst() where !other.rows.isComplete {
                    let (copy, copyStride) = unsafe other.rows.prepareBand()
                    for row in 0..<count {
                        unsafe (copy + row * copyStride).update(from: rows + row * stride, count: plane.rowBytes)
                    }
                    other.rows.commitBand(rows: count)
                }
                // Last, since committing may move the rows that were copied.
                resamplers[0].rows.commitBand(rows: count)
                lap(\.resample)
            }
            try decoder.finish()
            lap(\.decode)
            let bitmaps = resamplers.map { $0.rows.finish() }
            lap(\.resample)
            return (bitmaps, decoder.findings.names)
        }
    }
}
