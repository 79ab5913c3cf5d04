import Resampling

/// Tags that mean something to the code. Those that are only kept or left out stand in ``KeptTag``.
enum ExifTag {
    static let orientation = 0x0112
    static let imageWidth = 0x0100
    static let imageLength = 0x0101
    static let pixelXDimension = 0xA002
    static let pixelYDimension = 0xA003
    static let relatedImageWidth = 0x1001
    static let relatedImageLength = 0x1002

    static let subDirectories = 0x014A
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
    static let interoperabilityDirectory = 0xA005

    /// In the directory of GPS.
    static let gpsVersion = 0x0000

    static let colorSpace = 0xA001
    /// `SubjectArea` and `SubjectLocation`: places in the picture as it was.
    static let places: Set = [0x9214, 0xA214]
    /// What says of pixels that they are not sRGB: `TransferFunction`, `WhitePoint`, `PrimaryChromaticities`, `Gamma`, and the
    /// directory whose index stands for Adobe RGB.
    static let otherColors: Set = [0x012D, 0x013E, 0x013F, 0xA500, interoperabilityDirectory]

    static let xmp = 0x02BC
    static let makerNote = 0x927C

    /// Pairs of tags that say where pixels or an embedded JPEG lie, and how many bytes they take.
    static let pictures = [
        (offsets: 0x0111, lengths: 0x0117),  // strips
        (offsets: 0x0144, lengths: 0x0145),  // tiles
        (offsets: 0x0201, lengths: 0x0202),  // JPEGInterchangeFormat
    ]
}

/// The directories of a block of EXIF that describe the picture itself.
enum ExifDirectory {
    case image, exif, gps, interoperability

    /// The directory that an entry of this one leads to, if it leads to one.
    func child(at tag: Int) -> ExifDirectory? {
        switch (self, tag) {
        case (.image, ExifTag.exifDirectory): .exif
        case (.image, ExifTag.gpsDirectory): .gps
        case (.exif, ExifTag.interoperabilityDirectory): .interoperability
        default: nil
        }
    }

    /// What an entry says about the size of the picture, if it says that.
    func dimension(at tag: Int) -> KeyPath<PixelSize, Int>? {
        switch (self, tag) {
        case (.image, ExifTag.imageWidth), (.exif, ExifTag.pixelXDimension),
            (.interoperability, ExifTag.relatedImageWidth):
            \.width
        case (.image, ExifTag.imageLength), (.exif, ExifTag.pixelYDimension),
            (.interoperability, ExifTag.relatedImageLength):
            \.height
        default: nil
        }
    }
}
