import FuzzingSupport
import ImageCodecs

/// Reads the input as the EXIF of a JPEG, a PNG and a WebP picture: all three must find the same orientation.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExif(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let exif = unsafe [UInt8](input: start, count: count)
    let pictures = [jpeg(exif: exif), png(exif: exif), webP(exif: exif)]
    let infos = pictures.map { try! ImageInfo(probing: $0.span) }
    for info in infos {
        require(info.storedSize == pictureSize, "EXIF does not change the stored size")
        require(
            info.uprightSize == pictureSize || info.uprightSize == pictureSize.transposed, "turning keeps the sides")
        require(info.orientation == infos[0].orientation, "the orientation is the same in every format")
        require(info.findings == infos[0].findings, "the findings are the same in every format")
    }
    return Verdict.taken
}
