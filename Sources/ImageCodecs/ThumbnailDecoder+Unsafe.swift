internal import CImageCodecs
internal import JPEGThumbnails

/// Decodes a region of a JPEG picture at 1/8 or 2/8 by its lowest coefficients alone; whatever is not plain is refused.
///
/// What was refused must be decoded again from the start by a ``RowDecoder``, whose errors and findings then count. So no file that is
/// damaged, cut off or odd comes out of here, as far as a `RowDecoder` would see that for the same region: it does not read on below the
/// region either. One kind of damage alone stays unseen that it would see: of a progressive file, changes within the coded data of scans
/// other than those of DC, from which no sample is made here. Their headers are checked.
@safe
public struct ThumbnailDecoder: ~Copyable, BandSource {
    /// Luma and chroma, each at its own resolution: whole rows, from the first row of the MCUs that hold the region's top.
    public let planes: [RowDecoder.Plane]
    /// Whether the file turned out to be nothing for this decoder. Nothing of what it handed out counts then.
    public private(set) var isRefused = false
    /// What was odd so far.
    public private(set) var findings: [Finding] = []

    /// Refused files have none.
    public var fraction: Double? { nil }
    /// Of PNG alone.
    public var isWholePicture: Bool { false }

    private var reader: ThumbnailReader
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The last row of MCUs of the region.
    private let lastRow: Int
    /// The last row that is read, so that what is damaged there is found as a ``RowDecoder`` finds it.
    private let lastCheckedRow: Int
    private let stop: StopSignal?
    private let maxSeconds: Double?
    private let start = ThreadTime.now

    /// Opens a picture. Cost: the header; of a progressive file a search through all of it.
    ///
    /// - Returns: nil where the header is nothing for this decoder.
    /// - Safety: `bytes` must stay valid and unchanged for the life of the decoder.
    @unsafe
    public init?(bytes: UnsafeBufferPointer<UInt8>, request: DecodeRequest, stop: StopSignal? = nil) {
        let file = unsafe bytes.span
        let region = request.region
        guard request.readsThumbnail, (1...2).contains(request.scaleEighths), (1...2).contains(request.chromaEighths),
            region.x >= 0, region.y >= 0, region.width > 0, region.height > 0,
            var reader = try? ThumbnailReader(
                file, eighths: request.scaleEighths, chromaEighths: request.chromaEighths, maxScans: request.maxScans)
        else { return nil }
        let luma = reader.planes[0]
        let first = region.y / luma.rowsPerMCU
        let last = (region.y + region.height - 1) / luma.rowsPerMCU
        guard region.x + region.width <= luma.width, region.y + region.height <= luma.height, last < reader.mcuRows,
            reader.planes.count == (request.layout == .pixels(.gray) ? 1 : 3)
        else { return nil }
        reader.skip(to: first)
        planes = reader.planes.map { RowDecoder.Plane($0, rows: first...last) }
        // A `RowDecoder` reads rows of blocks together, and goes to the end of the picture with its last whole sample.
        lastCheckedRow =
            region.y + region.height + 1 < luma.height
            ? min(reader.mcuRows, (last / reader.rowsTogether + 1) * reader.rowsTogether) - 1 : reader.mcuRows - 1
        self.reader = reader
        unsafe self.bytes = unsafe bytes
        lastRow = last
        self.stop = stop
        maxSeconds = request.maxSeconds
    }

    /// Decodes one row of MCUs; a refusal looks like the end of the region.
    @unsafe
    public mutating func readBand(
        into rows: InlineArray<4, UnsafeMutablePointer<UInt8>?>, strides: InlineArray<4, Int>
    ) throws(ImageError) -> InlineArray<4, Int> {
        var counts: InlineArray<4, Int> = [0, 0, 0, 0]
        guard !isRefused, reader.currentRow < lastRow, try advance() else { return counts }
        for (index, plane) in planes.enumerated() {
            guard let target = unsafe rows[index] else { continue }
            let done = reader.planes[index].rowsPerMCU * reader.currentRow - plane.y
            counts[index] = min(plane.bandRows, plane.height - done)
            for row in 0..<counts[index] {
                // Safety: the caller vouches for `bandRows` rows of `rowBytes` bytes, as many as the plane is wide.
                var samples = unsafe MutableSpan(
                    _unsafeStart: target + row * strides[index], count: plane.rowBytes)
                reader.copyRow(row, of: index, into: &samples)
            }
        }
        return counts
    }

    /// Looks for the end of the picture; where it is not right behind the last row, or missing, the file is refused.
    public mutating func finish() throws(ImageError) {
        guard !isRefused else { return }
        while reader.currentRow < lastCheckedRow { guard try advance() else { return } }
        do throws(Refusal) {
            let file = unsafe bytes.span
            let end = try reader.finish(file)
            if end < file.count { findings = [.trailingData] }
        } catch {
            isRefused = true
        }
    }

    /// Reads on to the next row of the region. Returns false if the file is refused.
    private mutating func advance() throws(ImageError) -> Bool {
        while true {
            if stop?.isRaised == true { throw .stopped }
            if let maxSeconds, start.elapsedSeconds >= maxSeconds { throw .timeLimit(seconds: maxSeconds) }
            do throws(Refusal) {
                if try reader.advance(unsafe bytes.span) { return true }
            } catch {
                isRefused = true
                return false
            }
        }
    }
}

extension RowDecoder.Plane {
    /// - Parameter rows: the rows of MCUs that are handed out.
    fileprivate init(_ plane: ThumbnailReader.Plane, rows: ClosedRange<Int>) {
        let first = rows.lowerBound * plane.rowsPerMCU
        self.init(
            x: 0, y: first, width: plane.width,
            height: min((rows.upperBound + 1) * plane.rowsPerMCU, plane.height) - first,
            channels: 1, scaleX: plane.scaleX, scaleY: plane.scaleY, rowBytes: plane.width, bandRows: plane.rowsPerMCU)
    }
}
