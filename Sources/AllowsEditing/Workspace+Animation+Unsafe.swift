import ImageCodecs
import Resampling

extension Workspace {
    /// One edited image of an animation, on its way.
    private final class Track {
        private var rows = RowResampler()
        private var writer: AnimationWriter?
        private let plan: EditPlan
        private let output: EditPlan.Output
        private let scaledSize: PixelSize
        private let options: EditOptions
        private let dress: Dress

        /// - Parameters:
        ///   - original: what was read, of which loops and background are kept.
        ///   - index: the index of the output in the plan.
        init(
            _ original: Animation, output index: Int, _ plan: EditPlan, _ options: EditOptions, _ dress: Dress
        ) throws(ImageError) {
            self.plan = plan
            self.dress = dress
            self.options = options
            output = plan.outputs[index]
            scaledSize = plan.orientation.uprightSize(ofStored: plan.scaled[index].size)
            var animation = original
            animation.size = output.size
            writer = try AnimationWriter(
                animation, EncodeOptions(format: .webP, quality: options.quality, lossless: options.isLossless))
        }

        /// What becomes of a canvas, as stored: cropped, scaled, turned upright, in its colors, and finished.
        func frame(of canvas: Span<UInt8>, _ size: PixelSize) -> Bitmap {
            rows.begin(
                layout: .rgba, sourceSize: size, box: SourceBox(plan.storedRegion), outputSize: scaledSize,
                filter: options.filter, light: plan.light)
            rows.commitAll(canvas, stride: size.width * 4)
            let upright = rows.finish().turned(plan.orientation)
            return plan.finished(dress.conversion?.convert(upright) ?? upright, as: output, options)
        }

        func add(_ frame: Bitmap, at start: Int) throws(ImageError) { try writer?.add(frame, at: start) }

        func finish(at end: Int) throws(ImageError) -> EncodedImage {
            guard let writer = writer.take() else { preconditionFailure("an animation ends once") }
            let image = dress.applied(to: try writer.finish(at: end), size: output.size)
            try options.check(image)
            return image
        }
    }

    /// Edits every frame of an animation: composed, cropped, scaled, turned upright, and shown as long as it was.
    func editAnimation(
        _ bytes: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ dress: Dress
    ) throws(ImageError) -> Edit {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
            var times = StageTimes()
            var mark = Instant.now
            func lap(_ stage: WritableKeyPath<StageTimes, Double>) {
                let now = Instant.now
                times[keyPath: stage] += mark.milliseconds(to: now)
                mark = now
            }
            var limits = AnimationReader.Limits()
            limits.maxFrames = options.limits.header.maxFrames
            limits.maxSeconds = options.limits.maxSeconds
            var reader = try unsafe AnimationReader(bytes: bytes, limits: limits, stop: stop)
            let size = reader.animation.size
            let animation = reader.animation
            func makeTracks(_ plan: EditPlan) throws(ImageError) -> [Track] {
                var tracks: [Track] = []
                for index in plan.outputs.indices {
                    tracks.append(try Track(animation, output: index, plan, options, dress))
                }
                return tracks
            }
            var tracks = try makeTracks(plan)
            var place: PixelRect?
            var previews: SheetPreviews?
            guard size == info.storedSize else {
                throw .malformed(.webP, offset: nil, reason: "the canvas of the animation has two sizes")
            }
            var placeholder: Placeholder?
            var end = 0
            while try reader.readFrame({ (canvas, time) throws(ImageError) in
                lap(\.decode)
                if plan.isPlacedByAttention, place == nil {
                    // The first frame decides for all.
                    place = plan.place(inCanvas: canvas, of: info, options)
                    tracks = try makeTracks(plan.placed(at: place))
                    lap(\.resample)
                }
                for (index, track) in tracks.enumerated() {
                    let frame = track.frame(of: canvas, size)
                    // Tracks come in the order of the outputs, and frames in that of time.
                    if previews == nil { previews = try self.previews(ofCanvas: canvas, frame, info, plan, options) }
                    lap(\.resample)
                    if options.makesPlaceholder, placeholder == nil, index == plan.placeholderOutput {
                        placeholder = self.placeholder(of: frame, info, plan, options)
                    }
                    try track.add(frame, at: time.start)
                    lap(\.encode)
                }
                end = time.end
            }) {}
            lap(\.decode)
            var images: [EncodedImage] = []
            for track in tracks { images.append(try track.finish(at: end)) }
            lap(\.encode)
            return Edit(
                images: images, place: place, previews: previews, findings: reader.findings, fraction: nil,
                isWhole: false, times: times, placeholder: placeholder)
        }
    }
}
