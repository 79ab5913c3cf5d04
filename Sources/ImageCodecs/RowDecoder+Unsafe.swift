internal import CImageCodecs
public import Resampling

/// Decodes a region of one picture from memory, band by band from the top.
///
/// Rows stream: beside the caller's band the decoder holds a few rows, for JPEG with several scans all coefficients, for
/// interlaced PNG and for WebP the pixels, for PNG that may be held whole the raw picture.
@safe
public struct RowDecoder: ~Copyable {
    /// One plane as the decoder hands it out. Interleaved layouts have one, exactly the region that was asked for.
    ///
    /// Planes of luma and chroma cover the region and a little more, in coordinates of the plane itself. JPEG: whole rows, and
    /// from the first row of the iMCU row that holds the region's top. WebP: from the even column and row at or before the
    /// region's. A picture that the decoder scales to ``DecodeRequest/scaledSize`` begins at (0, 0).
    public struct Plane: Sendable, Hashable {
        /// The first column that is handed out.
        public let x: Int
        /// The first row that is handed out.
        public let y: Int
        /// Valid columns.
        public let width: Int
        /// Valid rows in all.
        public let height: Int
        /// Samples per pixel.
        public let channels: Int
        /// Columns of this plane for each stored column of the picture: exact, where ``width`` is rounded up.
        public let scaleX: Double
        /// Rows of this plane for each stored row of the picture.
        public let scaleY: Double
        /// Bytes that must be writable in each row: `width * channels` samples or, with the decoder's padding, more.
        public let rowBytes: Int
        /// Rows that must be writable at each read, and the most that one read hands out.
        public let bandRows: Int

        /// Columns and rows that are handed out, in coordinates of the plane.
        public var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
    }

    /// The most planes that a picture can have.
    public static let maximumPlanes = 4

    /// The planes of the request, in the order Y, Cb, Cr, A or C, M, Y, K; one for interleaved layouts.
    public let planes: [Plane]
    /// What was odd so far.
    public var findings: [Finding] { [Finding](bits: findingBits) }
    /// For ``Finding/truncated``: the part of the wanted rows that is there, 0…1, where known.
    public private(set) var fraction: Double?
    /// The decoder's own words on the gravest finding; empty if there is none.
    public private(set) var findingMessage = ""
    private var findingBits: UInt32 = 0

    /// PNG: whether the whole picture was inflated at once. It is not where that was not allowed, or where something is odd.
    public let isWholePicture: Bool

    private let format: ImageFormat
    private let request: DecodeRequest
    /// Kept alive as long as the decoder uses them.
    private let scratch: DecoderScratch?
    private let stop: StopSignal?
    private let handle: OpaquePointer

    /// Opens a picture.
    ///
    /// Cost: the header; for JPEG with several scans the entropy decoding of the whole file, for JPEG with one scan that of the
    /// rows above the region.
    ///
    /// - Parameter scratch: serves one decoder at a time.
    /// - Safety: `bytes` must stay valid and unchanged for the life of the decoder.
    /// - Throws: ``ImageError``; a request that does not fit the picture is ``ImageError/unsupported(_:)``.
    @unsafe
    public init(
        bytes: UnsafeBufferPointer<UInt8>, format: ImageFormat, request: DecodeRequest, scratch: DecoderScratch? = nil,
        stop: StopSignal? = nil
    ) throws(ImageError) {
        guard var ours = unsafe ae_request(request, scratch, stop) else {
            throw .unsupported("a region outside the picture")
        }
        guard request.depth == .eight || format == .png else { throw .unsupported("samples of 16 bits but in PNG") }
        guard let base = bytes.baseAddress else { throw .malformed(nil, offset: nil, reason: "the file is empty") }
        var status = ae_status()
        var opened: OpaquePointer?
        let code =
            switch format {
            case .jpeg: unsafe ae_open_jpeg(base, bytes.count, &ours, &opened, &status)
            case .png: unsafe ae_open_png(base, bytes.count, &ours, &opened, &status)
            case .webP: unsafe ae_open_webp(base, bytes.count, &ours, &opened, &status)
            }
        guard code == AE_OK, let handle = unsafe opened else {
            throw ImageError(status, format: format, request: request)
        }
        if let damage = ImageError(damageIn: status, format: format, request: request) {
            unsafe ae_close(handle)
            throw damage
        }
        self.format = format
        self.request = request
        self.scratch = scratch
        self.stop = stop
        unsafe self.handle = handle
        let count = unsafe ae_plane_count(handle)
        self.planes = (0..<count).map { unsafe Plane(ae_plane_at(handle, $0)) }
        self.isWholePicture = unsafe ae_is_whole(handle) != 0
        note(status)
    }

    deinit { unsafe ae_close(handle) }

    /// Decodes the next rows of every plane and returns how many of each; all are 0 when the region is complete.
    ///
    /// Cost: no allocation. Rows beyond those returned may be overwritten too.
    ///
    /// - Parameters:
    ///   - rows: for each plane the first byte of its band.
    ///   - strides: for each plane the bytes from row to row, at least ``Plane/rowBytes``.
    /// - Safety: each band must be writable for `strides[i] * (bandRows - 1) + rowBytes` bytes.
    /// - Throws: ``ImageError/truncated(_:fraction:)``, ``ImageError/malformed(_:offset:reason:)`` also for data that the decoder
    ///   concealed the damage of, ``ImageError/outOfMemory(_:)``, ``ImageError/limitExceeded(limit:needed:allowed:flag:)``.
    @unsafe
    public mutating func readBand(
        into rows: InlineArray<4, UnsafeMutablePointer<UInt8>?>, strides: InlineArray<4, Int>
    ) throws(ImageError) -> InlineArray<4, Int> {
        var status = ae_status()
        var counts: InlineArray<4, UInt32> = [0, 0, 0, 0]
        let strides: InlineArray<4, Int> = strides
        let code = unsafe rows.span.withUnsafeBufferPointer { rows in
            unsafe strides.span.withUnsafeBufferPointer { strides in
                var target = counts.mutableSpan
                return unsafe target.withUnsafeMutableBufferPointer { counts in
                    unsafe strides.withMemoryRebound(to: UInt.self) { strides in
                        unsafe ae_read_band(handle, rows.baseAddress, strides.baseAddress, counts.baseAddress, &status)
                    }
                }
            }
        }
        try take(code, status)
        return [Int(counts[0]), Int(counts[1]), Int(counts[2]), Int(counts[3])]
    }

