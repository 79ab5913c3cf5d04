import ImageCodecs
import Resampling
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("What is written can be read again")
struct EncoderTests {
    static let sizes = [(1, 1), (3, 2), (17, 9), (64, 50), (1, 100), (100, 1)]

    @Test("PNG keeps every sample", arguments: PixelLayout.allCases)
    func png(layout: PixelLayout) throws {
        for (width, height) in Self.sizes {
            let bitmap = pattern(layout, width, height, noise: 255)
            let bytes = try ImageEncoder.encode(bitmap, EncodeOptions(format: .png))
            #expect(try ImageInfo(probing: bytes.span).layout == layout)
            #expect(try Bitmap(decoding: bytes.span) == bitmap)
        }
    }

    @Test("lossless WebP keeps every sample, those of invisible pixels too", arguments: PixelLayout.allCases)
    func losslessWebP(layout: PixelLayout) throws {
        for (width, height) in Self.sizes {
            let bitmap = pattern(layout, width, height, noise: 255)
            let bytes = try ImageEncoder.encode(bitmap, EncodeOptions(format: .webP, lossless: true))
            let info = try ImageInfo(probing: bytes.span)
            #expect(info.isLossless && info.storedSize == bitmap.size)
            // WebP knows colors alone, and leaves out an alpha that is opaque everywhere.
            let decoded = try Bitmap(decoding: bytes.span, layout: .rgba)
            #expect(decoded.bytes == expanded(bitmap))
        }
    }

    private func expanded(_ bitmap: Bitmap) -> [UInt8] {
        stride(from: 0, to: bitmap.bytes.count, by: bitmap.layout.channels).flatMap { start in
            let samples = Array(bitmap.bytes[start..<start + bitmap.layout.channels])
            return switch bitmap.layout {
            case .gray: [samples[0], samples[0], samples[0], 255]
            case .grayAlpha: [samples[0], samples[0], samples[0], samples[1]]
            case .rgb: samples + [255]
            case .rgba: samples
            }
        }
    }

    @Test("JPEG comes back within 35 dB at quality 95", arguments: [PixelLayout.gray, .rgb], [false, true])
    func jpeg(layout: PixelLayout, progressive: Bool) throws {
        for subsampling in [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440] {
            let options = EncodeOptions(
                format: .jpeg, quality: 95, subsampling: subsampling, progressive: progressive)
            let bitmap = smooth(layout, 120, 90)
            let bytes = try ImageEncoder.encode(bitmap, options)
            let info = try ImageInfo(probing: bytes.span)
            #expect(info.isProgressive == progressive && info.layout == layout)
            #expect(info.chromaSubsampling == (layout == .gray ? nil : subsampling))
            let decoded = try Bitmap(decoding: bytes.span)
            #expect(10 * log10(255 * 255 / squaredError(bitmap, decoded)) > 35)
        }
    }

    @Test("lossy WebP comes back within 30 dB at quality 90", arguments: PixelLayout.allCases)
    func lossyWebP(layout: PixelLayout) throws {
        let bitmap = smooth(layout, 120, 90)
        let bytes = try ImageEncoder.encode(bitmap, EncodeOptions(format: .webP, quality: 90))
        let info = try ImageInfo(probing: bytes.span)
        #expect(!info.isLossless && info.hasAlpha == layout.hasAlpha)
        let decoded = try Bitmap(decoding: bytes.span, layout: .rgba)
        let expected = Bitmap(layout: .rgba, size: bitmap.size, bytes: expanded(bitmap))
        #expect(10 * log10(255 * 255 / squaredError(expected, decoded)) > 30)
    }

    /// Slow slopes, as photographs have.
    private func smooth(_ layout: PixelLayout, _ width: Int, _ height: Int) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<layout.channels { bytes.append(UInt8((x + (channel + 1) * y / 2) / 2 + 40)) }
            }
        }
        return Bitmap(layout: layout, size: PixelSize(width: width, height: height), bytes: bytes)
    }

    @Test("a size that the format cannot hold is refused, and the limit named")
    func tooLarge() throws {
        for (format, side) in [(ImageFormat.jpeg, 65500), (.webP, 16383)] {
            #expect(format.maximumSide == side)
            for size in [PixelSize(width: side + 1, height: 1), PixelSize(width: 1, height: side + 1)] {
                let bitmap = Bitmap(layout: .rgb, size: size, bytes: [UInt8](repeating: 9, count: (side + 1) * 3))
                #expect {
                    try ImageEncoder.encode(bitmap, EncodeOptions(format: format))
                } throws: {
                    guard case .encoding(format, let reason)? = $0 as? ImageError else { return false }
                    return reason.contains("\(side)")
                }
            }
            let largest = Bitmap(
                layout: .rgb, size: PixelSize(width: side, height: 1), bytes: [UInt8](repeating: 9, count: side * 3))
            let bytes = try ImageEncoder.encode(largest, EncodeOptions(format: format))
            #expect(try ImageInfo(probing: bytes.span).storedSize == largest.size)
        }
    }

    @Test("JPEG refuses alpha, and values without meaning")
    func refusals() {
        let refused: [(Bitmap, EncodeOptions)] = [
            (pattern(.rgba, 4, 4), EncodeOptions(format: .jpeg)),
            (pattern(.grayAlpha, 4, 4), EncodeOptions(format: .jpeg)),
            (pattern(.rgb, 4, 4), EncodeOptions(format: .jpeg, quality: 0)),
            (pattern(.rgb, 4, 4), EncodeOptions(format: .jpeg, quality: 101)),
            (pattern(.rgb, 4, 4), EncodeOptions(format: .jpeg, subsampling: .yuv411)),
            (pattern(.rgb, 4, 4), EncodeOptions(format: .webP, quality: 101)),
            (Bitmap(layout: .rgb, size: PixelSize(width: 0, height: 4), bytes: []), EncodeOptions(format: .png)),
        ]
        for (bitmap, options) in refused {
            #expect { try ImageEncoder.encode(bitmap, options) } throws: { ($0 as? ImageError)?.kind == "encoding" }
        }
    }

    @Test("equal pixels give equal files")
    func deterministic() throws {
        for format in ImageFormat.allCases {
            let bitmap = pattern(.rgb, 60, 40)
            let options = EncodeOptions(format: format)
            #expect(try ImageEncoder.encode(bitmap, options) == ImageEncoder.encode(bitmap, options))
        }
    }
}
