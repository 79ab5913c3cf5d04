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
    /// What is decoded, in which form, and which of the decoder's short cuts are taken.
    public let decode: DecodeRequest
    /// What is averaged. Where no output is scaled, nothing is.
    public let light: Light
    /// The stored size of the whole picture.
    let storedSize: PixelSize
    /// The edited images, one for each size of the options, in their order.
    public let outputs: [Output]
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
        try options.limits.check(info)
        let format = options.format ?? info.format
        let keepsAnimation = options.animation.keeps(info, as: format)
        let findings = info.findings.filter { $0 != .animation || !keepsAnimation }
        try options.check(findings)
        let upright = info.orientation.uprightSize(ofStored: info.storedSize)
        let cropRect = try options.crop.rect(in: upright, aspect: options.resolvedAspect())
        let outputs = options.sizes.map { request in
            Output(
                request: request, size: request.size(ofCrop: cropRect.size, allowsEnlarging: options.allowsEnlarging))
        }
        let region = info.orientation.storedRect(ofUpright: cropRect, storedSize: info.storedSize)
        try Self.check(outputs, fit: format)

        self.findings = findings
        self.cropRect = cropRect
        self.orientation = info.orientation
        self.storedRegion = region
        let color = Color(info, format: format, options: options)
        self.color = color
        self.decode = DecodeRequest(
            info, region: region, outputs: outputs, format: format, convertsColors: color.convertsToSRGB,
            options: options)
        self.light =
            options.isLinear && decode.layout != .inks && outputs.contains { $0.size != cropRect.size }
            ? .linear : .encoded
        self.storedSize = info.storedSize
        self.outputs = outputs
        self.format = format
        self.subsampling = options.subsampling ?? (info.chromaSubsampling == .yuv444 ? .yuv444 : .yuv420)
        self.keepsAnimation = keepsAnimation
        self.frameCount = keepsAnimation ? info.frameCount : 1
        let storedOutputs = outputs.map { info.orientation.uprightSize(ofStored: $0.size) }
        self.memory =
            (keepsAnimation
                ? Self.animationMemory(info, outputs: storedOutputs, options)
                : Self.memory(
                    info, decode, outputs: storedOutputs, filter: options.filter, light: light,
                    encoder: Self.encoderMemory(
                        format, isLossless: options.isLossless, isProgressive: options.isProgressive,
                        isDeep: decode.depth == .sixteen)))
            + Self.dressMemory(info, color, outputs: storedOutputs, options)
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
