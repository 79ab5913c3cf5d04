import ImageCodecs
import Resampling

extension Workspace {
    /// Decodes the region of a plan once and scales it to every output, band by band.
    func scale(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ times: inout StageTimes
    ) throws(ImageError) -> Scaled {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
            var mark = Instant.now
            func lap(_ stage: WritableKeyPath<StageTimes, Double>) {
                let now = Instant.now
                times[keyPath: stage] += mark.milliseconds(to: now)
                mark = now
            }
            var request = plan.decode
            request.usesThreads = usesThreads
            var decoder = try unsafe RowDecoder(
                bytes: bytes, format: info.format, request: request, scratch: decoderScratch, stop: stop)
            var place: PixelRect?
            let resamplers: [[Resampler]]
            if plan.isPlacedByAttention {
                let picture = try HeldPicture(&decoder, depth: plan.decode.depth)
                lap(\.decode)
                (place, resamplers) = scale(picture, decoder.planes, info, plan, options)
                lap(\.resample)
            } else {
                resamplers = self.resamplers(plan, filter: options.filter, planes: decoder.planes)
                while !resamplers.allSatisfy({ $0.allSatisfy { $0.rows.isComplete } }) {
                    guard try readBand(&decoder, into: resamplers, lap: { lap(\.decode) }) else { break }
                    lap(\.resample)
                }
            }
            try decoder.finish()
            lap(\.decode)
            var scaled = Scaled(
                place: place, findings: decoder.findings, fraction: decoder.fraction, isWhole: decoder.isWholePicture)
            for target in plan.targets.indices {
                switch plan.decode.depth {
                case .eight: scaled.planes.append(resamplers.map { $0[target].rows.finish() })
                case .sixteen: scaled.deep.append(resamplers[0][target].rows.finishDeep())
                }
            }
            lap(\.resample)
            return scaled
        }
    }

    /// Places the crop in a picture that is held whole, and scales it from there: the same rows in the same resamplers as if they came one
    /// by one.
    private func scale(
        _ picture: HeldPicture, _ planes: [RowDecoder.Plane], _ info: ImageInfo, _ plan: EditPlan,
        _ options: EditOptions
    ) -> (place: PixelRect, resamplers: [[Resampler]]) {
        let place = plan.place(
            byMeans: picture.means(of: AttentionGrid(info), background: options.background), of: info)
        let resamplers = resamplers(plan.placed(at: place), filter: options.filter, planes: planes)
        for (plane, outputs) in resamplers.enumerated() {
            for output in outputs { picture.commit(plane: plane, to: &output.rows) }
        }
        return (place, resamplers)
    }

    /// Reads one band of every plane straight into the memory of its first output's resampler, and gives it to all of them.
    ///
    /// - Returns: false when the region is complete.
    private func readBand(
        _ decoder: inout RowDecoder, into resamplers: [[Resampler]], lap: () -> Void
    ) throws(ImageError) -> Bool {
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        for (plane, outputs) in resamplers.enumerated() {
            let (rows, stride) = unsafe outputs[0].rows.prepareBand()
            unsafe bands[plane] = rows
            strides[plane] = stride
        }
        let counts = try unsafe decoder.readBand(into: bands, strides: strides)
        lap()
        guard resamplers.indices.contains(where: { counts[$0] > 0 }) else { return false }
        for (plane, outputs) in resamplers.enumerated() {
            guard let rows = unsafe bands[plane] else { continue }
            for other in outputs.dropFirst() {
                let (copy, stride) = unsafe other.rows.prepareBand()
                for row in 0..<counts[plane] {
                    unsafe (copy + row * stride).update(
                        from: rows + row * strides[plane], count: decoder.planes[plane].rowBytes)
                }
            }
            for output in outputs { output.rows.commitBand(rows: min(counts[plane], output.rows.rowsLeft)) }
        }
        return true
    }
}
