import ImageCodecs
import Resampling

extension DecodeRequest {
    /// How a picture is decoded for its outputs: by the fastest way that keeps the quality.
    ///
    /// - Parameters:
    ///   - region: the crop in stored pixels.
    ///   - isFinished: whether the pixels are then taken along a grid or masked, which is done with upright pixels of 8 bits.
    init(
        _ info: ImageInfo, region: PixelRect, outputs: [EditPlan.Output], format: ImageFormat, convertsColors: Bool,
        isFinished: Bool, options: EditOptions
    ) {
        let targets = outputs.map { info.orientation.uprightSize(ofStored: $0.size) }
        let eighths = Self.eighths(info, region: region, targets: targets, isLinear: options.isLinear)
        self.init(
            layout: Self.layout(
                info, region: region, targets: targets, needsPixels: options.isLinear || isFinished,
                laysOverBackground: format == .jpeg && !convertsColors),
            region: Self.scaled(region, by: eighths, of: info.storedSize), scaleEighths: eighths,
            maxScans: options.limits.maxScans)
        // Colors are converted with 8 bits.
        let canBeDeep = !convertsColors && !isFinished
        if options.depth == .keep, info.format == .png, info.bitDepth == 16, format == .png, canBeDeep {
            depth = .sixteen
        }
        background = options.background
        allowsTruncated = !options.failOn.contains(.truncated)
        allowsDamage = !options.failOn.contains(.malformed)
        maxSeconds = options.limits.maxSeconds
        allowsWholePicture = Self.inflatesWhole(info, region: region, limits: options.limits)
        // The decoder's loop filter smooths the edges of blocks. Averages of three pixels and more do that as well: photographs
        // of quality 80 stay above 47 dB of the exact picture, one of quality 20 at 44.5 dB.
        skipsLoopFilter = info.format == .webP && !info.isLossless && Self.reduces(region, to: targets, tenths: 30)
        if info.hasFreeScaling, layout == .planes(alpha: false) { useFreeScaling(targets, limits: options.limits) }
    }

    /// WebP: a large region is scaled by the decoder, which averages areas, to at least twice every target.
    ///
    /// That saves the memory of its planes. It saves no time, so smaller regions are left alone.
    private mutating func useFreeScaling(_ targets: [PixelSize], limits: Limits) {
        let (width, height) = (targets.map(\.width).max() ?? 1, targets.map(\.height).max() ?? 1)
        guard region.width * region.height > limits.unscaledPixels, region.width >= 4 * width,
            region.height >= 4 * height
        else { return }
        // The decoder begins at even columns and rows.
        let (x, y) = (region.x & ~1, region.y & ~1)
        region = PixelRect(x: x, y: y, width: region.width + region.x - x, height: region.height + region.y - y)
        scaledSize = PixelSize(width: 2 * width, height: 2 * height)
    }

    /// Whether a region is at least this many tenths as wide and as high as every target. Exact: the rules count in tenths.
    static func reduces(_ region: PixelRect, by eighths: Int = 8, to targets: [PixelSize], tenths: Int) -> Bool {
        targets.allSatisfy { target in
            region.width * eighths * 10 >= 8 * tenths * target.width
                && region.height * eighths * 10 >= 8 * tenths * target.height
        }
    }

