/// Scales one picture after the other while its rows come in.
///
/// The vertical pass is done as soon as the rows of an output row are there, so only a window of rows is in memory, however
/// tall the picture is. Intermediate samples have 6 fraction bits and keep their overshoot; the only rounding to 8 bits and
/// the only clamping is at the end. Pictures with alpha are resampled premultiplied. In linear light, source samples are words of
/// light of the same 14 bits.
///
/// ```swift
/// var resampler = RowResampler()
/// resampler.begin(layout: .rgb, sourceSize: size, box: box, outputSize: small, filter: .lanczos3, bandRows: 16, rowBytes: n)
/// while !resampler.isComplete {
///     let band = resampler.prepareBand()
///     resampler.commitBand(rows: decoder.read(into: band.rows, stride: band.stride))
/// }
/// let bitmap = resampler.finish()
/// ```
///
/// Samples of 16 bits are floats from the first step to the last, in the same passes and windows.
///
/// Every result is within 1 of the exact one, before that is rounded, and the same for every instruction set and every size
/// of the bands. Cost: about `box.width * box.height * 2 * radius` multiplications for a reduction.
public struct RowResampler: ~Copyable {
    /// Fraction bits of the samples between the two passes.
    static let fractionBits = 6

    let kernels: Kernels

    /// The form that source rows have while they are filtered.
    enum Path {
        /// They are not filtered: the result is a part of the source.
        case copy
        /// Bytes as they come, in bands that lie in the window itself.
        case bytes
        /// 16 bits: premultiplied, or amounts of light.
        case words
        /// Floats: all that has samples of 16 bits.
        case floats
    }

    // The picture at work.
    var layout = PixelLayout.gray
    var sourceSize = PixelSize(width: 0, height: 0)
    var outputSize = PixelSize(width: 0, height: 0)
    var bandRows = 0
    var vertical = Taps()
    var horizontal = Taps()
    var light = Light.encoded
    var path = Path.copy
    var depth = SampleDepth.eight
    var output: [UInt8] = []
    var deepOutput: [UInt16] = []
    var sourceRow = 0
    var outputRow = 0

    // Scratch memory, kept from picture to picture.
    var window = RowWindow()
    var byteRows = Buffer<UInt8>()
    var wordRows = Buffer<Int16>()
    var byteStride = 0
    var wordStride = 0
    var verticalWeights = Buffer<Int32>()
    var rowPointers = RowPointers()
    var middleRows = Buffer<Int16>()
    var middleStride = 0
    var planes = Buffer<Int16>()
    var planeStride = 0
    var sums = Buffer<Int32>()
    var sumStride = 0
    var floatRows = Buffer<Float>()
    var floatStride = 0
    var middleFloats = Buffer<Float>()
    var resultFloats = Buffer<Float>()
    var verticalFloatWeights: [Float] = []
    var horizontalFloatWeights: [Float] = []

    /// A resampler without a picture.
    ///
    /// - Precondition: `instructions` is available on this processor.
    public init(instructions: InstructionSet = .best) {
        guard let kernels = instructions.kernels else {
            preconditionFailure("this processor does not have the instructions \(instructions)")
        }
        self.kernels = kernels
    }

    /// Starts a picture, and drops an unfinished one. Memory of earlier pictures is used again.
    ///
    /// - Parameters:
    ///   - layout: the samples of the source and of the result; alpha is straight in both.
    ///   - depth: the bits of a sample, in the source and in the result; 16 in the order of the machine.
    ///   - sourceSize: the columns of each row, and the rows that will come.
    ///   - box: what to resample, in these columns and rows. Pixels that it does not overlap have no influence. At the ends of what it
    ///     overlaps, the weights of what is there are scaled up; samples whose centers lie beyond the source are those of its end.
    ///   - part: the columns and rows of the source that may have an influence; nil for all of them.
    ///   - outputSize: the size of the result.
    ///   - filter: the filter, stretched where the picture is reduced.
    ///   - light: what is averaged.
    ///   - sharpening: `k` of a filter [-k, 1 + 2k, -k] over columns and rows of the source, taken into the weights: makes up for the
    ///     droop of a source whose pixels are means of areas. Costs nothing but its two taps.
    ///   - bandRows: the most rows that will be committed at once.
    ///   - rowBytes: the bytes that may be written to each row, for decoders that round rows up.
    /// - Precondition: no size is 0, `box` has an area and overlaps the source, and `rowBytes` holds a row.
    public mutating func begin(
        layout: PixelLayout, depth: SampleDepth = .eight, sourceSize: PixelSize, box: SourceBox,
        part: PixelRect? = nil, outputSize: PixelSize, filter: ResamplingFilter, light: Light = .encoded,
        sharpening: Double = 0, bandRows: Int, rowBytes: Int
    ) {
        precondition(bandRows > 0, "a band holds at least one row")
        precondition(
            rowBytes >= sourceSize.width * layout.channels * depth.bytes, "a row of the source does not fit its memory")
        prepare(
            layout: layout, depth: depth, sourceSize: sourceSize, box: box, part: part, outputSize: outputSize,
            filter: filter, light: light, sharpening: sharpening)
        self.bandRows = bandRows
        reserveWindow(rowBytes: rowBytes)
    }

