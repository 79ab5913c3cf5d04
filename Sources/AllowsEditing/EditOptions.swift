public import ImageCodecs
public import Resampling

/// How every picture is edited: what is kept, how large it becomes, and how it is written.
public struct EditOptions: Sendable, Hashable {
    /// The sizes of the edited image; each picture is decoded once for all of them. At least one.
    public var sizes: [OutputSize]
    /// Which part of the upright picture is kept.
    public var crop: Crop = .center
    /// Width against height of the crop. A size given as width and height brings its own.
    public var aspect: AspectRatio?
    /// What surrounds the picture where a box reaches beyond it; nil refuses such boxes. Like the background it is a color of the edited
    /// image: where that keeps a profile, these are its numbers.
    public var padding: RGBColor?
    /// What is cut off the edited image; nil for nothing.
    public var mask: Mask?
    /// Whether the edited image may become larger than its crop.
    public var allowsEnlarging = false
    /// The filter that scales.
    public var filter: ResamplingFilter = .lanczos3
    /// Whether pixels are averaged in linear light, by the curve of sRGB, instead of as they are stored. Fine bright detail then keeps
    /// its brightness; decoding and scaling take longer.
    public var isLinear = false
    /// The format of the edited image; nil keeps that of the original.
    public var format: ImageFormat?
    /// How many bits a sample of the edited image has.
    public var depth: Depth = .eight
    /// Quality of JPEG and lossy WebP, 1…100.
    public var quality = 85
    /// How many bytes each edited image takes at most, metadata included; nil for no limit. JPEG and lossy WebP are written with the
    /// highest quality up to `quality` that fits, and with ``lowestQuality`` at least; ``EncodedImage/quality`` tells which. Where that
    /// does not fit the picture fails, as do larger images without loss, and animations that are kept. Cost: up to eight times the
    /// encoding; nothing is decoded or scaled again.
    public var maxBytes: Int?
    /// Whether WebP is written without loss.
    public var isLossless = false
    /// Chroma subsampling of JPEG; nil keeps 4:4:4 where the original is a 4:4:4 JPEG and takes 4:2:0 elsewhere.
    public var subsampling: ChromaSubsampling?
    /// Whether JPEG is written with progressive scans.
    public var isProgressive = false
    /// What becomes of animations.
    public var animation: AnimationPolicy = .first
    /// What shows through transparency where the edited format has none.
    public var background: RGBColor = .white
    /// What the edited image carries beside its pixels. Where that leaves out the color profile, colors are converted to sRGB.
    public var metadata: MetadataPolicy = .icc
    /// What becomes of color profiles.
    public var profile: ProfilePolicy = .keep
    /// Whether a placeholder of each picture is made, from the pixels of the smallest edited image: of an animation, those of its first
    /// frame. Nothing is decoded for it. For `ImageEditor` and `ImagePicker`; a batch has no place for it.
    public var makesPlaceholder = false
    /// The longer side, at most, of the two small pictures that are made beside the edited images for a contact sheet; nil for none. The
    /// picture is then decoded whole, at the scale that the edited images need. That decides nothing else: where it is damaged outside of
    /// the crop, or takes too much memory, the edited images are made without it, and there may be no small pictures.
    public var previewSide: Int?
    /// The most bytes that a plan with previews may take: where it would be more, there are none.
    var previewMemory = Int.max
    /// What is odd about a file and makes it fail. Truncated pictures, and damaged ones that the decoder can make up for, are edited
    /// as far as they are there where this does not name them.
    public var failOn: Set<Finding> = [.truncated, .malformed]
    /// Whether small pictures of JPEG files are made of the lowest coefficients of each block alone, where that is as good: see
    /// <doc:SmallPicturesOfJPEG>. Changes within the data of progressive files that no sample is made of are then no finding. Where the
    /// environment variable `ALLOWS_EDITING_THUMBNAILS` is `off`, the default is false, for comparison.
    public var readsThumbnails = readsThumbnailsByDefault
    /// What a picture may cost before it is refused.
    public var limits = Limits()

