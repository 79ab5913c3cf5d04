/// Something odd about a file that could be read all the same. The raw values are stable codes, as records carry them.
public enum Finding: String, Sendable, Hashable, CaseIterable {
    /// The data ends before the picture does.
    case truncated
    /// Coded data is damaged, and the decoder made up for it.
    case malformed
    /// A scan of a progressive JPEG ends early, and the picture is whole without it.
    case refinementIncomplete = "refinement-incomplete"
    /// Bytes that belong to no segment.
    case extraneousBytes = "extraneous-bytes"
    /// Data follows the end of the picture.
    case trailingData = "trailing-data"
    /// An ancillary chunk fails its check sum.
    case ancillaryChecksum = "ancillary-checksum"
    /// The decoder warned of something else.
    case decoderWarning = "decoder-warning"
    /// EXIF gives an orientation that is none.
    case orientationInvalid = "orientation-invalid"
    /// The EXIF block cannot be read.
    case exifInvalid = "exif-invalid"
    /// EXIF and XMP give different orientations.
    case orientationConflict = "orientation-conflict"
    /// The color profile is broken, or its parts are.
    case profileInvalid = "profile-invalid"
    /// The color profile is for other pixels.
    case profileMismatch = "profile-mismatch"
    /// CMYK became RGB by a formula.
    case cmykApproximated = "cmyk-approximated"
    /// The picture is of high dynamic range.
    case hdr
    /// The file holds a gain map, which makes the picture brighter on displays that can show it.
    case gainMap = "gain-map"
    /// The file holds further pictures.
    case multiPicture = "multi-picture"
    /// The file holds more than one frame.
    case animation
    /// EXIF holds what a satellite receiver said, which is mostly a place.
    case gpsPresent = "gps-present"

    /// What it means for the picture, in one line.
    public var summary: String {
        switch self {
        case .truncated: "the data ends before the picture does; what is missing is gray, or transparent"
        case .malformed: "coded data is damaged, and the decoder made up for it; parts of the picture may be wrong"
        case .refinementIncomplete:
            "a scan of a progressive JPEG ends early; the picture is whole without it, and a little less exact"
        case .extraneousBytes: "bytes that belong to no segment were passed over; the picture is whole"
        case .trailingData: "data follows the end of the picture, which is whole"
        case .ancillaryChecksum: "a chunk that the picture can do without fails its check sum and was passed over"
        case .decoderWarning: "the decoder warned of something without consequence for the picture"
        case .orientationInvalid: "EXIF gives an orientation that is none of the eight; the picture counts as upright"
        case .exifInvalid: "the EXIF block cannot be read; the picture counts as upright"
        case .orientationConflict: "EXIF and XMP give different orientations; the picture is turned as EXIF says"
        case .profileInvalid: "the color profile is broken; the picture counts as one without a profile"
        case .profileMismatch:
            "the color profile is not one for these pixels; the picture counts as one without a profile"
        case .cmykApproximated: "CMYK without a profile of use became RGB by a formula; colors are an approximation"
        case .hdr: "the picture is of high dynamic range, which the edited picture does not say: it looks dull"
        case .gainMap: "the file holds a gain map for bright displays, which the edited picture does not carry"
        case .multiPicture: "the file holds further pictures; the edited picture is made of the first"
        case .animation: "the file holds more than one frame; the first is used"
        case .gpsPresent: "EXIF holds GPS data, which may tell where the picture was taken"
        }
    }
}
