import ImageCodecs
import Resampling

/// One edited image before it is encoded: upright, scaled, in its colors and finished.
enum FinishedPicture {
    /// Luma and chroma, full range, chroma at its own resolution.
    case planes(luma: Bitmap, cb: Bitmap, cr: Bitmap)
    /// Samples of 8 bits.
    case pixels(Bitmap)
    /// Samples of 16 bits.
    case deep(DeepBitmap)

    var size: PixelSize {
        switch self {
        case .planes(let luma, _, _): luma.size
        case .pixels(let bitmap): bitmap.size
        case .deep(let bitmap): bitmap.size
        }
    }

    /// The file, without metadata.
    func encoded(_ options: EncodeOptions) throws(ImageError) -> [UInt8] {
        switch self {
        case .planes(let luma, let cb, let cr): try ImageEncoder.encode(luma: luma, cb: cb, cr: cr, options)
        case .pixels(let bitmap): try ImageEncoder.encode(bitmap, options)
        case .deep(let bitmap): try ImageEncoder.encode(bitmap, options)
        }
    }

    /// The pixels with 8 bits a sample. Cost: a conversion where there are planes or 16 bits.
    var bitmap: Bitmap {
        switch self {
        case .pixels(let bitmap): return bitmap
        case .planes(let luma, let cb, let cr):
            let chroma = [cb, cr].map { plane in
                plane.size == luma.size ? plane : plane.resampled(to: luma.size, filter: .bilinear)
            }
            return Bitmap(luma: luma, cb: chroma[0], cr: chroma[1])
        case .deep(let bitmap):
            // 65535 is 257 times 255.
            let bytes = bitmap.samples.map { UInt8((UInt32($0) + 128) / 257) }
            return Bitmap(layout: bitmap.layout, size: bitmap.size, bytes: bytes)
        }
    }
}
