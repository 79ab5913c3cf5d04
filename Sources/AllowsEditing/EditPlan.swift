public import ImageCodecs
public import Resampling

/// What will be done to one picture, decided from its header and the options alone: no pixel is read for it.
public struct EditPlan: Sendable, Hashable {
    /// The crop in whole upright pixels of the original: the edited image before it is scaled, unless there is a `cropBox`.
    ///
    /// Where the pixels place the crop, a plan that was made from the header has the crop in the middle, as large as it will be.
    public internal(set) var cropRect: PixelRect
    /// Whether the pixels decide where the crop lies along the side on which it is smaller than the picture.
    public let isPlacedByAttention: Bool
    /// The crop, where the edited image before it is scaled is not simply `cropRect`: it is turned or mirrored, or padded. `cropRect` is
    /// then the part of the picture that the box touches.
    public let cropBox: CropBox?
    /// How the stored pixels are turned at the end: upright, and by the quarter turns and mirroring of a `cropBox`.
    public let orientation: Orientation
    /// The crop in whole stored pixels, and around a `cropBox` that is turned freely what its filter needs.
    public internal(set) var storedRegion: PixelRect
    /// What is decoded, in which form, and which of the decoder's short cuts are taken.
    public internal(set) var decode: DecodeRequest
    /// How a picture is decoded whose file turns out to be nothing for the reader of thumbnails, where `decode` asks for that.
    let fallback: DecodeRequest?
    /// What is averaged. Where no output is scaled, nothing is.
    public let light: Light
    /// The stored size of the whole picture.
    let storedSize: PixelSize
    /// The edited images, one for each size of the options, in their order.
    public let outputs: [Output]
    /// What decoding and scaling make for each output: the output itself, unless its pixels are then taken along a grid.
    let scaled: [Output]
    /// The upright pixels that are decoded, where those of the outputs are then taken along the grid of `cropBox`.
    let sampledRegion: PixelRect?
    /// The sizes of the previews, where there are any.
    let previews: Previews?
    /// The format of the edited images.
    public let format: ImageFormat
    /// Chroma subsampling of the edited images where the format is JPEG.
    public let subsampling: ChromaSubsampling
    /// What becomes of the colors.
    public internal(set) var color: Color
    /// Whether the edited images are animations, as the original is.
    public let keepsAnimation: Bool
    /// Frames of each edited image, at most.
    public let frameCount: Int
    /// What is odd about the header, and matters for the edited images.
    public let findings: [Finding]
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
        guard options.previewSide != nil else {
            try self.init(planning: info, options)
            return
        }
        // Previews need the whole picture, which may take more memory than there is for it.
        if let plan = try? EditPlan(planning: info, options), plan.memory <= options.previewMemory {
            self = plan
        } else {
            try self.init(planning: info, options.withoutPreviews)
        }
    }

    private init(planning info: ImageInfo, _ options: EditOptions) throws(EditError) {
        try options.limits.check(info)
        let format = options.format ?? info.format
        let keepsAnimation = options.animation.keeps(info, as: format)
        let findings = info.findings.filter { $0 != .animation || !keepsAnimation }
        try options.check(findings)
        let crop = try CropPlacement(info, options)
        let outputs = options.sizes.map { request in
            Output(
                request: request, size: request.size(ofCrop: crop.size, allowsEnlarging: options.allowsEnlarging))
        }
        let upright = crop.region(for: outputs, in: info.uprightSize)
        let scaled = crop.scaled(outputs, region: upright)
        let region = info.orientation.storedRect(ofUpright: upright, storedSize: info.storedSize)
        // From here on, the turn of the crop is as good as one of the file.
        var turned = info
        turned.orientation = info.orientation.followed(by: crop.turn)
        try Self.check(outputs, fit: format)

        self.findings = findings
        self.cropRect = crop.rect
        self.cropBox = crop.box
        self.sampledRegion = crop.isSampled ? upright : nil
        self.scaled = scaled
        self.orientation = turned.orientation
        self.storedRegion = region
        let color = Color(info, format: format, options: options, isSampled: crop.isSampled)
        self.color = color
        self.isPlacedByAttention = options.crop == .attention && crop.size != info.uprightSize
        let subsampling = options.subsampling ?? (info.chromaSubsampling == .yuv444 ? .yuv444 : .yuv420)
        var decode = DecodeRequest(
            turned, region: region, outputs: scaled, format: format, convertsColors: color.convertsToSRGB,
            isFinished: crop.isSampled || options.mask != nil, options: options)
        // A decoder that scales the crop alone has no other pixels, and to let it scale the whole picture would change the edited image.
        let previewSide = decode.scaledSize == nil ? options.previewSide : nil
        var thumbnail =
            options.readsThumbnails && !options.isLinear && !isPlacedByAttention
            ? decode.asThumbnail(
                turned, region: region, targets: scaled.map { turned.orientation.uprightSize(ofStored: $0.size) },
                chromaFactors: Self.chromaFactors(
                    turned.orientation, format: format, convertsColors: color.convertsToSRGB, subsampling))
            : nil
        if isPlacedByAttention || previewSide != nil {
            decode.coverWhole(info, limits: options.limits)
            thumbnail?.coverWhole(info, limits: options.limits)
        }
        self.decode = thumbnail ?? decode
        self.fallback = thumbnail == nil ? nil : decode
        let previews = previewSide.map {
            Previews(side: $0, crop, outputs[0], region: upright, thumbnail ?? decode, of: info)
        }
        self.previews = previews
        let unscaled = crop.isSampled ? upright.size : crop.size
        self.light =
            options.isLinear && decode.layout != .inks && scaled.contains { $0.size != unscaled } ? .linear : .encoded
        self.storedSize = info.storedSize
        self.outputs = outputs
        self.format = format
        self.subsampling = subsampling
        self.keepsAnimation = keepsAnimation
        self.frameCount = keepsAnimation ? info.frameCount : 1
        var storedSizes = scaled.map { turned.orientation.uprightSize(ofStored: $0.size) }
        if let previews { storedSizes += [previews.scaledEdited, previews.storedOriginal] }
        let encoder = Self.encoderMemory(
            format, hasAlpha: info.hasAlpha, isLossless: options.isLossless, isProgressive: options.isProgressive,
            isDeep: decode.depth == .sixteen)
        self.memory =
            (keepsAnimation
                ? Self.animationMemory(turned, scaled: storedSizes, outputs: outputs, options)
                : Self.memory(
                    turned, decode, outputs: storedSizes, filter: options.filter, light: light, encoder: encoder))
            + crop.finishingMemory(outputs, scaled: scaled, isMasked: options.mask != nil, encoder: encoder)
            + Self.dressMemory(info, color, outputs: storedSizes, options)
            + (isPlacedByAttention && !keepsAnimation ? Self.heldMemory(decode) : 0)
            + Self.extraMemory(outputs, options)
        try options.limits.check(self)
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
