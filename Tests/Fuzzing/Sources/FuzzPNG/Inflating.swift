import FuzzingSupport
import ImageCodecs
import Resampling

/// Decodes a picture inflated at once and row by row: pixels and errors must be the same.
///
/// libdeflate reads codes that mean nothing as the ones beside them, where zlib stops. Where the check sum of the stream is right all
/// the same, the picture is taken.
func compareInflating(_ picture: [UInt8], _ info: ImageInfo) {
    guard let bytes = info.wholePictureBytes, bytes <= 1 << 18 else { return }
    func decode(allowsWhole: Bool) -> Result<Bitmap, ImageError> {
        let request = DecodeRequest(
            layout: .pixels(info.layout), region: PixelRect(info.storedSize), allowsWholePicture: allowsWhole)
        return Result { () throws(ImageError) in
            try Bitmap(decoding: picture.span, format: .png, request: request)
        }
    }
    let (whole, plain) = (decode(allowsWhole: true), decode(allowsWhole: false))
    if case .success = whole, case .failure(.malformed(_, _, let reason)) = plain, reason.hasPrefix("IDAT: ") { return }
    require(whole == plain, "both ways to inflate give the same")
}
