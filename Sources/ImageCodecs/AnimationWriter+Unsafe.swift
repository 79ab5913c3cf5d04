internal import CImageCodecs
public import Resampling

/// Writes an animated WebP frame by frame.
///
/// What a frame shares with the one before it is not coded again, and frames that are equal become one of their joint duration; what
/// is left of a single frame is a still picture. Lossless: every visible pixel is kept exactly.
///
/// Memory: four canvases of 4 bytes a pixel, what encoding one picture takes, and the file.
@safe
public struct AnimationWriter: ~Copyable {
    private let size: PixelSize
    private let handle: OpaquePointer

    /// Begins an animation. It carries no metadata.
    ///
    /// - Parameter options: quality, or without loss; for ``ImageFormat/webP``.
    /// - Precondition: the format is WebP.
    /// - Throws: ``ImageError/encoding(_:reason:)`` for a size that the format does not hold, ``ImageError/outOfMemory(_:)``.
    public init(_ animation: Animation, _ options: EncodeOptions) throws(ImageError) {
        precondition(options.format == .webP, "an animation is written to WebP alone")
        guard let width = UInt32(exactly: animation.size.width), let height = UInt32(exactly: animation.size.height)
        else {
            throw .encoding(.webP, reason: "a size of \(animation.size)")
        }
        var info = ae_animation_info(
            width: width, height: height, frame_count: 0, loop_count: UInt32(clamping: animation.loopCount),
            background: animation.background)
        var ours = ae_webp_options(quality: Int32(clamping: options.quality), lossless: options.lossless ? 1 : 0)
        var status = ae_status()
        var opened: OpaquePointer?
        guard unsafe ae_begin_animation(&info, &ours, &opened, &status) == AE_OK, let handle = unsafe opened else {
            throw ImageError(encoding: status, format: .webP)
        }
        unsafe self.handle = handle
        size = animation.size
    }

    deinit { unsafe ae_free_animation_writer(handle) }

    /// Adds a frame that appears at `start` milliseconds. Cost: encoding what differs from the frame before.
    ///
    /// - Precondition: the bitmap is RGBA and fills the canvas, and `start` is not before that of an earlier frame.
    /// - Throws: ``ImageError/encoding(_:reason:)``, ``ImageError/outOfMemory(_:)``.
    public mutating func add(_ bitmap: Bitmap, at start: Int) throws(ImageError) {
        precondition(bitmap.layout == .rgba && bitmap.size == size, "a frame is a whole canvas of RGBA")
        var status = ae_status()
        unsafe bitmap.bytes.withUnsafeBufferPointer { bytes in
            var image = ae_image()
            image.layout = AE_RGBA
            image.width = UInt32(size.width)
            image.height = UInt32(size.height)
            unsafe image.set(bytes.baseAddress, size: size, rowBytes: size.width * 4, at: 0)
            _ = unsafe ae_add_canvas(handle, &image, Int32(clamping: start), &status)
        }
        guard status.code == AE_OK else { throw ImageError(encoding: status, format: .webP) }
    }

    /// Ends the last frame at `end` milliseconds and returns the file.
    ///
    /// - Throws: ``ImageError/encoding(_:reason:)``, also where no frame was added; ``ImageError/outOfMemory(_:)``.
    public consuming func finish(at end: Int) throws(ImageError) -> [UInt8] {
        var encoded = unsafe ae_encoded()
        var status = ae_status()
        guard unsafe ae_finish_animation(handle, Int32(clamping: end), &encoded, &status) == AE_OK else {
            throw ImageError(encoding: status, format: .webP)
        }
        defer { unsafe ae_free(encoded.bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: encoded.bytes, count: encoded.count))
    }
}
