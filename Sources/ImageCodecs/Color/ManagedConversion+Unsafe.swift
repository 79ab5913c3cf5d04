internal import CImageCodecs
import Resampling

/// A conversion to sRGB by lcms2. Several threads may use it at the same time.
@safe
final class ManagedConversion: Sendable {
    // Safe to share: lcms2 does not change a transform without cache, and it lives as long as this object.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// Whether this build has lcms2.
    static var isAvailable: Bool { ae_has_color() != 0 }

    /// Nil if lcms2 refuses the profile, or this build has none.
    ///
    /// Cost: the profile's tables; for CMYK some 80,000 colors are converted in advance.
    init?(_ profile: ColorProfile, channels: Int, isExact: Bool) {
        let isPerceptual = if case .tables(isPerceptual: false) = profile.model { false } else { true }
        let bytes = profile.bytesWithoutProcesses
        let handle = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe ae_color_make(
                bytes.baseAddress, bytes.count, UInt32(channels),
                isPerceptual ? AE_PERCEPTUAL : AE_RELATIVE_COLORIMETRIC,
                isExact ? 1 : 0)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe ae_color_free(handle) }

    /// The bitmap with its colors converted, in its layout.
    func convert(_ bitmap: Bitmap) -> Bitmap {
        var result = bitmap
        let (pixels, hasAlpha) = (bitmap.size.width * bitmap.size.height, bitmap.layout.hasAlpha)
        unsafe result.bytes.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe ae_color_convert(handle, start, start, pixels, hasAlpha ? 1 : 0)
        }
        return result
    }

    /// Four planes of inverted ink as RGB.
    func convert(cmyk planes: [Bitmap]) -> Bitmap {
        let size = planes[0].size
        let pixels = size.width * size.height
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pixels * 3) { result, count in
            unsafe planes[0].bytes.withUnsafeBufferPointer { cyan in
                unsafe planes[1].bytes.withUnsafeBufferPointer { magenta in
                    unsafe planes[2].bytes.withUnsafeBufferPointer { yellow in
                        unsafe planes[3].bytes.withUnsafeBufferPointer { black in
                            let starts = unsafe [
                                cyan.baseAddress, magenta.baseAddress, yellow.baseAddress, black.baseAddress,
                            ]
                            unsafe ae_color_convert_cmyk(handle, starts, result.baseAddress, pixels)
                        }
                    }
                }
            }
            count = pixels * 3
        }
        return Bitmap(layout: .rgb, size: size, bytes: bytes)
    }
}