    /// Checks what follows the region as far as that is cheap: that the file does not end before its picture does.
    ///
    /// Cost: rows that were not read are not decoded; the rest of the file is searched for its end.
    ///
    /// - Throws: ``ImageError``, as ``readBand(into:strides:)`` does.
    public mutating func finish() throws(ImageError) {
        var status = ae_status()
        let code = unsafe ae_finish(handle, &status)
        try take(code, status)
    }

    private mutating func take(_ code: ae_code, _ status: ae_status) throws(ImageError) {
        guard code == AE_OK else { throw ImageError(status, format: format, request: request) }
        guard status.findings != findingBits else { return }
        note(status)
        if let damage = ImageError(damageIn: status, format: format, request: request) { throw damage }
    }

    private mutating func note(_ status: ae_status) {
        findingBits = status.findings
        findingMessage = status.text
        fraction = status.fraction >= 0 ? status.fraction : nil
    }
}

extension RowDecoder.Plane {
    fileprivate init(_ plane: ae_plane) {
        x = Int(plane.x)
        y = Int(plane.y)
        width = Int(plane.width)
        height = Int(plane.height)
        channels = Int(plane.channels)
        scaleX = plane.scale_x
        scaleY = plane.scale_y
        rowBytes = Int(plane.row_bytes)
        bandRows = Int(plane.band_rows)
    }
}

extension ae_request {
    /// Nil if a number of the request does not fit: no picture has such a region.
    ///
    /// - Safety: `scratch` and `stop` must live as long as the decoder.
    @unsafe
    fileprivate init?(_ request: DecodeRequest, _ scratch: DecoderScratch?, _ stop: StopSignal?) {
        let region = request.region
        guard let x = UInt32(exactly: region.x), let y = UInt32(exactly: region.y),
            let width = UInt32(exactly: region.width), let height = UInt32(exactly: region.height),
            let eighths = UInt32(exactly: request.scaleEighths),
            let scaledWidth = UInt32(exactly: request.scaledSize?.width ?? 0),
            let scaledHeight = UInt32(exactly: request.scaledSize?.height ?? 0)
        else { return nil }
        let layout =
            switch request.layout {
            case .pixels(let layout): ae_layout(rawValue: UInt32(layout.channels))
            case .planes(alpha: false): AE_YCC_PLANES
            case .planes(alpha: true): AE_YCCA_PLANES
            case .inks: AE_CMYK_PLANES
            }
        unsafe self.init(
            layout: layout, x: x, y: y, width: width, height: height, scale_eighths: eighths, scaled_width: scaledWidth,
            scaled_height: scaledHeight, uses_threads: request.usesThreads ? 1 : 0,
            skips_loop_filter: request.skipsLoopFilter ? 1 : 0, background: request.background.videoSamples,
            max_scans: UInt32(clamping: request.maxScans), deep: request.depth == .sixteen ? 1 : 0,
            allows_whole: request.allowsWholePicture ? 1 : 0,
            allows_truncated: request.allowsTruncated ? 1 : 0,
            max_nanoseconds: request.maxSeconds.map { UInt64(max(1, min($0 - request.spentSeconds, 1e9) * 1e9)) } ?? 0,
            stop: stop?.handle,
            scratch: scratch?.handle)
    }
}

extension ImageError {
    /// Damage that the decoder concealed, where the request does not allow it.
    fileprivate init?(damageIn status: ae_status, format: ImageFormat, request: DecodeRequest) {
        guard status.findings & UInt32(AE_FINDING_CORRUPT_DATA) != 0, !request.allowsDamage else { return nil }
        self = .malformed(format, offset: nil, reason: status.text)
    }
}

extension [Finding] {
    /// The findings of a decoder, in the order of the table.
    init(bits: UInt32) {
        let all: [(bit: Int, finding: Finding)] = [
            (AE_FINDING_TRUNCATED, .truncated), (AE_FINDING_CORRUPT_DATA, .malformed),
            (AE_FINDING_REFINEMENT, .refinementIncomplete),
            (AE_FINDING_EXTRANEOUS_BYTES, .extraneousBytes), (AE_FINDING_TRAILING_DATA, .trailingData),
            (AE_FINDING_ANCILLARY_CRC, .ancillaryChecksum), (AE_FINDING_OTHER_WARNING, .decoderWarning),
        ]
        self = all.filter { bits & UInt32($0.bit) != 0 }.map(\.finding)
    }
}

extension RGBColor {
    /// Y, Cb and Cr of video range (ITU-R BT.601): black is 16, white 235.
    fileprivate var videoSamples: (UInt8, UInt8, UInt8) {
        let (red, green, blue) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        func sample(_ value: Double) -> UInt8 { UInt8(value.rounded()) }
        return (
            sample(16 + 219 * luma), sample(128 + 112 * (blue - luma) / 0.886), sample(128 + 112 * (red - luma) / 0.701)
        )
    }
}
