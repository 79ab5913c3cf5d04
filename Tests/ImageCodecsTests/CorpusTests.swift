import ImageCodecs
import Resampling
import Testing

/// Our decoders against the libraries' own commands, over pictures from elsewhere.
@Suite("Valid pictures decode as the reference decoders do")
struct CorpusTests {
    /// Decodes with us and with the oracle. A file counts as compared if the oracle reads it without a word.
    private func compare(
        _ files: [Corpus.File], command: String, layout: (PortableMap, ImageInfo) -> PixelLayout
    ) -> (compared: Int, oracleComplains: Int) {
        var (compared, complaints) = (0, 0)
        for file in files {
            guard let bytes = contents(of: file.path), let result = run(command, file.path) else { continue }
            guard result.isQuiet, let expected = PortableMap(result.output) else {
                complaints += 1
                continue
            }
            compared += 1
            do {
                let info = try ImageInfo(probing: bytes.span)
                let bitmap = try Bitmap(decoding: bytes.span, layout: layout(expected, info))
                #expect(info.storedSize == expected.size, "\(file.name)")
                #expect(bitmap.size == expected.size, "\(file.name)")
                let samples =
                    expected.channels == 2 && bitmap.layout == .rgba ? expanded(expected.bytes) : expected.bytes
                #expect(bitmap.bytes == samples, "\(file.name) has other pixels")
            } catch {
                Issue.record("\(file.name): \(error)")
            }
        }
        return (compared, complaints)
    }

    /// Gray and alpha as red, green, blue and alpha.
    private func expanded(_ samples: [UInt8]) -> [UInt8] {
        stride(from: 0, to: samples.count, by: 2).flatMap { index in
            [samples[index], samples[index], samples[index], samples[index + 1]]
        }
    }

    @Test(
        "every JPEG is byte for byte what djpeg writes", .enabled(if: Corpus.isPresent, "the corpus is not here"),
        .enabled(if: isInstalled("djpeg"), "djpeg is not installed"))
    func jpeg() {
        let files = Corpus.files(below: "valid", format: "jpeg")
        let counts = compare(files, command: "djpeg -ppm") { map, _ in map.channels == 1 ? .gray : .rgb }
        print(
            "JPEG: \(counts.compared) compared with djpeg, \(counts.oracleComplains) left out because djpeg warns or fails"
        )
        #expect(counts.compared > 100)
    }

    @Test(
        "every PNG is byte for byte what pngtopam writes", .enabled(if: Corpus.isPresent, "the corpus is not here"),
        .enabled(if: isInstalled("pngtopam"), "pngtopam is not installed"))
    func png() {
        // pngtopam compares the transparent color of RGB pictures wrongly (seen in netpbm 11.1); the files that have one have
        // tests of their own.
        let files = Corpus.files(below: "valid", format: "png").filter { file in
            guard let bytes = contents(of: file.path), let info = try? ImageInfo(probing: bytes.span) else {
                return true
            }
            return !(info.hasAlpha && bytes[25] == 2)
        }
        let counts = compare(files, command: "pngtopam -alphapam") { map, info in
            // It writes gray where a palette holds nothing else.
            map.channels == 2 && info.channels == 1 ? .grayAlpha : .rgba
        }
        print(
            "PNG: \(counts.compared) compared with pngtopam, \(counts.oracleComplains) left out because it warns or fails"
        )
        #expect(counts.compared > 100)
    }

    @Test(
        "every WebP is byte for byte what dwebp writes", .enabled(if: Corpus.isPresent, "the corpus is not here"),
        .enabled(if: isInstalled("dwebp"), "dwebp is not installed"))
    func webP() {
        // dwebp dithers smooth areas unless it is told not to; it reports to stderr unless it is quiet.
        let files = Corpus.files(below: "valid", format: "webp")
        let counts = compare(files, command: "dwebp -quiet -nodither -pam -o - --") { _, _ in .rgba }
        print(
            "WebP: \(counts.compared) compared with dwebp, \(counts.oracleComplains) left out because it warns or fails"
        )
        #expect(counts.compared > 50)
    }

    @Test(
        "planes are given exactly where the header promises them",
        .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func planes() {
        var counts = [true: 0, false: 0]
        for file in Corpus.files(below: "valid") {
            guard let bytes = contents(of: file.path), let info = try? ImageInfo(probing: bytes.span),
                info.format != .png,
                (try? Bitmap(decoding: bytes.span)) != nil
            else { continue }
            counts[info.hasPlanes, default: 0] += 1
            for eighths in info.format == .jpeg ? [1, 2, 4, 8] : [8] {
                let size = DecodeRequest.scaledSize(of: info.storedSize, eighths: eighths)
                let request = DecodeRequest(
                    layout: .planes(alpha: info.hasAlpha), region: PixelRect(size), scaleEighths: eighths)
                let planes = try? [Bitmap](decodingPlanes: bytes.span, format: info.format, request: request)
                #expect((planes != nil) == info.hasPlanes, "\(file.name)")
                #expect(planes == nil || planes?[0].size == size, "\(file.name)")
            }
        }
        print("planes: given for \(counts[true] ?? 0) files, refused for \(counts[false] ?? 0)")
        #expect((counts[true] ?? 0) > 100 && (counts[false] ?? 0) > 50)
    }
}