    private static let readsThumbnailsByDefault = environmentVariable("ALLOWS_EDITING_THUMBNAILS") != "off"

    /// How many bits a sample of an edited image has.
    public enum Depth: String, Sendable, Hashable, CaseIterable {
        /// Always 8.
        case eight = "8"
        /// 16 where the original is a PNG of 16 bits and the edited image is a PNG; 8 elsewhere, and where colors are converted, a box is
        /// turned freely or padded, or a mask is cut.
        case keep
    }

    /// Options that differ from the defaults in the size of the edited image.
    public init(size: OutputSize = .full) { sizes = [size] }

    /// The aspect that all sizes agree on.
    ///
    /// - Throws: `invalidOptions` where two sizes, or a size and `aspect`, contradict each other.
    func resolvedAspect() throws(EditError) -> AspectRatio {
        let aspects = Set(sizes.compactMap(\.aspect))
        guard aspects.count <= 1 else {
            throw .invalidOptions(reason: "one crop serves all sizes, but the sizes ask for different aspects")
        }
        if let aspect, let size = sizes.first(where: { ($0.aspect ?? aspect) != aspect }) {
            throw .invalidOptions(
                reason:
                    "the aspect is \(aspect.width):\(aspect.height), and the size \(size) has another: leave out one of the two"
            )
        }
        return aspect ?? aspects.first ?? .square
    }

    /// Checks every number, so that nothing later has to.
    ///
    /// - Throws: `invalidOptions` naming the option.
    public func validate() throws(EditError) {
        guard !sizes.isEmpty, sizes.allSatisfy(\.isValid) else {
            throw .invalidOptions(
                reason: "a size has sides of \(OutputSize.sides.lowerBound) to \(OutputSize.sides.upperBound)")
        }
        guard Set(sizes).count == sizes.count else { throw .invalidOptions(reason: "the same size is given twice") }
        guard (1...100).contains(quality) else { throw .invalidOptions(reason: "quality is \(quality), not 1 to 100") }
        if let maxBytes, maxBytes < 1 { throw .invalidOptions(reason: "maxBytes is \(maxBytes), not 1 or more") }
        switch subsampling {
        case nil, .yuv420, .yuv422, .yuv444: break
        case .some(let other):
            throw .invalidOptions(reason: "JPEG is written as 4:2:0, 4:2:2 or 4:4:4, not as \(other)")
        }
        switch crop {
        case .gravity(let x, let y), .focus(let x, let y):
            try Self.check(fractions: [x, y], of: "the crop")
        case .zoom(let factor, let x, let y):
            try Self.check(fractions: [x, y], of: "the crop")
            guard factor.isFinite, factor >= 1 else {
                throw .invalidOptions(reason: "zoom is \(factor), not 1 or more")
            }
        case .fractions(let x, let y, let width, let height):
            try Self.check(fractions: [x, y, width, height], of: "the crop")
        case .box(let box):
            guard box.isValid else { throw .invalidOptions(reason: "the crop is not a box in pixels: \(box)") }
        case .rect, .imported, .attention: break
        }
        try mask?.validate()
        if let previewSide, !(1...4096).contains(previewSide) {
            throw .invalidOptions(reason: "the side of previews is \(previewSide), not 1 to 4096")
        }
        _ = try resolvedAspect()
    }

    /// The options as the workers of a batch take them that has so many bytes of memory.
    func forWorker(ofBatchWith memory: Int) -> EditOptions {
        var options = self
        // One picture must not keep the other workers waiting.
        options.limits.wholePictureBytes = min(limits.wholePictureBytes, memory / 4)
        options.previewMemory = memory / 2
        return options
    }

    /// Fails for the first finding that is named in `failOn`.
    func check(_ findings: [Finding]) throws(EditError) {
        if let finding = findings.first(where: failOn.contains) { throw .finding(finding) }
    }

    private static func check(fractions: [Double], of name: String) throws(EditError) {
        guard fractions.allSatisfy({ (0...1).contains($0) }) else {
            throw .invalidOptions(reason: "\(name) has fractions outside 0 to 1")
        }
    }
}
