/// The names by which JPEG segments for applications tell what they hold.
extension JPEGSegment {
    /// Exif 3.0, section 4.7.2. Readers look at the first five bytes alone.
    static let exifName: [UInt8] = Array("Exif\0\0".utf8)
    /// XMP part 3, section 1.1.3.
    static let xmpName: [UInt8] = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// XMP part 3, section 1.1.3.2: image resources of Photoshop.
    static let photoshopName: [UInt8] = Array("Photoshop 3.0\0".utf8)
    /// ICC.1, section B.4.
    static let profileName: [UInt8] = Array("ICC_PROFILE\0".utf8)
    /// CIPA DC-007, section 5.2: an index of further pictures.
    static let multiPictureName: [UInt8] = Array("MPF\0".utf8)
    /// ISO 21496-1: the picture has a gain map.
    static let gainMapName: [UInt8] = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

    static let maximumPayload = 65533

    /// The payload behind a name, if the segment has this marker and name.
    func content(named name: [UInt8], marker: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        guard self.marker == marker, payload.count >= name.count, bytes.has(name, at: payload.lowerBound) else {
            return nil
        }
        return payload.lowerBound + name.count..<payload.upperBound
    }

    /// Where the block of an EXIF segment lies, its name included.
    func exif(in bytes: Span<UInt8>) -> Range<Int>? {
        guard marker == 0xe1, payload.count >= 6, bytes.has("Exif\0", at: payload.lowerBound) else { return nil }
        return payload
    }
}
