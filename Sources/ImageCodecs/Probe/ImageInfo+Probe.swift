extension ImageInfo {
    /// Reads the header of a picture. The format is told by the first bytes, never by a name.
    ///
    /// Sizes are stored pixels. Cost: the headers of the file's segments or chunks are visited, as many as `limits` allows;
    /// pixels are not read, so a file that is cut off or damaged further down passes here and fails when it is decoded.
    ///
    /// - Throws: ``ImageError/malformed(_:offset:reason:)``, ``ImageError/truncated(_:fraction:)`` if the header itself is not
    ///   complete, ``ImageError/unsupported(_:)`` for formats and variants that cannot be decoded, by name,
    ///   ``ImageError/limitExceeded(limit:needed:allowed:flag:)``.
    public init(probing bytes: Span<UInt8>, limits: HeaderLimits = HeaderLimits()) throws(ImageError) {
        var meter = HeaderMeter(limits)
        switch try ImageFormat(detectedIn: bytes) {
        case .jpeg: self = try JPEGProbe.info(of: bytes, &meter)
        case .png: self = try PNGProbe.info(of: bytes, &meter)
        case .webP: self = try WebPProbe.info(of: bytes, &meter)
        }
        metadataBytes = meter.metadataBytes
        if isAnimated, meter.frames > 1 { findings.append(.animation) }
        readColor(bytes)
    }
}
