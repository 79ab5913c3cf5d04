import FuzzingSupport
import Resampling

@testable import ImageCodecs

/// A picture of each format to put metadata into.
private let plain: [ImageFormat: [UInt8]] = {
    let bitmap = Bitmap(layout: .rgb, size: pictureSize, bytes: [UInt8](repeating: 100, count: 45))
    return Dictionary(
        uniqueKeysWithValues: ImageFormat.allCases.map { format in
            (format, try! ImageEncoder.encode(bitmap, EncodeOptions(format: format)))
        })
}()

/// Reads what a file carries, and puts it into edited files.
func checkReading(_ file: [UInt8], _ format: ImageFormat) {
    let metadata = ImageMetadata(reading: file.span, format: format)
    for policy in MetadataPolicy.allCases {
        for output in ImageFormat.allCases {
            let edited = metadata.edited(policy, size: pictureSize, format: output)
            if policy == .private, let exif = edited.exif { requirePrivate(exif) }
            let bytes = edited.embedded(in: plain[output]!, format: output)
            guard let info = try? ImageInfo(probing: bytes.span) else {
                return require(false, "a file with metadata has a header")
            }
            require(info.storedSize == pictureSize && info.orientation == .topLeft, "metadata changes no picture")
            let again = ImageMetadata(reading: bytes.span, format: output)
            require(again.exif == nil || again.exif == edited.exif, "EXIF is read as it was embedded")
            require(again.xmp == nil || again.xmp == edited.xmp, "XMP is read as it was embedded")
            require(
                again.colorProfile == nil || again.colorProfile == edited.colorProfile,
                "a profile is read as it was embedded")
            require(again.texts == edited.texts, "texts are read as they were embedded")
        }
    }
}

/// Copies a file without what is private.
func checkPrivateOriginal(_ file: [UInt8], _ format: ImageFormat) {
    let copy: [UInt8]
    do throws(ImageError) {
        copy = try PrivateOriginal.bytes(of: file.span, format: format)
    } catch {
        return requireOneLine(error.description)
    }
    let again = try? PrivateOriginal.bytes(of: copy.span, format: format)
    let isStable = again == copy
    require(isStable, "a private original of a private original is the same")
    let metadata = ImageMetadata(reading: copy.span, format: format)
    require(metadata.xmp == nil && metadata.photoshop == nil, "no XMP and no resources are left")
    require(metadata.comments.isEmpty && metadata.texts.isEmpty, "no texts are left")
    if let exif = metadata.exif { requirePrivate(exif) }
    guard let before = try? ImageInfo(probing: file.span) else { return }
    guard let after = try? ImageInfo(probing: copy.span) else { return require(false, "the picture has a header") }
    require(before.storedSize == after.storedSize, "the picture has the same size")
    require(before.orientation == after.orientation, "the picture has the same orientation")
    require(before.channels == after.channels && before.jpegColor == after.jpegColor, "the picture has the same colors")
}
