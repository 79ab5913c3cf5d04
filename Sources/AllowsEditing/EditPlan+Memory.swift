import ImageCodecs
import Resampling

extension EditPlan {
    /// An upper estimate of the bytes that one picture takes while it is decoded and scaled, the file not counted.
    ///
    /// Bytes that an encoder holds for each pixel, beside the pixels: measured with libwebp 1.2.4 (28 without loss, and with loss 18 for
    /// noise in alpha, which is coded without), and for a progressive JPEG its coefficients.
    static func encoderMemory(
        _ format: ImageFormat, hasAlpha: Bool, isLossless: Bool, isProgressive: Bool, isDeep: Bool = false
    ) -> Double {
        switch format {
        case .jpeg: isProgressive ? 8 : 2
        case .png: isDeep ? 8 : 4
        case .webP: isLossless ? 32 : hasAlpha ? 20 : 10
        }
    }

    /// What the decoder holds, and for each output a sliding window of source rows about twice as high as the filter, the
    /// rows between the two passes and the result.
    static func memory(
        _ info: ImageInfo, _ request: DecodeRequest, outputs: [PixelSize], filter: ResamplingFilter, light: Light,
        encoder: Double
    ) -> Int {
        let channels = Double(max(info.layout.channels, request.layout.samples))
        // JPEG planes come in whole rows; everything else as wide as the region.
        let columns = Double(request.layout == .planes(alpha: false) ? info.storedSize.width : request.region.width)
        // The bytes of the decoder's band; a word where samples are premultiplied or amounts of light, a float of 16 bits.
        let isDeep = request.depth == .sixteen
        let sampleBytes: Double = isDeep ? 6 : info.layout.hasAlpha || light == .linear ? 3 : 1
        var bytes = Double(info.decoderMemory(for: request))
        for output in outputs {
            let reduction = max(1, Double(request.region.height) / Double(output.height))
            let window = min(Double(request.region.height), 2 * (2 * filter.radius * reduction + 2)) + 32
            bytes += columns * channels * (window * sampleBytes + 8)
            bytes += Double(output.width) * Double(output.height) * (channels * 3 + encoder) * (isDeep ? 2 : 1)
            // The tables of weights of both axes, exact and rounded.
            for (source, target) in [(request.region.width, output.width), (request.region.height, output.height)] {
                let taps = 2 * filter.radius * max(1, Double(source) / Double(target)) + 8
                bytes += taps * Double(target) * (isDeep ? 14 : 10)
            }
        }
        return Int(min(bytes, 1e15)) + 1 << 20
    }

    /// What is beside the pixels and the file of an output at most: a file that fits already while a better one is tried, and what a
    /// placeholder is made from: 8 bits of planes or of 16, and the pixels in sRGB.
    static func extraMemory(_ outputs: [Output], _ options: EditOptions) -> Int {
        let pixels = outputs.map(\.size.pixelCount)
        let file = min(options.maxBytes ?? 0, 8 * (pixels.max() ?? 0))
        return file + (options.makesPlaceholder ? 16 * (pixels.min() ?? 0) : 0)
    }

    /// What colors and metadata take beside the pixels, at most: the blocks that were read, for each output those that are kept
    /// and the file with them, and the pixels after a conversion.
    static func dressMemory(_ info: ImageInfo, _ color: Color, outputs: [PixelSize], _ options: EditOptions) -> Int {
        var blocks = Double(color.profile?.bytes.count ?? 0)
        if options.metadata == .private || options.metadata == .all {
            blocks += Double(info.metadataBytes) + (info.format == .png ? Double(ImageMetadata.largestInflated) : 0)
        }
        let samples = Double(info.layout.channels) * (color.convertsToSRGB ? 2 : 1)
        let pixels = outputs.reduce(0) { $0 + Double($1.width) * Double($1.height) }
        // The tables of a conversion by lcms2, which previews have as well.
        let tables = color.convertsToSRGB || options.previewSide != nil && color.profile != nil ? 8e6 : 0
        return Int(min(blocks * Double(2 + 3 * outputs.count) + pixels * samples + tables, 1e15))
    }
}
