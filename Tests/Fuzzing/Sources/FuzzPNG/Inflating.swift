import FuzzingSupport
import ImageCodecs
import Resampling

/// Decodes a picture inflated at once and row by row: pixels and errors must be the same.
func compareInflating(_ picture: [UInt8], _ info: ImageInfo) {
    guard let bytes = info.wholePictureBytes, bytes <= 1 << 18 else { return }
    func decode(allowsWhole: Bool) -> Result<Bitmap, ImageError> {
        let request = DecodeRequest(
            layout: .pixels(info.layout), region: PixelRect(info.storedSize), allowsWholePicture: allowsWhole)
        return Result { () throws(ImageError) in
            try Bitmap(decoding: picture.span, format: .png, request: request)
        }
    }
    require(decode(allowsWhole: true) == decode(allowsWhole: false), "both ways to inflate give the same")
}
