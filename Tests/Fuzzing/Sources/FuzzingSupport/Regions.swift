public import ImageCodecs
import Resampling

/// Decodes the whole picture and a part of it, and checks that the part has the pixels of the whole.
///
/// Only for pictures that can be decoded both ways: damage below the part is not seen where only the part is read.
public func fuzzRegion(_ picture: [UInt8], _ info: ImageInfo, chosenBy input: [UInt8]) {
    let size = info.storedSize
    guard size.width * size.height <= 1 << 16, let place = input.dropLast().last else { return }
    let whole = DecodeRequest(layout: .pixels(info.layout), region: PixelRect(size), maxScans: 40)
    var part = whole
    let (x, y) = (size.width * Int(place & 15) / 16, size.height * Int(place >> 4) / 16)
    part.region = PixelRect(x: x, y: y, width: (size.width - x + 1) / 2, height: (size.height - y + 1) / 2)
    part.allowsWholePicture = place & 1 == 1
    guard let expected = try? Bitmap(decoding: picture.span, format: info.format, request: whole),
        let actual = try? Bitmap(decoding: picture.span, format: info.format, request: part)
    else { return }
    require(expected.size == size && actual.size == part.region.size, "a bitmap has the size of its region")
    require(actual == expected.cropped(to: part.region), "the region \(part.region) has the pixels of the whole")
}
