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
    /// The crop in the same pixels as `decodedRegion`, exact and so with fractions.
    public let sourceBox: SourceBox
    /// The samples that are decoded and scaled.
    public let layout: PixelLayout
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
        self.sourceBox = SourceBox(
            x: Double(region.x * eighths) / 8, y: Double(region.y * eighths) / 8,
            width: Double(region.width * eighths) / 8, height: Double(region.height * eighths) / 8)
        self.layout = info.layout
        self.outputs = outputs
        self.format = format
        self.subsampling = options.subsampling ?? (info.chromaSubsampling == .yuv444 ? .yuv444 : .yuv420)
        self.memory = Self.memory(
            info, region: decodedRegion, outputs: outputs.map { info.orientation.uprightSize(ofStored: $0.size) },
            filter: options.filter)
    }

    /// The smallest scale of the decoder that leaves at least a factor of 2 for the filter.
    ///
    /// With less than 2 left, the aliasing and the droop of the decoder's block averages show in the edited image.
    private static func decoderScale(_ info: ImageInfo, region: PixelRect, outputs: [Output]) -> Int {
        guard info.format == .jpeg else { return 8 }
        let stored = outputs.map { info.orientation.uprightSize(ofStored: $0.size) }
        return [1, 2, 4].first { eighths in
            stored.allSatisfy { region.width * eighths >= 16 * $0.width && region.height * eighths >= 16 * $0.height }
        } ?? 8
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
    /// The way from bytes to pixels in words, for records: for example `jpeg 2/8 rgb`.
    func route(of info: ImageInfo) -> String {
        info.format.rawValue + (scaleEighths == 8 ? "" : " \(scaleEighths)/8") + " \(layout)"
    }
}