    /// Starts a picture whose rows are all in memory and will be given by `commitAll`. Else as the other `begin`.
    public mutating func begin(
        layout: PixelLayout, depth: SampleDepth = .eight, sourceSize: PixelSize, box: SourceBox, outputSize: PixelSize,
        filter: ResamplingFilter, light: Light = .encoded
    ) {
        prepare(
            layout: layout, depth: depth, sourceSize: sourceSize, box: box, outputSize: outputSize, filter: filter,
            light: light)
        bandRows = 0
    }

    /// Whether all of the result is there: further rows of the source are not needed.
    public var isComplete: Bool { outputRow == outputSize.height }

    /// Rows of the source that have not been committed yet.
    public var rowsLeft: Int { sourceSize.height - sourceRow }

    /// The rows of the source that have an influence. All others may hold anything.
    public var neededRows: Range<Int> {
        guard outputSize.height > 0 else { return 0..<0 }
        let last = outputSize.height - 1
        let origin = vertical.coverage.lowerBound
        return origin + Int(vertical.firsts[0])..<origin + Int(vertical.firsts[last] + vertical.counts[last])
    }

    /// The result, and the end of the picture: the next call must be `begin`.
    ///
    /// - Precondition: `isComplete`.
    public mutating func finish() -> Bitmap {
        precondition(depth == .eight, "the picture was begun with samples of 16 bits")
        var bytes: [UInt8] = []
        swap(&bytes, &output)
        return Bitmap(layout: layout, size: end(), bytes: bytes)
    }

    /// The same for a picture that was begun with samples of 16 bits.
    public mutating func finishDeep() -> DeepBitmap {
        precondition(depth == .sixteen, "the picture was begun with samples of 8 bits")
        var samples: [UInt16] = []
        swap(&samples, &deepOutput)
        return DeepBitmap(layout: layout, size: end(), samples: samples)
    }

    /// Ends the picture, and returns its size.
    private mutating func end() -> PixelSize {
        precondition(isComplete && outputSize.height > 0, "the result is not complete")
        let size = outputSize
        outputSize = PixelSize(width: 0, height: 0)
        outputRow = 0
        return size
    }

    /// The tables and the result's memory, all but the window of source rows.
    mutating func prepare(
        layout: PixelLayout, depth: SampleDepth, sourceSize: PixelSize, box: SourceBox, part: PixelRect? = nil,
        outputSize: PixelSize, filter: ResamplingFilter, light: Light, sharpening: Double = 0
    ) {
        precondition(sourceSize.width > 0 && sourceSize.height > 0, "the source is empty: \(sourceSize)")
        precondition(outputSize.width > 0 && outputSize.height > 0, "the result is empty: \(outputSize)")
        precondition(
            box.width > 0 && box.height > 0 && box.x < Double(sourceSize.width) && box.y < Double(sourceSize.height)
                && box.x + box.width > 0 && box.y + box.height > 0,
            "the box \(box) has nothing in common with the source of \(sourceSize)")
        let part = part ?? PixelRect(sourceSize)
        precondition(
            part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0
                && part.x + part.width <= sourceSize.width && part.y + part.height <= sourceSize.height,
            "the part \(part) does not lie in the source of \(sourceSize)")
        self.layout = layout
        self.sourceSize = sourceSize
        self.outputSize = outputSize
        self.light = light
        self.depth = depth
        sourceRow = 0
        outputRow = 0

        let largestSample = Double(255 << Self.fractionBits)
        vertical.update(
            interval: box.vertical, source: part.y..<part.y + part.height, outputCount: outputSize.height,
            filter: filter, inputLimit: largestSample, sharpening: sharpening)
        horizontal.update(
            interval: box.horizontal, source: part.x..<part.x + part.width, outputCount: outputSize.width,
            filter: filter, inputLimit: min(vertical.outputLimit + 1, 32_767), sharpening: sharpening)
        path =
            vertical.isIdentity && horizontal.isIdentity
            ? .copy : depth == .sixteen ? .floats : layout.hasAlpha || light == .linear ? .words : .bytes

        let (count, overflow) = (outputSize.width * layout.channels).multipliedReportingOverflow(by: outputSize.height)
        precondition(!overflow, "the result is too large for this machine's memory")
        output = [UInt8](repeating: 0, count: depth == .eight ? count : 0)
        deepOutput = [UInt16](repeating: 0, count: depth == .sixteen ? count : 0)
        reserveRows()
    }
}
