import ImageCodecs
import Resampling

extension EditPlan {
    /// An upper estimate of the bytes that one picture takes while it is decoded and scaled.
    ///
    /// Baseline JPEG and PNG without interlacing stream: they need rows, not pictures. Everything else holds a picture:
    /// - progressive JPEG: two bytes for each coefficient of each component;
    /// - interlaced PNG: the picture as it is handed out;
    /// - WebP: the region as it is handed out, and for lossless files the whole picture at four bytes a pixel.
    static func memory(_ info: ImageInfo, region: PixelRect, outputs: [PixelSize], filter: ResamplingFilter) -> Int {
        let pixels = Double(info.storedSize.width) * Double(info.storedSize.height)
        let channels = Double(info.layout.channels)
        var bytes: Double
        switch info.format {
        case .jpeg: bytes = info.hasSeveralScans ? pixels * info.storedSamplesPerPixel * 2 : 0
        case .png: bytes = info.isInterlaced ? pixels * channels : 0
        case .webP:
            bytes = Double(region.width) * Double(region.height) * channels
            bytes += info.isLossless || info.isAnimated ? pixels * 4 : pixels / 8
        }
        // The decoder's rows: a band of 16 and as many again for upsampling and for the filters of PNG.
        bytes += Double(info.storedSize.width) * channels * 64
        for output in outputs {
            // A sliding window of source rows twice as high as the filter, 16-bit rows between the passes, and the result.
            let reduction = max(1, Double(region.height) / Double(output.height))
            let window = min(Double(region.height), 2 * (2 * filter.radius * reduction + 2)) + 16
            bytes += Double(region.width) * channels * (window * (info.layout.hasAlpha ? 3 : 1) + 4)
            bytes += Double(output.width) * Double(output.height) * channels * 3
        }
        return Int(min(bytes, 1e15)) + 1 << 20
    }
}

extension ImageInfo {
    /// JPEG: samples that are stored for each pixel, chroma counted as often as it is stored.
    fileprivate var storedSamplesPerPixel: Double {
        let finest = samplingFactors.reduce(1) { max($0, $1.horizontal * $1.vertical) }
        let all = samplingFactors.reduce(0) { $0 + $1.horizontal * $1.vertical }
        return samplingFactors.isEmpty ? Double(channels) : Double(all) / Double(finest)
    }
}
