/// A tag that an original without private data keeps, with the types and numbers of values it may have.
///
/// This is a list of what stays, not of what goes: a list of private tags is never complete. Makers add tags, and any tag that
/// takes free text or bytes without a fixed meaning can say who took the picture, where, and with which camera of which owner.
/// What stays is what a program needs to show the picture right, and what a photographer reads: how it was exposed and when.
/// Nothing here names a person or a single device: `Copyright` is not here, because cameras fill it with the owner's name.
///
/// Names, types and counts are those of Exif 3.0, sections 4.6.4 to 4.6.8, and of TIFF 6.0; the types also allow for what
/// cameras write instead. Not here although they describe the picture: `DeviceSettingDescription`, `OECF` and
/// `SpatialFrequencyResponse`, which hold texts of the maker's choice inside of bytes without a type. `Orientation` stays by a
/// rule of its own.
struct KeptTag {
    var tag: Int
    var name: String
    var types: [TIFFType]
    var counts: ClosedRange<Int>

    var isText: Bool { types.first == .ascii }

    /// The most bytes it can take in a block: the entry, the values, one byte to end on an even offset.
    var maxLength: Int { TIFFEntry.length + counts.upperBound * (types.map(\.size).max() ?? 0) + 1 }

    static func kept(in directory: ExifDirectory) -> [Int: KeptTag] {
        switch directory {
        case .image: image
        case .exif: exif
        case .interoperability: interoperability
        case .gps: [:]
        }
    }

    private static let image = table([
        text(0x010F, "Make"),
        text(0x0110, "Model"),
        rational(0x011A, "XResolution"),
        rational(0x011B, "YResolution"),
        integer(0x0128, "ResolutionUnit"),
        integer(0x012D, "TransferFunction", 1...768),
        text(0x0131, "Software"),
        text(0x0132, "DateTime", 64),
        rational(0x013E, "WhitePoint", 2...2),
        rational(0x013F, "PrimaryChromaticities", 6...6),
        rational(0x0211, "YCbCrCoefficients", 3...3),
        integer(0x0212, "YCbCrSubSampling", 2...2),
        integer(0x0213, "YCbCrPositioning"),
        rational(0x0214, "ReferenceBlackWhite", 6...6),
    ])

    private static let exif = table([
        rational(0x829A, "ExposureTime"),
        rational(0x829D, "FNumber"),
        integer(0x8822, "ExposureProgram"),
        text(0x8824, "SpectralSensitivity"),
        integer(0x8827, "PhotographicSensitivity", 1...4),
        integer(0x8830, "SensitivityType"),
        integer(0x8831, "StandardOutputSensitivity"),
        integer(0x8832, "RecommendedExposureIndex"),
        integer(0x8833, "ISOSpeed"),
        integer(0x8834, "ISOSpeedLatitudeyyy"),
        integer(0x8835, "ISOSpeedLatitudezzz"),
        bytes(0x9000, "ExifVersion", 4...4),
        text(0x9003, "DateTimeOriginal", 64),
        text(0x9004, "DateTimeDigitized", 64),
        text(0x9010, "OffsetTime", 16),
        text(0x9011, "OffsetTimeOriginal", 16),
        text(0x9012, "OffsetTimeDigitized", 16),
        bytes(0x9101, "ComponentsConfiguration", 4...4),
        rational(0x9102, "CompressedBitsPerPixel"),
        rational(0x9201, "ShutterSpeedValue"),
        rational(0x9202, "ApertureValue"),
        rational(0x9203, "BrightnessValue"),
        rational(0x9204, "ExposureBiasValue"),
        rational(0x9205, "MaxApertureValue"),
        rational(0x9206, "SubjectDistance"),
        integer(0x9207, "MeteringMode"),
        integer(0x9208, "LightSource"),
        integer(0x9209, "Flash"),
        rational(0x920A, "FocalLength"),
        integer(0x9214, "SubjectArea", 2...4),
        text(0x9290, "SubSecTime", 16),
        text(0x9291, "SubSecTimeOriginal", 16),
        text(0x9292, "SubSecTimeDigitized", 16),
        bytes(0xA000, "FlashpixVersion", 4...4),
        integer(0xA001, "ColorSpace"),
        integer(ExifTag.pixelXDimension, "PixelXDimension"),
        integer(ExifTag.pixelYDimension, "PixelYDimension"),
        rational(0xA20E, "FocalPlaneXResolution"),
        rational(0xA20F, "FocalPlaneYResolution"),
        integer(0xA210, "FocalPlaneResolutionUnit"),
        rational(0xA215, "ExposureIndex"),
        integer(0xA217, "SensingMethod"),
        bytes(0xA300, "FileSource", 1...1),
        bytes(0xA301, "SceneType", 1...1),
        bytes(0xA302, "CFAPattern", 5...260),
        integer(0xA401, "CustomRendered"),
        integer(0xA402, "ExposureMode"),
        integer(0xA403, "WhiteBalance"),
        rational(0xA404, "DigitalZoomRatio"),
        integer(0xA405, "FocalLengthIn35mmFilm"),
        integer(0xA406, "SceneCaptureType"),
        integer(0xA407, "GainControl"),
        integer(0xA408, "Contrast"),
        integer(0xA409, "Saturation"),
        integer(0xA40A, "Sharpness"),
        integer(0xA40C, "SubjectDistanceRange"),
        rational(0xA432, "LensSpecification", 4...4),
        text(0xA433, "LensMake"),
        text(0xA434, "LensModel"),
        integer(0xA460, "CompositeImage"),
        rational(0xA500, "Gamma"),
    ])

    // The index says `R03` where the color space is Adobe RGB (DCF 2.0).
    private static let interoperability = table([
        text(0x0001, "InteroperabilityIndex", 16),
        bytes(0x0002, "InteroperabilityVersion", 4...4),
    ])

    private static func table(_ tags: [KeptTag]) -> [Int: KeptTag] {
        Dictionary(tags.map { ($0.tag, $0) }) { first, _ in first }
    }

    private static func text(_ tag: Int, _ name: String, _ maxCount: Int = 1024) -> KeptTag {
        KeptTag(tag: tag, name: name, types: [.ascii, .utf8], counts: 1...maxCount)
    }

    private static func integer(_ tag: Int, _ name: String, _ counts: ClosedRange<Int> = 1...1) -> KeptTag {
        KeptTag(tag: tag, name: name, types: [.short, .long, .signedShort, .signedLong], counts: counts)
    }

    private static func rational(_ tag: Int, _ name: String, _ counts: ClosedRange<Int> = 1...1) -> KeptTag {
        KeptTag(tag: tag, name: name, types: [.rational, .signedRational], counts: counts)
    }

    private static func bytes(_ tag: Int, _ name: String, _ counts: ClosedRange<Int>) -> KeptTag {
        KeptTag(tag: tag, name: name, types: [.undefined, .byte], counts: counts)
    }
}
