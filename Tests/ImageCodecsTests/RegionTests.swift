import ImageCodecs
import Resampling
import Testing

@Suite("A region has the pixels of the whole picture")
struct RegionTests {
    static let scales = [1, 2, 4, 8]

    @Test(
        "JPEG, for every subsampling, scale and odd size",
        arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440], [false, true])
    func jpeg(subsampling: ChromaSubsampling, progressive: Bool) throws {
        for (width, height) in [(67, 53), (48, 32), (33, 90), (17, 16), (1, 40), (40, 1)] {
            let options = EncodeOptions(
                format: .jpeg, quality: 90, subsampling: subsampling, progressive: progressive)
            let bytes = try ImageEncoder.encode(pattern(.rgb, width, height), options)
            let info = try ImageInfo(probing: bytes.span)
            for eighths in Self.scales {
                let result = try compareRegions(bytes, info, layout: .rgb, eighths: eighths)
                #expect(result.different.isEmpty, "\(width)×\(height) at \(eighths)/8")
            }
        }
    }

    @Test("gray JPEG, and color read as gray")
    func grayJPEG() throws {
        for layout in [PixelLayout.gray, .rgb] {
            let bytes = try ImageEncoder.encode(pattern(layout, 61, 77), EncodeOptions(format: .jpeg))
            let info = try ImageInfo(probing: bytes.span)
            for eighths in Self.scales {
                let result = try compareRegions(bytes, info, layout: .gray, eighths: eighths)
                #expect(result.different.isEmpty, "\(eighths)/8")
            }
        }
    }

    @Test(
        "JPEG of samplings and codings that our encoder does not write",
        .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func unusualJPEG() throws {
        var (files, compared) = (0, 0)
        let names = [
            "sample", "mixed", "restart", "noninterleaved", "cmyk", "rgb", "arithmetic", "scans", "spectral", "gray",
        ]
        for file in Corpus.files(below: "valid/generated", format: "jpeg")
        where names.contains(where: { file.name.contains("jpeg_" + $0) || file.name.contains("prog_" + $0) }) {
            let bytes = try #require(contents(of: file.path))
            let info = try ImageInfo(probing: bytes.span)
            files += 1
            for eighths in Self.scales {
                let result = try compareRegions(
                    bytes, info, layout: info.layout, eighths: eighths, step: 13, rowsPerColumns: 3)
                compared += result.compared
                #expect(result.different.isEmpty, "\(file.name) at \(eighths)/8")
            }
        }
        print("JPEG regions: \(compared) of \(files) files equal the whole picture's")
        #expect(files > 30)
    }

    @Test("PNG in every layout", arguments: PixelLayout.allCases)
    func png(layout: PixelLayout) throws {
        let bytes = try ImageEncoder.encode(pattern(layout, 37, 41), EncodeOptions(format: .png))
        let result = try compareRegions(bytes, ImageInfo(probing: bytes.span), layout: layout)
        #expect(result.different.isEmpty)
    }

    @Test("WebP, lossy and lossless, with and without alpha", arguments: [false, true], [PixelLayout.rgb, .rgba])
    func webP(lossless: Bool, layout: PixelLayout) throws {
        for (width, height) in [(67, 53), (1, 9), (32, 48)] {
            let options = EncodeOptions(format: .webP, quality: 70, lossless: lossless)
            let bytes = try ImageEncoder.encode(pattern(layout, width, height), options)
            let result = try compareRegions(bytes, ImageInfo(probing: bytes.span), layout: layout)
            #expect(result.different.isEmpty, "\(width)×\(height)")
        }
    }

    @Test(
        "interlaced PNG, animated WebP and whatever else is small",
        .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpus() throws {
        var (files, compared) = (0, 0)
        for file in Corpus.files(below: "valid") where file.format == "png" || file.format == "webp" {
            guard let bytes = contents(of: file.path), bytes.count < 60000,
                let info = try? ImageInfo(probing: bytes.span), info.storedSize.width * info.storedSize.height < 40000,
                (try? Bitmap(decoding: bytes.span)) != nil
            else { continue }
            files += 1
            let result = try compareRegions(bytes, info, layout: info.layout, step: 11, rowsPerColumns: 2)
            compared += result.compared
            #expect(result.different.isEmpty, "\(file.name)")
        }
        print("PNG and WebP regions: \(compared) of \(files) files equal the whole picture's")
        #expect(files > 100)
    }
}
