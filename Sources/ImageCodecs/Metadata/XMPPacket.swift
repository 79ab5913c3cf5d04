import Resampling

/// An XMP packet (ISO 16684-1), with or without its wrapper. Only UTF-8 is read.
enum XMPPacket {
    /// `tiff:Orientation` as an attribute or an element, whatever prefix is bound to its namespace. Nil if absent or not 1…8.
    ///
    /// What the packet says of the files this one was made from does not count. Cost: one pass.
    static func orientation(in packet: Span<UInt8>) -> Orientation? { XMPSurvey(of: packet).orientation }

    /// Whether it announces a gain map: by the namespace of Ultra HDR or of Apple's gain maps, or by an item of the container
    /// (Ultra HDR Image Format 1.1). Cost: one pass.
    static func announcesGainMap(_ packet: Span<UInt8>) -> Bool { XMPSurvey(of: packet).hasGainMap }

    /// For an edited picture of `size` upright pixels: orientation 1, and the pixel dimensions of `tiff` and `exif` updated.
    ///
    /// What the packet does not tell is not added. Nil, so that it is left out, where the packet embeds thumbnails or other
    /// pictures, announces a gain map or further files in the container, has an extended part, marks regions, describes a panorama, or
    /// is not well-formed UTF-8.
    /// Cost: three passes.
    static func edited(_ packet: Span<UInt8>, size: PixelSize) -> [UInt8]? {
        // UTF-16 and UTF-32 are told by their zeros. Some writers end the packet with one.
        var end = packet.count
        while end > 0, packet[end - 1] == 0 { end -= 1 }
        let packet = packet.extracting(0..<end)
        guard isText(packet) else { return nil }
        let survey = XMPSurvey(of: packet)
        guard survey.isComplete, !survey.isBound else { return nil }
        var edited: [UInt8] = []
        edited.reserveCapacity(packet.count + 16)
        var position = 0
        for (property, range) in survey.values {
            for offset in position..<range.lowerBound { edited.append(packet[offset]) }
            let value =
                switch property {
                case .orientation: Orientation.topLeft.rawValue
                case .width: size.width
                case .height: size.height
                }
            edited += Array(String(value).utf8)
            position = range.upperBound
        }
        for offset in position..<packet.count { edited.append(packet[offset]) }
        return edited
    }

    private static func isText(_ packet: Span<UInt8>) -> Bool {
        for offset in packet.indices where packet[offset] == 0 { return false }
        return (try? UTF8Span(validating: packet)) != nil
    }
}
