import ImageCodecs
import Resampling

/// The scratch memory of one worker, reused from picture to picture, and the way from bytes to edited images.
///
/// It belongs to one thread at a time.
final class Workspace {
    private var resamplers: [Resampler] = []
    let decoderScratch: DecoderScratch
    /// The most that is kept from one picture to the next for whole pictures.
    let keptBytes: Int
    /// Whether a decoder may take a second thread where it offers that.
    let usesThreads: Bool
    /// Raised to stop the picture that is being decoded.
    let stop: StopSignal

    /// - Parameter keptBytes: the most that is kept from one picture to the next for whole pictures.
    init(usesThreads: Bool = true, keptBytes: Int = 0, stop: StopSignal = StopSignal()) {
        self.stop = stop
        self.keptBytes = keptBytes
        self.usesThreads = usesThreads
        decoderScratch = DecoderScratch(keptBytes: keptBytes)
    }

    /// A `RowResampler` that can stand in an array.
    final class Resampler {
        var rows = RowResampler()
    }

    /// What scaling one picture yields: for each output of the plan its planes, as stored.
    struct Scaled {
        var planes: [[Bitmap]]
        var findings: [Finding]
        var fraction: Double?
        var isWhole: Bool
    }

    /// What editing one picture yields.
    struct Edit {
        var images: [EncodedImage]
        var findings: [Finding]
        /// Of a truncated picture: the part of the wanted rows that is there, where known.
        var fraction: Double?
        var isWhole: Bool
        var times: StageTimes
    }

    /// Edits one picture as planned.
    func edit(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(EditError) -> Edit {
        var times = StageTimes()
        let scaled: Scaled
        var images: [EncodedImage] = []
        do {
            scaled = try scale(bytes, info, plan, options, &times)
            let start = Instant.now
            for planes in scaled.planes { images.append(try encode(planes, info, plan, options)) }
            times.encode += start.elapsed
        } catch {
            throw error == .stopped ? .cancelled : .image(error)
        }
        try options.check(scaled.findings)
        return Edit(
            images: images, findings: info.findings + scaled.findings, fraction: scaled.fraction,
            isWhole: scaled.isWhole, times: times)
    }

    /// Resamplers for each plane and, within it, each output of a plan, ready for the rows of the decoder.
    func resamplers(_ plan: EditPlan, filter: ResamplingFilter, planes: [RowDecoder.Plane]) -> [[Resampler]] {
        let count = plan.outputs.count
        while resamplers.count < planes.count * count { resamplers.append(Resampler()) }
        return planes.enumerated().map { index, plane in
            let row = Array(resamplers[index * count..<(index + 1) * count])
            for (resampler, output) in zip(row, plan.outputs) {
                let geometry = plan.geometry(of: plane, isChroma: index > 0, for: output)
                resampler.rows.begin(
                    layout: PixelLayout(rawValue: plane.channels) ?? .gray, sourceSize: geometry.sourceSize,
                    box: geometry.box,
                    outputSize: geometry.outputSize, filter: filter, light: plan.light, bandRows: plane.bandRows,
                    rowBytes: plane.rowBytes)
            }
            return row
        }
    }

    /// Turns the scaled planes of one output upright and encodes them.
    private func encode(
        _ stored: [Bitmap], _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(ImageError) -> EncodedImage {
        var planes = stored.map { $0.turned(plan.orientation) }
        var encoding = EncodeOptions(
            format: plan.format, quality: options.quality, subsampling: plan.subsampling,
            progressive: options.isProgressive, lossless: options.isLossless)
        encoding.prefersPalette = info.isPalette
        if planes.count == 3, info.format == .webP {
            planes = [
                planes[0].expanded(from: .luma), planes[1].expanded(from: .chroma), planes[2].expanded(from: .chroma),
            ]
        }
        let bytes: [UInt8]
        switch (planes.count, plan.format) {
        case (3, .jpeg): bytes = try ImageEncoder.encode(luma: planes[0], cb: planes[1], cr: planes[2], encoding)
        case (3, _): bytes = try ImageEncoder.encode(Bitmap(luma: planes[0], cb: planes[1], cr: planes[2]), encoding)
        case (_, .jpeg) where planes[0].layout.hasAlpha:
            bytes = try ImageEncoder.encode(planes[0].composited(over: options.background), encoding)
        default: bytes = try ImageEncoder.encode(planes[0], encoding)
        }
        return EncodedImage(format: plan.format, size: planes[0].size, bytes: bytes)
    }
}
