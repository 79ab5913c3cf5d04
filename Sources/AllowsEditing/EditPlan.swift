public import ImageCodecs
public import Resampling

/// What will be done to one picture, decided from its header and the options alone: no pixel is read for it.
public struct EditPlan: Sendable, Hashable {
    /// The crop in whole upright pixels of the original.
    public let cropRect: PixelRect
    /// How the stored pixels are turned at the end.
    public let orientation: Orientation
    /// The crop in whole stored pixels.
    public let storedRegion: PixelRect
    /// The decoder's own scale in eighths: 1, 2, 4 or 8.
    public let scaleEighths: Int
    /// What is decoded: a rectangle in stored pixels after the decoder's own scaling.
    public let decodedRegion: PixelRect
    /// The form in which samples are decoded and scaled.
    public let decodedLayout: DecodeLayout
    /// PNG: whether the whole picture is inflated at once, which takes memory and is faster.
    public let inflatesWholePicture: Bool
    /// The stored size of the whole picture.
    let storedSize: PixelSize
    /// The edited images, one for each size of the options, in their order.
    public let outputs: [Output]
    /// The format of the edited images.
    public let format: ImageFormat
    /// Chroma subsampling of the edited images where the format is JPEG.
    public let subsampling: ChromaSubsampling
    /// Bytes that decoding and scaling take at most, the input not counted.
    public let memory: Int

    /// One edited image of a plan.
    public struct Output: Sendable, Hashable {
        /// The size that was asked for.
        public let request: OutputSize
        /// The size in upright pixels.
        public let size: PixelSize
    }
}

extension EditPlan {
    /// Decides how a picture is edited. Cost: constant; no pixel is read.
    ///
    /// - Throws: `invalidOptions`, `cropOutsideImage`, or `limitExceeded` where the header promises more than the limits allow.
    public init(_ info: ImageInfo, _ options: EditOptions) throws(EditError) {
        try options.validate()
        try options.limits.check(info)
        let upright = info.orientation.uprightSize(ofStored: info.storedSize)
        let cropRect = try options.crop.rect(in: upright, aspect: options.resolvedAspect())
        let outputs = options.sizes.map { request in
            Output(
                request: request, size: request.size(ofCrop: cropRect.size, allowsEnlarging: options.allowsEnlarging))
        }
        let region = info.orientation.storedRect(ofUpright: cropRect, storedSize: info.storedSize)
        let eighths = Self.decoderScale(info, region: region, outputs: outputs)
        let format = options.format ?? info.format
        try Self.check(outputs, fit: format)

        self.cropRect = cropRect
        self.orientation = info.orientation
        self.storedRegion = region
        self.scaleEighths = eighths
        self.decodedRegion = Self.scaled(region, by: eighths, of: info.storedSize)
        self.decodedLayout = Self.layout(info, region: region, outputs: outputs)
        self.inflatesWholePicture = Self.inflatesWhole(info, region: decodedRegion, limits: options.limits)
        self.storedSize = info.storedSize
        self.outputs = outputs
        self.format = format
        self.subsampling = options.subsampling ?? (info.chromaSubsampling == .yuv444 ? .yuv444 : .yuv420)
        self.memory = Self.memory(
            info,
            DecodeRequest(
                layout: decodedLayout, region: decodedRegion, scaleEighths: eighths, maxScans: options.limits.maxScans,
                allowsWholePicture: inflatesWholePicture),
            outputs: outputs.map { info.orientation.uprightSize(ofStored: $0.size) }, filter: options.filter)
    }

