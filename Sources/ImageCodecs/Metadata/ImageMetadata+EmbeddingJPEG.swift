extension ImageMetadata {
    /// Segments behind JFIF's, which wants to be first: EXIF, XMP, Photoshop, the profile, comments.
    func embedded(inJPEG file: [UInt8]) -> [UInt8] {
        let bytes = file.span
        guard let components = Self.components(ofJPEG: bytes) else { return file }
        var segments: [UInt8] = []
        if let exif { segments.append(jpegSegment: 0xe1, name: JPEGSegment.exifName, exif) }
        if let xmp { segments.append(jpegSegment: 0xe1, name: JPEGSegment.xmpName, xmp) }
        if let photoshop { segments.append(jpegSegment: 0xed, name: JPEGSegment.photoshopName, photoshop) }
        if let profile = profile(forComponents: components) { segments.append(jpegProfile: profile) }
        for comment in comments { segments.append(jpegSegment: 0xfe, name: [], comment) }
        var place = 2
        if bytes.has([0xff, 0xe0], at: 2), let length = bytes.bigEndian16(at: 4) { place = 4 + length }
        return Self.inserting(segments, in: file, at: place)
    }

    /// The components of the frame; nil where there is none.
    private static func components(ofJPEG bytes: Span<UInt8>) -> Int? {
        guard bytes.has([0xff, 0xd8], at: 0) else { return nil }
        var walk = JPEGWalk()
        while let segment = try? walk.next(in: bytes), !segment.isCut, !segment.isEndOfHeader {
            if segment.isFrame { return bytes.byte(at: segment.payload.lowerBound + 5) }
        }
        return nil
    }
}

extension JPEGSegment {
    var isFrame: Bool {
        switch marker {
        case 0xc4, 0xc8, 0xcc: false
        case 0xc0...0xcf: true
        default: false
        }
    }
}

extension [UInt8] {
    /// Appends a segment, unless it is longer than its length can say.
    mutating func append(jpegSegment marker: UInt8, name: [UInt8], _ payload: [UInt8]) {
        let length = name.count + payload.count
        guard length <= JPEGSegment.maximumPayload else { return }
        self += [0xff, marker]
        append(bigEndian16: length + 2)
        self += name
        self += payload
    }

    /// Appends a profile in as many segments as it takes, unless these are more than can be numbered.
    fileprivate mutating func append(jpegProfile profile: [UInt8]) {
        let room = JPEGSegment.maximumPayload - JPEGSegment.profileName.count - 2
        let count = (profile.count + room - 1) / room
        guard (1...255).contains(count) else { return }
        for number in 1...count {
            let part = profile[(number - 1) * room..<Swift.min(number * room, profile.count)]
            append(
                jpegSegment: 0xe2, name: JPEGSegment.profileName, [UInt8(number), UInt8(count)] + part)
        }
    }
}
