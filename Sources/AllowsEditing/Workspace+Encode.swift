import ImageCodecs
import Resampling

extension Workspace {
    /// Turns the scaled planes of one output upright, gives them the colors of the plan, and encodes them.
    ///
    /// - Parameters:
    ///   - stored: the planes of one output, as stored.
    ///   - metadata: what the original carries, as far as the options ask for it.
    ///   - finding: where the colors could not be what the plan says, why.
    func encode(
        _ stored: [Bitmap], _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, metadata: ImageMetadata,
        finding: inout Finding?
    ) throws(ImageError) -> EncodedImage {
        var planes = stored.map { $0.turned(plan.orientation) }
        let size = planes[0].size
        if planes.count == 3, info.format == .webP {
            planes = [
                planes[0].expanded(from: .luma), planes[1].expanded(from: .chroma), planes[2].expanded(from: .chroma),
            ]
        }
        var metadata = metadata.edited(options.metadata, size: size, format: plan.format)
        metadata.colorProfile = plan.color.profile?.bytes
        var encoding = EncodeOptions(
            format: plan.format, quality: options.quality, subsampling: plan.subsampling,
            progressive: options.isProgressive, lossless: options.isLossless)
        encoding.prefersPalette = info.isPalette
        let bytes: [UInt8]
        if planes.count == 3, plan.format == .jpeg, !plan.color.convertsToSRGB {
            bytes = try ImageEncoder.encode(luma: planes[0], cb: planes[1], cr: planes[2], encoding)
        } else {
            var pixels = self.pixels(planes, info, plan, &metadata, &finding)
            if plan.format == .jpeg { pixels = pixels.composited(over: options.background) }
            bytes = try ImageEncoder.encode(pixels, encoding)
        }
        return EncodedImage(
            format: plan.format, size: size, bytes: metadata.embedded(in: bytes, format: plan.format))
    }

    /// One bitmap of upright planes, converted to sRGB where the plan says so.
    private func pixels(
        _ planes: [Bitmap], _ info: ImageInfo, _ plan: EditPlan, _ metadata: inout ImageMetadata,
        _ finding: inout Finding?
    ) -> Bitmap {
        let conversion = plan.color.convertsToSRGB ? info.colorProfile.flatMap { self.conversion(from: $0, info) } : nil
        if planes.count == 4 {
            if let conversion { return conversion.convert(cmyk: planes) }
            finding = .cmykApproximated
            return Bitmap(cmyk: planes)
        }
        let pixels = planes.count == 3 ? Bitmap(luma: planes[0], cb: planes[1], cr: planes[2]) : planes[0]
        if let conversion { return conversion.convert(pixels) }
        if plan.color.convertsToSRGB {
            // The colors stay what they are with their profile, where they cannot go without it.
            finding = .profileInvalid
            metadata.colorProfile = info.colorProfile?.bytes
        }
        return pixels
    }
}
