import ImageCodecs
import Resampling

extension Workspace {
    /// The previews of a still picture, from what scaling made for them.
    func previews(
        _ scaled: Scaled, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(ImageError) -> SheetPreviews? {
        guard let sizes = plan.previews else { return nil }
        let conversion = conversionToSRGB(info)
        func pixels(_ index: Int, _ orientation: Orientation) -> Bitmap {
            let planes =
                plan.decode.depth == .sixteen ? [Bitmap(rounding: scaled.deep[index])] : scaled.planes[index]
            return Self.pixels(Self.upright(planes, orientation, info), conversion)
        }
        let count = plan.outputs.count
        let output = EditPlan.Output(request: plan.outputs[0].request, size: sizes.edited)
        return SheetPreviews(
            original: try preview(pixels(count + 1, info.orientation), options),
            edited: try preview(plan.finished(pixels(count, plan.orientation), as: output, options), options))
    }

    /// The previews of an animation, from a canvas as stored and the edited frame that was made of it.
    func previews(
        ofCanvas canvas: Span<UInt8>, _ frame: Bitmap, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) throws(ImageError) -> SheetPreviews? {
        guard let sizes = plan.previews else { return nil }
        let conversion = conversionToSRGB(info)
        var rows = RowResampler()
        rows.begin(
            layout: .rgba, sourceSize: info.storedSize, box: SourceBox(PixelRect(info.storedSize)),
            outputSize: sizes.storedOriginal, filter: options.filter, light: plan.light)
        rows.commitAll(canvas, stride: info.storedSize.width * 4)
        let original = rows.finish().turned(info.orientation)
        let edited = frame.resampled(to: sizes.edited, filter: options.filter, light: plan.light)
        return SheetPreviews(
            original: try preview(conversion?.convert(original) ?? original, options),
            edited: try preview(
                plan.color.convertsToSRGB ? edited : conversion?.convert(edited) ?? edited, options))
    }

    private func conversionToSRGB(_ info: ImageInfo) -> ColorConversion? {
        guard let profile = info.colorProfile, !profile.isSRGB else { return nil }
        return conversion(from: profile, info)
    }

    private func preview(_ pixels: Bitmap, _ options: EditOptions) throws(ImageError) -> EncodedImage {
        let bytes = try ImageEncoder.encode(
            pixels.composited(over: options.background), EncodeOptions(format: .jpeg, quality: 75))
        return EncodedImage(format: .jpeg, size: pixels.size, bytes: bytes)
    }
}
