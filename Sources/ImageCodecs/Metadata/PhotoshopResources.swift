/// The image resources of Photoshop, which carry IPTC among other things: the payload of APP13 behind `Photoshop 3.0\0`
/// (Adobe Photoshop File Formats Specification, "Image Resources Section").
enum PhotoshopResources {
    /// What shows or repeats how the picture was: thumbnails, and EXIF and XMP beside those of the file.
    private static let stale: Set<Int> = [0x0409, 0x040C, 0x0422, 0x0423, 0x0424]
    /// Photoshop's own, and those of ImageReady and other writers of the format.
    private static let signatures = ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"]

    /// For an edited picture: without thumbnails, and without any other resource that holds a JPEG.
    ///
    /// Every other resource stays as it is, up to the first that is not sound. Nil when nothing is left or readable. Cost: two
    /// passes.
    static func edited(_ resources: Span<UInt8>) -> [UInt8]? {
        let starts = JPEGStarts(in: resources)
        var edited: [UInt8] = []
        var position = 0
        while let resource = resource(at: position, in: resources) {
            position = resource.end
            if stale.contains(resource.id) || starts.first(in: resource.data) != nil { continue }
            for offset in resource.start..<resource.data.upperBound { edited.append(resources[offset]) }
            // The last one may have come without its padding.
            if !resource.data.count.isMultiple(of: 2) { edited.append(0) }
        }
        return edited.isEmpty ? nil : edited
    }

    private static func resource(at start: Int, in bytes: Span<UInt8>)
        -> (id: Int, start: Int, data: Range<Int>, end: Int)?
    {
        guard signatures.contains(where: { bytes.has($0, at: start) }), let id = bytes.bigEndian16(at: start + 4),
            let nameLength = bytes.byte(at: start + 6)
        else { return nil }
        // The name with the byte of its length takes an even number of bytes.
        let size = start + 6 + (nameLength + 2) / 2 * 2
        guard let length = bytes.bigEndian32(at: size), bytes.holds(length, at: size + 4) else { return nil }
        let data = size + 4..<size + 4 + length
        return (id, start, data, data.upperBound + length % 2)
    }
}
