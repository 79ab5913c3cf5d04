import ImageCodecs
import Resampling

/// The scratch memory of one worker, reused from picture to picture, and the way from bytes to edited images.
///
/// It belongs to one thread at a time.
final class Workspace {
    private var resamplers: [Resampler] = []

    /// A `RowResampler` that can stand in an array.
    final class Resampler {
        var rows = RowResampler()
    }

    /// What editing one picture yields.
    struct Edit {
        var images: [EncodedImage]
        var findings: [String]
        var times: StageTimes
    }

    /// Edits one picture as planned.
    func edit(_ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions) throws(EditError)
        -> Edit
    {
        var times = StageTimes()
        do {
            let (bitmaps, findings) = try scale(bytes, info, plan, options, &times)
            let start = Instant.now
            var images: [EncodedImage] = []
            for bitmap in bitmaps {
                images.append(try encode(bitmap.turned(plan.orientation), plan, options))
            }
            times.encode += start.elapsed
            return Edit(images: images, findings: info.findings + findings, times: times)
        } catch {
            throw .image(error)
        }
    }

    /// Resamplers for the outputs of a plan, ready for the rows of the decoder.
    func resamplers(_ plan: EditPlan, filter: ResamplingFilter, decoded: PixelRect, bandRows: Int, rowBytes: Int)
        -> [Resampler]
    {
        while resamplers.count < plan.outputs.count { resamplers.append(Resampler()) }
        let box = SourceBox(
            x: plan.sourceBox.x - Double(decoded.x), y: plan.sourceBox.y - Double(decoded.y),
            width: plan.sourceBox.width, height: plan.sourceBox.height)
        for (resampler, output) in zip(resamplers, plan.outputs) {
            resampler.rows.begin(
                layout: plan.layout, sourceSize: decoded.size, box: box,
                outputSize: plan.orientation.uprightSize(ofStored: output.size), filter: filter, bandRows: bandRows,
                rowBytes: rowBytes)
        }
        return Array(resamplers.prefix(plan.outputs.count))
    }

    private func encode(_ upright: Bitmap, _ plan: EditPlan, _ options: EditOptions) throws(ImageError) -> EncodedImage
    {
        let flat =
            plan.format == .jpeg && upright.layout.hasAlpha ? upright.composited(over: options.background) : upright
        let bytes = try ImageEncoder.encode(
            flat,
            EncodeOptions(
                format: plan.format, quality: options.quality, subsampling: plan.subsampling,
                progressive: options.isProgressive, lossless: options.isLossless))
        return EncodedImage(format: plan.format, size: flat.size, bytes: bytes)
    }
}