    /// The smallest scale of the decoder that leaves enough for the filter.
    ///
    /// Cost: entropy decoding is the same at every scale; 17 photographs took 386 ms of one core at 1/8, 431 at 2/8, 499 at 4/8
    /// and 629 at full size. Quality: what is left for the filter must hide the droop and the aliasing of the decoder's
    /// averages. At 1/8, where a sample is the mean of a block, that takes a factor of 2; at 2/8 and 4/8 a factor of 1.4 keeps
    /// every photograph measured above 40 dB of the exact picture.
    private static func decoderScale(_ info: ImageInfo, region: PixelRect, outputs: [Output]) -> Int {
        guard info.format == .jpeg else { return 8 }
        let stored = outputs.map { info.orientation.uprightSize(ofStored: $0.size) }
        // The factors in tenths, so that the rule is exact.
        let rules = [(eighths: 1, tenths: 20), (eighths: 2, tenths: 14), (eighths: 4, tenths: 14)]
        return rules.first { rule in
            stored.allSatisfy { size in
                region.width * rule.eighths * 10 >= 8 * rule.tenths * size.width
                    && region.height * rule.eighths * 10 >= 8 * rule.tenths * size.height
            }
        }?.eighths ?? 8
    }

    /// Planes of luma and chroma where the file has them and every output is smaller than the crop; pixels elsewhere.
    ///
    /// Planes spare the conversion to RGB and back, and the enlarging of chroma before it is reduced. An output that is not
    /// reduced takes the pixels, so that it is the crop of the original, bit for bit.
    private static func layout(_ info: ImageInfo, region: PixelRect, outputs: [Output]) -> DecodeLayout {
        let reduces = outputs.allSatisfy { output in
            let stored = info.orientation.uprightSize(ofStored: output.size)
            return stored.width < region.width && stored.height < region.height
        }
        return info.hasPlanes && !info.hasAlpha && reduces ? .planes(alpha: false) : .pixels(info.layout)
    }

    /// The whole scaled pixels that a stored region touches.
    ///
    /// Where the picture does not end on a whole scaled pixel, the last one is mixed with the padding of the last block,
    /// which is anything the encoder liked; it is left out as long as another remains.
    private static func scaled(_ region: PixelRect, by eighths: Int, of stored: PixelSize) -> PixelRect {
        func range(_ start: Int, _ length: Int, _ side: Int) -> Range<Int> {
            let first = start * eighths / 8
            let end = min(((start + length) * eighths + 7) / 8, max(side * eighths / 8, 1))
            return min(first, end - 1)..<end
        }
        let columns = range(region.x, region.width, stored.width)
        let rows = range(region.y, region.height, stored.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Whether a PNG is inflated at once: it fits the limit, and the region ends in the lower half. Inflating all of it takes
    /// half as long as the other route, but that one reads no row below the region.
    private static func inflatesWhole(_ info: ImageInfo, region: PixelRect, limits: Limits) -> Bool {
        guard let bytes = info.wholePictureBytes, bytes <= limits.wholePictureBytes else { return false }
        return (region.y + region.height) * 2 >= info.storedSize.height
    }

    private static func check(_ outputs: [Output], fit format: ImageFormat) throws(EditError) {
        for output in outputs where max(output.size.width, output.size.height) > format.maximumSide {
            throw .image(
                .limitExceeded(
                    limit: "pixels on a side of \(format.displayName)",
                    needed: max(output.size.width, output.size.height),
                    allowed: format.maximumSide, flag: "--size"))
        }
    }
}

extension Limits {
    /// Refuses a picture whose header promises too much.
    func check(_ info: ImageInfo) throws(EditError) {
        let (pixels, overflow) = info.storedSize.width.multipliedReportingOverflow(by: info.storedSize.height)
        guard overflow || pixels > maxPixels else { return }
        throw .image(
            .limitExceeded(limit: "pixels", needed: overflow ? .max : pixels, allowed: maxPixels, flag: "--max-pixels"))
    }
}

extension EditPlan {
    /// The way from bytes to pixels in words, for records: for example `jpeg 2/8 ycbcr`.
    ///
    /// - Parameter isWhole: whether the decoder inflated the whole picture, once it has.
    func route(of info: ImageInfo, isWhole: Bool) -> String {
        let scale = scaleEighths == 8 ? "" : " \(scaleEighths)/8"
        return switch decodedLayout {
        case .pixels(let layout): info.format.rawValue + scale + (isWhole ? " whole" : "") + " \(layout)"
        case .planes: info.format.rawValue + scale + " ycbcr"
        }
    }
}
