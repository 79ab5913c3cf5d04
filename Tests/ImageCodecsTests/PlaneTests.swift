import ImageCodecs
import Resampling
import Testing

@Suite("Planes of luma and chroma")
struct PlaneTests {
    private func planes(_ bytes: [UInt8], _ region: PixelRect, eighths: Int = 8) throws -> [Bitmap] {
        let request = DecodeRequest(layout: .planes(alpha: false), region: region, scaleEighths: eighths)
        return try [Bitmap](decodingPlanes: bytes.span, format: .jpeg, request: request)
    }

    private func jpeg(_ width: Int, _ height: Int, _ subsampling: ChromaSubsampling) throws -> [UInt8] {
        try ImageEncoder.encode(
            pattern(.rgb, width, height), EncodeOptions(format: .jpeg, quality: 90, subsampling: subsampling))
    }

    @Test("luma is what the picture gives as gray, at every scale", arguments: [1, 2, 4, 8])
    func luma(eighths: Int) throws {
        for subsampling in [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440] {
            for (width, height) in [(67, 53), (16, 33), (1, 1), (15, 17)] {
                let bytes = try jpeg(width, height, subsampling)
                let whole = PixelRect(
                    DecodeRequest.scaledSize(of: PixelSize(width: width, height: height), eighths: eighths))
                let gray = try Bitmap(
                    decoding: bytes.span, format: .jpeg,
                    request: DecodeRequest(layout: .pixels(.gray), region: whole, scaleEighths: eighths))
                #expect(try planes(bytes, whole, eighths: eighths)[0] == gray, "\(width)×\(height) \(subsampling)")
            }
        }
    }

    @Test("chroma without subsampling is what the picture gives as color")
    func chroma() throws {
        let bytes = try jpeg(45, 31, .yuv444)
        let whole = PixelRect(x: 0, y: 0, width: 45, height: 31)
        let planes = try planes(bytes, whole)
        let rgb = try Bitmap(decoding: bytes.span)
        for index in 0..<45 * 31 {
            // JFIF: R = Y + 1.402 (Cr − 128), B = Y + 1.772 (Cb − 128).
            let (y, cb, cr) = (planes[0].bytes[index], planes[1].bytes[index], planes[2].bytes[index])
            let red = Double(y) + 1.402 * (Double(cr) - 128)
            let blue = Double(y) + 1.772 * (Double(cb) - 128)
            #expect(abs(min(max(red, 0), 255) - Double(rgb.bytes[index * 3])) <= 1)
            #expect(abs(min(max(blue, 0), 255) - Double(rgb.bytes[index * 3 + 2])) <= 1)
        }
    }

    @Test("a region's planes are whole rows of the picture's planes, from the start of an iMCU row")
    func region() throws {
        for subsampling in [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440] {
            let bytes = try jpeg(67, 93, subsampling)
            for eighths in [1, 2, 4, 8] {
                let size = DecodeRequest.scaledSize(of: PixelSize(width: 67, height: 93), eighths: eighths)
                let whole = try planes(bytes, PixelRect(size), eighths: eighths)
                for region in regions(in: size, step: 7, rowsPerColumns: 3) {
                    let request = DecodeRequest(layout: .planes(alpha: false), region: region, scaleEighths: eighths)
                    let rects = try planeRects(bytes, request)
                    let part = try planes(bytes, region, eighths: eighths)
                    for (index, rect) in rects.enumerated() {
                        #expect(part[index] == whole[index].cropped(to: rect))
                        // Rows of the plane that the region's rows lie in.
                        let (h, v) = (size.height, whole[index].size.height)
                        #expect(rect.x == 0 && rect.width == whole[index].size.width)
                        #expect(rect.y * h <= region.y * v)
                        #expect((rect.y + rect.height) * h >= (region.y + region.height - 1) * v)
                    }
                }
            }
        }
    }

    @Test("planes written and read again keep their sizes and, nearly, their samples")
    func roundTrip() throws {
        for (width, height) in [(1, 1), (15, 16), (17, 33), (64, 47)] {
            for subsampling in [ChromaSubsampling.yuv444, .yuv422, .yuv420, .yuv440] {
                let factors = try #require(subsampling.factors)
                let luma = pattern(.gray, width, height, noise: 4)
                let (w, h) = (
                    (width + factors.horizontal - 1) / factors.horizontal,
                    (height + factors.vertical - 1) / factors.vertical
                )
                let (cb, cr) = (pattern(.gray, w, h, noise: 2), pattern(.gray, w, h, noise: 3))
                let options = EncodeOptions(format: .jpeg, quality: 100, subsampling: subsampling)
                let bytes = try ImageEncoder.encode(luma: luma, cb: cb, cr: cr, options)
                #expect(try ImageInfo(probing: bytes.span).chromaSubsampling == subsampling)
                let read = try planes(bytes, PixelRect(luma.size))
                for (before, after) in zip([luma, cb, cr], read) {
                    #expect(before.size == after.size)
                    #expect(squaredError(before, after) < 2)
                }
            }
        }
    }

