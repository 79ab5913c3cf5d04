import ImageCodecs
import Resampling

extension Workspace {
    /// Decodes the region of a plan once and scales it to every output, band by band.
    func scale(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ times: inout StageTimes
    ) throws(ImageError) -> Scaled {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
            let clock = ThreadTime.now
            if plan.decode.readsThumbnail {
                let start = Instant.now
                if var decoder = unsafe ThumbnailDecoder(bytes: bytes, request: plan.decode, stop: stop) {
                    let scaled = try scale(&decoder, since: start, plan, options, &times)
                    if !decoder.isRefused { return scaled }
                }
            }
            let mark = Instant.now
            let isRefused = plan.decode.readsThumbnail
            let plan = plan.withoutThumbnail(after: isRefused ? clock.elapsedSeconds : 0)
            var request = plan.decode
            request.usesThreads = usesThreads
            var decoder = try unsafe RowDecoder(
                bytes: bytes, format: info.format, request: request, scratch: decoderScratch, stop: stop)
            guard plan.isPlacedByAttention else {
                var scaled = try scale(&decoder, since: mark, plan, options, &times)
                scaled.isRefused = isRefused
                return scaled
            }
            let picture = try HeldPicture(&decoder, depth: plan.decode.depth)
            times.decode += mark.elapsed
            let start = Instant.now
            let (place, resamplers) = scale(picture, decoder.planes, info, plan, options)
            try decoder.finish()
            var scaled = Scaled(
                place: place, findings: decoder.findings, fraction: decoder.fraction, isWhole: decoder.isWholePicture)
            finish(resamplers, plan, into: &scaled)
            times.resample += start.elapsed
            return scaled
        }
    }

    /// - Returns: without planes where the decoder has refused the file.
    private func scale(
        _ decoder: inout some BandSource & ~Copyable, since start: Instant, _ plan: EditPlan, _ options: EditOptions,
        _ times: inout StageTimes
    ) throws(ImageError) -> Scaled {
        var mark = start
        func lap(_ stage: WritableKeyPath<StageTimes, Double>) {
            let now = Instant.now
            times[keyPath: stage] += mark.milliseconds(to: now)
            mark = now
        }
        let resamplers = resamplers(plan, filter: options.filter, planes: decoder.planes)
        while !resamplers.allSatisfy({ $0.allSatisfy { $0.rows.isComplete } }) {
            guard try readBand(&decoder, into: resamplers, lap: { lap(\.decode) }) else { break }
            lap(\.resample)
        }
        try decoder.finish()
        lap(\.decode)
        var scaled = Scaled(findings: decoder.findings, fraction: decoder.fraction, isWhole: decoder.isWholePicture)
        guard !decoder.isRefused else { return scaled }
        finish(resamplers, plan, into: &scaled)
        lap(\.resample)
        return scaled
    }

    private func finish(_ resamplers: [[Resampler]], _ plan: EditPlan, into scaled: inout Scaled) {
        for target in plan.targets.indices {
            switch plan.decode.depth {
            case .eight: scaled.planes.append(resamplers.map { $0[target].rows.finish() })
            case .sixteen: scaled.deep.append(resamplers[0][target].rows.finishDeep())
            }
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
        _ decoder: inout some BandSource & ~Copyable, into resamplers: [[Resampler]], lap: () -> Void
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
