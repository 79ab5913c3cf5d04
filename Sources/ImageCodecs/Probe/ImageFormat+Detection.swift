extension ImageFormat {
    /// How many bytes from the start of a file are enough to tell its format.
    public static let signatureLength = 1024

    /// The format of a file by its first bytes, never by its name. Cost: constant.
    ///
    /// - Parameter bytes: the file, or its first ``signatureLength`` bytes.
    /// - Throws: ``ImageError/unsupported(_:)`` naming a format that is known but not read, ``ImageError/malformed(_:offset:reason:)``
    ///   for what is no picture.
    public init(detectedIn bytes: Span<UInt8>) throws(ImageError) {
        switch FileSignature(of: bytes) {
        case .readable(let format): self = format
        case .known(let name): throw .unsupported(name)
        case .empty: throw .malformed(nil, offset: nil, reason: "the file is empty")
        case .unknown(let what): throw .malformed(nil, offset: 0, reason: "not a picture: \(what)")
        }
    }
}
