/// Who hands out the planes of a picture, band by band from the top: libjpeg and the others through ``RowDecoder``, or the reader of
/// thumbnails through ``ThumbnailDecoder``.
public protocol BandSource: ~Copyable {
    /// The planes, in the order Y, Cb, Cr, A or C, M, Y, K; one for interleaved layouts.
    var planes: [RowDecoder.Plane] { get }

    /// Decodes the next rows of every plane and returns how many of each; all are 0 when the region is complete.
    ///
    /// - Parameters:
    ///   - rows: for each plane the first byte of its band.
    ///   - strides: for each plane the bytes from row to row, at least ``RowDecoder/Plane/rowBytes``.
    /// - Safety: each band must be writable for `strides[i] * (bandRows - 1) + rowBytes` bytes.
    @unsafe
    mutating func readBand(
        into rows: InlineArray<4, UnsafeMutablePointer<UInt8>?>, strides: InlineArray<4, Int>
    ) throws(ImageError) -> InlineArray<4, Int>

    /// Checks what follows the region as far as that is cheap.
    mutating func finish() throws(ImageError)

    /// What was odd so far.
    var findings: [Finding] { get }
    /// For ``Finding/truncated``: the part of the wanted rows that is there, 0…1, where known.
    var fraction: Double? { get }
    /// Whether the file turned out to be nothing for this decoder. Nothing of what it handed out counts then.
    var isRefused: Bool { get }
    /// PNG: whether the whole picture was inflated at once.
    var isWholePicture: Bool { get }
}

extension RowDecoder: BandSource {
    /// Never: what it cannot decode is an error.
    public var isRefused: Bool { false }
}