    @Test("planes of a size that does not fit are refused")
    func wrongSize() {
        let plane = pattern(.gray, 16, 16)
        #expect {
            try ImageEncoder.encode(luma: plane, cb: plane, cr: plane, EncodeOptions(format: .jpeg))
        } throws: { ($0 as? ImageError)?.kind == "encoding" }
    }

    @Test("lossy WebP gives planes that cover the region from an even corner")
    func webP() throws {
        let bytes = try ImageEncoder.encode(pattern(.rgba, 67, 53), EncodeOptions(format: .webP))
        let info = try ImageInfo(probing: bytes.span)
        #expect(info.hasPlanes)
        func read(_ region: PixelRect) throws -> (rects: [PixelRect], planes: [Bitmap]) {
            let request = DecodeRequest(layout: .planes(alpha: true), region: region)
            return (
                try planeRects(bytes, request, format: .webP),
                try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
            )
        }
        let whole = try read(PixelRect(info.storedSize)).planes
        #expect(whole.map(\.size.width) == [67, 34, 34, 67])
        for region in regions(in: info.storedSize, step: 5, rowsPerColumns: 3) {
            let part = try read(region)
            #expect(part.rects[0].x == region.x / 2 * 2 && part.rects[0].y == region.y / 2 * 2)
            #expect(part.rects[0].x + part.rects[0].width == region.x + region.width)
            #expect(part.rects[0].y + part.rects[0].height == region.y + region.height)
            for (index, rect) in part.rects.enumerated() {
                #expect(part.planes[index] == whole[index].cropped(to: rect))
            }
        }
    }

    @Test("planes of a WebP with alpha are laid over the background")
    func webPBackground() throws {
        // Odd sides, so that the last samples of chroma cover fewer pixels.
        let bytes = try ImageEncoder.encode(pattern(.rgba, 67, 53), EncodeOptions(format: .webP))
        let background = RGBColor(red: 200, green: 40, blue: 90)
        // The samples of video range that BT.601 gives for it.
        let samples = [96.0, 126, 195]
        for region in [PixelRect(x: 0, y: 0, width: 67, height: 53), PixelRect(x: 13, y: 9, width: 30, height: 21)] {
            var request = DecodeRequest(layout: .planes(alpha: true), region: region)
            let planes = try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
            request.layout = .planes(alpha: false)
            request.background = background
            let blended = try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
            #expect(blended.count == 3)
            let alpha = planes[3]
            for (index, plane) in blended.enumerated() {
                let step = index == 0 ? 1 : 2
                for y in 0..<plane.size.height {
                    for x in 0..<plane.size.width {
                        let covered = [(0, 0), (1, 0), (0, 1), (1, 1)].prefix(step * step).map { dx, dy in
                            let column = min(x * step + dx, alpha.size.width - 1)
                            let row = min(y * step + dy, alpha.size.height - 1)
                            return Double(alpha.bytes[row * alpha.size.width + column])
                        }
                        let opacity = (covered.reduce(0, +) / Double(covered.count)).rounded() / 255
                        let sample = Double(planes[index].bytes[y * plane.size.width + x])
                        let expected = sample * opacity + samples[index] * (1 - opacity)
                        // The mean of alpha may be rounded to either side.
                        let error = abs(Double(plane.bytes[y * plane.size.width + x]) - expected)
                        #expect(error <= (step == 1 ? 0.5 : 1.2), "plane \(index), \(x), \(y)")
                    }
                }
            }
        }
    }

    @Test("memory that outlives a decoder changes no sample")
    func scratch() throws {
        let scratch = DecoderScratch(keptBytes: 20_000)
        for (format, side) in [(ImageFormat.webP, 40), (.webP, 200), (.png, 90), (.webP, 64), (.png, 300), (.png, 10)] {
            let bytes = try ImageEncoder.encode(pattern(.rgb, side, side), EncodeOptions(format: format))
            let region = PixelRect(x: 0, y: 0, width: side, height: side)
            let request = DecodeRequest(layout: .pixels(.rgb), region: region, allowsWholePicture: true)
            let kept = try Bitmap(decoding: bytes.span, format: format, request: request, scratch: scratch)
            #expect(kept == (try Bitmap(decoding: bytes.span, format: format, request: request)))
        }
    }

    @Test("the loop filter changes the edges of blocks alone, and is run unless told otherwise")
    func loopFilter() throws {
        let flat = pattern(.rgb, 128, 96, noise: 1)
        let bytes = try ImageEncoder.encode(flat, EncodeOptions(format: .webP, quality: 20))
        var request = DecodeRequest(
            layout: .planes(alpha: false), region: PixelRect(x: 0, y: 0, width: 128, height: 96))
        let filtered = try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
        request.skipsLoopFilter = true
        let unfiltered = try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
        #expect(filtered != unfiltered)
        #expect(squaredError(filtered[0], unfiltered[0]) < 20)
    }

    @Test("WebP is scaled by the decoder to the size that is asked for")
    func scaledWebP() throws {
        let flat = Bitmap(
            layout: .rgb, size: PixelSize(width: 64, height: 48), bytes: [UInt8](repeating: 90, count: 64 * 48 * 3))
        let bytes = try ImageEncoder.encode(flat, EncodeOptions(format: .webP, quality: 100))
        let region = PixelRect(x: 4, y: 8, width: 41, height: 33)
        let scaled = PixelSize(width: 20, height: 11)
        var request = DecodeRequest(layout: .pixels(.rgb), region: region, scaledSize: scaled)
        let bitmap = try Bitmap(decoding: bytes.span, format: .webP, request: request)
        #expect(bitmap.size == scaled)
        #expect(bitmap.bytes.allSatisfy { abs(Int($0) - 90) <= 2 })
        request.layout = .planes(alpha: false)
        let planes = try [Bitmap](decodingPlanes: bytes.span, format: .webP, request: request)
        #expect(planes.map(\.size.width) == [20, 10, 10])
        #expect(planes.map(\.size.height) == [11, 6, 6])
    }
}
