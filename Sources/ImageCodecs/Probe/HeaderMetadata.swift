import Resampling

/// Where a file's metadata lies, gathered while its header is read, and what is odd about it.
struct HeaderMetadata {
    /// The first block of EXIF, as it lies in the file.
    private var exif: Range<Int>?
    /// Findings of the container itself.
    private var findings: [Finding] = []
    private var xmpOrientation: Orientation?

    /// Takes a block of EXIF; only the first one counts.
    mutating func takeExif(_ range: Range<Int>) {
        if exif == nil { exif = range }
    }

    /// Takes a packet of XMP. Cost: one pass over it.
    mutating func takeXMP(_ packet: Span<UInt8>) {
        let survey = XMPSurvey(of: packet)
        xmpOrientation = survey.orientation
        if survey.hasGainMap { add(.gainMap) }
    }

    /// Adds what is odd, once.
    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Tells the header what the metadata says.
    func apply(to info: inout ImageInfo, in bytes: Span<UInt8>) {
        if let exif {
            let orientation = ExifOrientation(in: bytes, range: exif)
            info.apply(orientation)
            // XMP alone turns no picture, so it contradicts nothing where EXIF is silent.
            if case .value(let value) = orientation, let xmpOrientation, xmpOrientation != value {
                info.findings.append(.orientationConflict)
            }
            if ExifBlock.tellsLocation(bytes.extracting(exif.clamped(to: 0..<bytes.count))) {
                info.findings.append(.gpsPresent)
            }
        }
        info.findings += findings
    }
}
