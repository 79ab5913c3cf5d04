import ImageCodecs

/// How much room the outputs of a batch will take, by the plans of a dry run.
public struct OutputSpace: Sendable {
    /// Bytes of the originals that will be copied. Where the file system shares blocks between copies, they take less.
    public private(set) var originals = 0
    /// Bytes of the edited images, as photographs of these sizes usually have.
    public private(set) var edited = 0
    /// Bytes of the files that will be replaced.
    public private(set) var replaced = 0
    private let batch: FolderBatch

    /// Nothing yet, of a batch.
    public init(_ batch: FolderBatch) { self.batch = batch }

    /// Bytes that the outputs will take beyond those of today, about.
    public var needed: Int { max(0, originals + edited - replaced) }

    /// Bytes that are free for this user where the output folder is, or will be made; nil where the file system does not say.
    public var free: Int? { batch.receiver == nil ? batch.output.freeBytes : nil }

    /// Takes in one picture of the plan. Cost: a system call for each output.
    public mutating func add(_ details: BatchRecord.Details) {
        if details.original != nil, batch.original != .link { originals += details.inputBytes }
        for image in details.edited { edited += Self.bytes(of: image.size, details.plan, batch.options) }
        guard batch.receiver == nil else { return }
        for output in details.edited + [details.original].compactMap({ $0 }) {
            replaced += (try? output.path.statusIfPresent())?.size ?? 0
        }
    }

    /// Bytes of an edited image: the averages over photographs at 256 to 1080 pixels a side. Any one may have half or twice as many.
    static func bytes(of size: PixelSize, _ plan: EditPlan, _ options: EditOptions) -> Int {
        let pixels = Double(size.width) * Double(size.height) * Double(plan.frameCount)
        let deep = plan.decode.depth == .sixteen ? 2.0 : 1.0
        let perPixel =
            switch plan.format {
            case .png: 1.4 * deep
            case .webP where options.isLossless: 1.0
            case .webP: 0.16 * factor(ofQuality: options.quality)
            case .jpeg: 0.2 * factor(ofQuality: options.quality)
            }
        return 1024 + Int(pixels * perPixel)
    }

    /// How many times larger than at quality 85 a photograph is: twice at 100, half at 45.
    private static func factor(ofQuality quality: Int) -> Double {
        let steps = Double(quality - 85)
        return 1 + steps / (steps > 0 ? 15 : 80)
    }
}
