internal import CImageCodecs
import Resampling

extension ImageInfo {
    /// An upper estimate of the bytes that a decoder holds for a request, beside the caller's own rows and the file.
    ///
    /// Rows stream where the format lets them. JPEG with several scans holds all coefficients, PNG the whole picture where it is
    /// interlaced or inflated at once, WebP the region and, when lossless, the whole picture; these are what a small file can
    /// make large.
    ///
    /// Cost: constant. Saturates instead of overflowing.
    public func decoderMemory(for request: DecodeRequest) -> Int {
        let rows = Self.product(storedSize.width, 512)
        let held =
            switch format {
            case .jpeg: hasSeveralScans ? coefficientMemory : 0
            case .png:
                // The compressed bytes, gathered while they are inflated, are no more than the raw ones.
                if request.allowsWholePicture, request.depth == .eight, let bytes = wholePictureBytes {
                    Self.sum(1 << 17, Self.product(bytes, 2))
                } else {
                    isInterlaced
                        ? Self.product(
                            storedSize.width, storedSize.height, request.layout.samples, request.depth.bytes)
                        : 0
                }
            case .webP: webPMemory(request)
            }
        return Self.sum(1 << 16, rows, held)
    }

    /// PNG: bytes of the raw picture, at most, where this build can inflate it at once: 8 bits a sample, not interlaced. Nil for
    /// other pictures.
    public var wholePictureBytes: Int? {
        guard ae_has_png_whole() != 0, format == .png, bitDepth == 8, !isInterlaced else { return nil }
        let rowBytes = Self.product(storedSize.width, isPalette ? 1 : layout.channels)
        return Self.product(Self.sum(rowBytes, 1), Self.sum(storedSize.height, 2))
    }

    /// Two bytes for each coefficient of each block, blocks padded to whole MCUs.
    private var coefficientMemory: Int {
        let widest = samplingFactors.map(\.horizontal).max() ?? 1
        let tallest = samplingFactors.map(\.vertical).max() ?? 1
        let columns = (storedSize.width + 8 * widest - 1) / (8 * widest)
        let rows = (storedSize.height + 8 * tallest - 1) / (8 * tallest)
        let blocks = samplingFactors.reduce(0) { $0 + $1.horizontal * $1.vertical }
        return Self.product(columns, rows, blocks, 128)
    }

    private func webPMemory(_ request: DecodeRequest) -> Int {
        // The decoder begins up to two columns and rows before the region and ends two behind it.
        let region = request.scaledSize ?? PixelSize(width: request.region.width + 6, height: request.region.height + 6)
        let pixels = Self.product(region.width, region.height, request.layout.samples)
        // Lossless pictures are decoded to 32 bits a pixel, as are alpha planes that are compressed so; an animation's frame is
        // no larger than its canvas. A crop may have to begin at the first row.
        let bytes = isLossless || isAnimated ? 4 : hasAlpha ? 2 + request.layout.samples : 0
        return Self.sum(pixels, Self.product(storedSize.width, storedSize.height, bytes))
    }

    private static func product(_ factors: Int...) -> Int {
        factors.reduce(1) { product, factor in
            let (value, overflows) = product.multipliedReportingOverflow(by: factor)
            return overflows ? .max : value
        }
    }

    private static func sum(_ terms: Int...) -> Int {
        terms.reduce(0) { sum, term in
            let (value, overflows) = sum.addingReportingOverflow(term)
            return overflows ? .max : value
        }
    }
}