    /// JPEG: the smallest scale of the decoder that leaves enough for the filter.
    ///
    /// Cost: entropy decoding is the same at every scale; 17 photographs took 386 ms of one core at 1/8, 431 at 2/8, 499 at 4/8
    /// and 629 at full size. Quality: what is left for the filter must hide the droop and the aliasing of the decoder's
    /// averages. At 1/8, where a sample is the mean of a block, that takes a factor of 2; at 2/8 and 4/8 a factor of 1.4 keeps
    /// every photograph measured above 40 dB of the exact picture.
    ///
    /// In linear light the decoder's averages are wrong themselves where a block has much contrast, and no filter mends that
    /// afterwards: with factors of 1.4, 2 and 3 left, the worst of 15 photographs came to 31.2, 33.4 and 35.1 dB at 1/8, to 35.7,
    /// 37.7 and 38.7 at 2/8, but to 40.9, 43.8 and 45.4 at 4/8. So that is the only scale taken, with a factor of 1.4.
    private static func eighths(_ info: ImageInfo, region: PixelRect, targets: [PixelSize], isLinear: Bool) -> Int {
        guard info.format == .jpeg else { return 8 }
        let rules =
            isLinear
            ? [(eighths: 4, tenths: 14)]
            : [(eighths: 1, tenths: 20), (eighths: 2, tenths: 14), (eighths: 4, tenths: 14)]
        return rules.first {
            reduces(region, by: $0.eighths, to: targets, tenths: $0.tenths)
                && keepsEnds(region, by: $0.eighths, of: info.storedSize)
        }?.eighths ?? 8
    }

    /// Whether no more than a hundredth of a region's sides lies in samples that the picture ends within, and that are left out. It is
    /// a third of a picture of 23 rows at 1/8.
    static func keepsEnds(_ region: PixelRect, by eighths: Int, of stored: PixelSize) -> Bool {
        func keeps(_ end: Int, _ length: Int, _ side: Int) -> Bool {
            max(0, end - side * eighths / 8 * (8 / eighths)) * 100 <= length
        }
        return keeps(region.x + region.width, region.width, stored.width)
            && keeps(region.y + region.height, region.height, stored.height)
    }

    /// Planes of luma and chroma where the file has them and every output is smaller than the crop; pixels elsewhere.
    ///
    /// Planes spare the conversion to RGB and back, and the enlarging of chroma before it is reduced. An output that is not
    /// reduced takes the pixels, so that it is the crop of the original, bit for bit. Alpha is no obstacle where the output has
    /// none: to lay a picture over a background and to scale it are linear, so the first may come first. CMYK comes as planes of
    /// ink, which become colors when they are small.
    private static func layout(
        _ info: ImageInfo, region: PixelRect, targets: [PixelSize], needsPixels: Bool, laysOverBackground: Bool
    ) -> DecodeLayout {
        if info.channels == 4 { return .inks }
        // Luma and chroma are no amounts of light, and chroma may be coarser than what a grid or a mask goes by.
        if needsPixels { return .pixels(info.layout) }
        let isReduced = targets.allSatisfy { $0.width < region.width && $0.height < region.height }
        let isOpaque = !info.hasAlpha || laysOverBackground
        return info.hasPlanes && isOpaque && isReduced ? .planes(alpha: false) : .pixels(info.layout)
    }

    /// The whole scaled pixels that a stored region touches.
    ///
    /// Where the picture does not end on a whole scaled pixel, the last one is mixed with the padding of the last block,
    /// which is anything the encoder liked; it is left out.
    static func scaled(_ region: PixelRect, by eighths: Int, of stored: PixelSize) -> PixelRect {
        func range(_ start: Int, _ length: Int, _ side: Int) -> Range<Int> {
            let first = start * eighths / 8
            let end = min(((start + length) * eighths + 7) / 8, max(side * eighths / 8, 1))
            return min(first, end - 1)..<end
        }
        let columns = range(region.x, region.width, stored.width)
        let rows = range(region.y, region.height, stored.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Whether a PNG is inflated at once: it fits the limit, and the region ends in the lower half. Inflating all of it takes
    /// half as long as the other route, but that one reads no row below the region.
    static func inflatesWhole(_ info: ImageInfo, region: PixelRect, limits: Limits) -> Bool {
        guard let bytes = info.wholePictureBytes, bytes <= min(limits.wholePictureBytes, limits.maxMemory / 4) else {
            return false
        }
        return (region.y + region.height) * 2 >= info.storedSize.height
    }
}
