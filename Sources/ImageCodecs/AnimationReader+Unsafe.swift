internal import CImageCodecs
import Resampling

/// Decodes an animated WebP frame by frame, each composed with those before it: disposal, blending and placement are done.
///
/// Memory: two canvases of 4 bytes a pixel, and what decoding one frame takes.
@safe
public struct AnimationReader: ~Copyable {
    /// Size, loops and background.
    public let animation: Animation
    /// Frames in all.
    public let frameCount: Int
    /// What was odd about the file.
    public let findings: [Finding]

    private let limits: Limits
    /// Kept alive as long as the decoder looks at it.
    private let stop: StopSignal?
    private let handle: OpaquePointer
    private var end = 0

    /// What an animation may cost.
    public struct Limits: Sendable, Hashable {
        /// More frames are refused before any is decoded.
        public var maxFrames = HeaderLimits().maxFrames
        /// Processor time that the reader's thread may take from opening on, whatever it does between two frames; nil for no limit.
        public var maxSeconds: Double?

        /// Ten thousand frames, and no limit of time.
        public init() {}
    }

    /// Opens an animation.
    ///
    /// Cost: the headers of the frames; no pixel is decoded.
    ///
    /// - Parameter stop: looked at before each frame, as the time is.
    /// - Safety: `bytes` must stay valid and unchanged for the life of the reader.
    /// - Throws: ``ImageError``. A file that is cut short is ``ImageError/truncated(_:fraction:)`` here already; one that is no
    ///   animation, or lasts more than 24 days, is ``ImageError/unsupported(_:)``.
    @unsafe
    public init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits = Limits(), stop: StopSignal? = nil)
        throws(ImageError)
    {
        guard let base = bytes.baseAddress else { throw .malformed(nil, offset: nil, reason: "the file is empty") }
        var ours = unsafe ae_animation_limits(
            max_frames: UInt32(clamping: limits.maxFrames),
            max_nanoseconds: limits.maxSeconds.map { UInt64(max(1, min($0, 1e9) * 1e9)) } ?? 0, stop: stop?.handle)
        var (status, info) = (ae_status(), ae_animation_info())
        var opened: OpaquePointer?
        let code = unsafe ae_open_animation(base, bytes.count, &ours, &opened, &info, &status)
        guard code == AE_OK, let handle = unsafe opened else { throw ImageError(status, limits) }
        unsafe self.handle = handle
        self.limits = limits
        self.stop = stop
        animation = Animation(
            size: PixelSize(width: Int(info.width), height: Int(info.height)), loopCount: Int(info.loop_count),
            background: info.background)
        frameCount = Int(info.frame_count)
        findings = [Finding](bits: status.findings)
    }

    deinit { unsafe ae_close_animation(handle) }

    /// Composes the next frame and gives it to `body`: the pixels of the whole canvas, RGBA, rows without gaps.
    ///
    /// Cost: decoding the part of the canvas that the frame changes, and a copy of the canvas.
    ///
    /// - Returns: false after the last frame, when `body` is not called.
    /// - Throws: ``ImageError/malformed(_:offset:reason:)``, ``ImageError/timeLimit(seconds:)``, ``ImageError/stopped``; and what
    ///   `body` throws.
    public mutating func readFrame(_ body: (Span<UInt8>, FrameTime) throws(ImageError) -> Void) throws(ImageError)
        -> Bool
    {
        var status = ae_status()
        var pixels: UnsafePointer<UInt8>?
        var milliseconds: Int32 = 0
        guard unsafe ae_next_canvas(handle, &pixels, &milliseconds, &status) == AE_OK else {
            throw ImageError(status, limits)
        }
        guard let pixels = unsafe pixels else { return false }
        let time = FrameTime(start: end, end: Int(milliseconds))
        end = time.end
        let canvas = unsafe UnsafeBufferPointer(start: pixels, count: animation.size.width * animation.size.height * 4)
        try unsafe body(Span(_unsafeElements: canvas), time)
        return true
    }
}

extension ImageError {
    fileprivate init(_ status: ae_status, _ limits: AnimationReader.Limits) {
        guard status.code != AE_LIMIT else {
            self = .limitExceeded(
                limit: "frames", needed: Int(status.needed), allowed: limits.maxFrames, flag: "--max-frames")
            return
        }
        var request = DecodeRequest(layout: .pixels(.rgba), region: PixelRect(x: 0, y: 0, width: 0, height: 0))
        request.maxSeconds = limits.maxSeconds
        self.init(status, format: .webP, request: request)
    }
}
