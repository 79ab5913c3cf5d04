import ImageCodecs

/// What names say. They are believed only as far as to try; the first bytes decide.
enum PictureNames {
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp",
        // Not readable here, but a person who points at a folder of these wants to hear it.
        "heic", "heif", "avif", "gif", "tif", "tiff", "bmp", "jxl", "jp2", "apng",
    ]

    /// Whether the extension, in upper or lower case, is one that pictures have.
    static func promisePicture(_ name: BytePath) -> Bool {
        guard let pathExtension = name.stemAndExtension.pathExtension else { return false }
        return extensions.contains(String(decoding: pathExtension, as: UTF8.self).lowercased())
    }

    /// Whether the file at a path begins like a picture, whatever its name says.
    static func leadToPicture(_ path: BytePath) -> Bool {
        guard let file = try? OpenFile.reading(path),
            let start = try? file.readFromStart(upTo: ImageFormat.signatureLength)
        else { return false }
        return (try? ImageFormat(detectedIn: start.span)) != nil
    }

    private static let temporaryExtensions: Set<String> = [
        "tmp", "temp", "part", "partial", "crdownload", "download", "filepart", "swp",
    ]

    /// Whether a name is one that programs give to what is not ready yet, or to what is left over.
    static func areTemporary(_ name: BytePath) -> Bool {
        if name.bytes.first == UInt8(ascii: ".") || name.bytes.last == UInt8(ascii: "~") { return true }
        guard let pathExtension = name.stemAndExtension.pathExtension else { return false }
        return temporaryExtensions.contains(String(decoding: pathExtension, as: UTF8.self).lowercased())
    }
}
