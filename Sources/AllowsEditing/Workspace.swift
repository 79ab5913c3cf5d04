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
    /// Whether a private copy of each original is made, too.
    let makesPrivateOriginal: Bool
    /// Raised to stop the picture that is being decoded.
    let stop: StopSignal
    /// The last conversion, which the next picture of the same camera needs again; nil where its profile is of no use.
    private var lastConversion: (profile: ColorProfile, channels: Int, value: ColorConversion?)?

    /// - Parameter keptBytes: the most that is kept from one picture to the next for whole pictures.
    init(
        usesThreads: Bool = true, keptBytes: Int = 0, makesPrivateOriginal: Bool = false,
        stop: StopSignal = StopSignal()
    ) {
        self.stop = stop
        self.makesPrivateOriginal = makesPrivateOriginal
        self.keptBytes = keptBytes
        self.usesThreads = usesThreads
        decoderScratch = DecoderScratch(keptBytes: keptBytes)
    }

    /// A `RowResampler` that can stand in an array.
    final class Resampler {
        var rows = RowResampler()
    }

    /// What scaling one picture yields: for each target of the plan its planes, as stored.
    struct Scaled {
        var planes: [[Bitmap]] = []
        /// The same of pictures of 16 bits a sample, which have no planes.
        var deep: [DeepBitmap] = []
        /// Where the pixels have placed the crop.
        var place: PixelRect?
        var findings: [Finding]
        var fraction: Double?
        var isWhole: Bool
        var isRefused = false
    }

    /// What editing one picture yields.
    struct Edit {
        var images: [EncodedImage]
        /// Where the pixels have placed the crop; nil where the plan did.
        var place: PixelRect?
        /// Small pictures of the original and of the first edited image, where the plan has them.
        var previews: SheetPreviews?
        /// The original without what is private, where that was asked for.
        var privateOriginal: [UInt8]?
        var findings: [Finding]
        /// Of a truncated picture: the part of the wanted rows that is there, where known.
        var fraction: Double?
        var isWhole: Bool
        var times: StageTimes
        /// Whether the file was nothing for the reader of thumbnails that the plan asked for.
        var isRefused = false
        var placeholder: Placeholder?
    }

    /// Edits one picture as planned.
    ///
    /// Previews have no influence on that: where the whole picture, which they need, has damage, the edited images are made once more without
    /// them.
    func edit(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(EditError) -> Edit {
        guard plan.previews != nil else { return try editOnce(bytes, info, plan, options) }
        var previews: SheetPreviews?
        do throws(EditError) {
            let edit = try editOnce(bytes, info, plan, options)
            // What follows the picture is found in any case. Where the reader of thumbnails has refused the whole, it may take the crop.
            let isSound = edit.findings.allSatisfy { $0 == .trailingData || plan.findings.contains($0) }
            if isSound, !edit.isRefused { return edit }
            previews = edit.previews
        } catch {
            if error == .cancelled { throw error }
        }
        var edit = try editOnce(bytes, info, EditPlan(info, options.withoutPreviews), options)
        edit.previews = previews
        return edit
    }

    private func editOnce(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(EditError) -> Edit {
        var edit: Edit
        do {
            let dress = dress(bytes, info, plan, options)
            edit =
                plan.keepsAnimation
                ? try editAnimation(bytes, info, plan, options, dress)
                : try editStill(bytes, info, plan, options, dress)
            if let finding = dress.finding, !info.findings.contains(finding) { edit.findings.append(finding) }
            if makesPrivateOriginal { edit.privateOriginal = try PrivateOriginal.bytes(of: bytes, format: info.format) }
        } catch {
            throw error == .stopped ? .cancelled : .image(error)
        }
        try options.check(edit.findings)
        edit.findings = plan.findings + edit.findings
        return edit
    }

    private func editStill(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ dress: Dress
    ) throws(ImageError) -> Edit {
        var times = StageTimes()
        let scaled = try scale(bytes, info, plan, options, &times)
        let start = Instant.now
        var images: [EncodedImage] = []
        var placeholder: Placeholder?
        for (index, output) in plan.outputs.enumerated() {
            let picture =
                plan.decode.depth == .sixteen
                ? .deep(scaled.deep[index].turned(plan.orientation))
                : finished(scaled.planes[index], output, info, plan, options, dress, &times)
            images.append(try encode(picture, info, plan, options, dress))
            if options.makesPlaceholder, index == plan.placeholderOutput {
                placeholder = self.placeholder(of: picture.bitmap, info, plan, options)
            }
        }
        let previews = try previews(scaled, info, plan, options)
        times.encode += start.elapsed
        return Edit(
            images: images, place: scaled.place, previews: previews, findings: scaled.findings,
            fraction: scaled.fraction, isWhole: scaled.isWhole, times: times, isRefused: scaled.isRefused,
            placeholder: placeholder)
    }

    /// The conversion of a picture's pixels to sRGB; nil where its profile is of no use for that.
    func conversion(from profile: ColorProfile, _ info: ImageInfo) -> ColorConversion? {
        if let last = lastConversion, last.profile == profile, last.channels == info.channels { return last.value }
        let value = ColorConversion(from: profile, channels: info.channels)
        lastConversion = (profile, info.channels, value)
        return value
    }

    /// Resamplers for each plane and, within it, each target of a plan, ready for the rows of the decoder.
    func resamplers(_ plan: EditPlan, filter: ResamplingFilter, planes: [RowDecoder.Plane]) -> [[Resampler]] {
        let targets = plan.targets
        let count = targets.count
        while resamplers.count < planes.count * count { resamplers.append(Resampler()) }
        return planes.enumerated().map { index, plane in
            let row = Array(resamplers[index * count..<(index + 1) * count])
            for (resampler, target) in zip(row, targets) {
                let geometry = plan.geometry(of: plane, isChroma: index > 0, for: target)
                resampler.rows.begin(
                    layout: PixelLayout(rawValue: plane.channels) ?? .gray, depth: plan.decode.depth,
                    sourceSize: geometry.sourceSize,
                    box: geometry.box, part: geometry.part,
                    outputSize: geometry.outputSize, filter: filter, light: plan.light,
                    sharpening: plan.sharpening(ofPlane: index), bandRows: plane.bandRows,
                    rowBytes: plane.rowBytes)
            }
            return row
        }
    }
}
