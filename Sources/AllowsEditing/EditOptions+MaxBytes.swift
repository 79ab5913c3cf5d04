import ImageCodecs

extension EditOptions {
    /// The lowest quality that ``maxBytes`` leads to. Below it the blocks of the encoder show, and a smaller picture looks better.
    public static let lowestQuality = 20

    /// How often an image is encoded at most until it is small enough.
    static let mostTries = 8

    /// The image of the highest quality, up to that of the options, that `maxBytes` allows. Without such a limit, and without loss,
    /// there is one try; otherwise up to eight, by bisection.
    ///
    /// - Parameter encode: makes the whole file.
    /// - Throws: what `encode` throws, or `tooLarge`.
    func fitting(
        _ options: EncodeOptions, _ encode: (EncodeOptions) throws(ImageError) -> EncodedImage
    ) throws(ImageError) -> EncodedImage {
        var options = options
        let image = try encode(options)
        guard let maxBytes, image.bytes.count > maxBytes else { return image }
        guard options.hasQuality else { throw Self.tooLarge(image, maxBytes) }
        // What is too low is never tried, and is taken to fit; what is too high was tried.
        var (low, high) = (min(Self.lowestQuality, quality) - 1, quality)
        var (fitting, smallest): (EncodedImage?, EncodedImage) = (nil, image)
        while high - low > 1 {
            options.quality = (low + high) / 2
            let image = try encode(options)
            if image.bytes.count <= maxBytes {
                (low, fitting) = (options.quality, image)
            } else {
                (high, smallest) = (options.quality, image)
            }
        }
        guard let fitting else { throw Self.tooLarge(smallest, maxBytes) }
        return fitting
    }

    /// Refuses an image that takes more than `maxBytes`.
    func check(_ image: EncodedImage) throws(ImageError) {
        if let maxBytes, image.bytes.count > maxBytes { throw Self.tooLarge(image, maxBytes) }
    }

    private static func tooLarge(_ image: EncodedImage, _ allowed: Int) -> ImageError {
        .tooLarge(image.format, bytes: image.bytes.count, allowed: allowed, quality: image.quality)
    }
}

extension EncodeOptions {
    /// Whether quality makes a difference.
    var hasQuality: Bool { format == .jpeg || format == .webP && !lossless }
}
