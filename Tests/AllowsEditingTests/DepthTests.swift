import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Depth of samples")
struct DepthTests {
    /// Slopes that need all 16 bits.
    private func slope(_ layout: PixelLayout, _ width: Int, _ height: Int) -> DeepBitmap {
        var samples: [UInt16] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<layout.channels {
                    samples.append(UInt16(20_000 + 17 * x + 23 * y + 5_000 * channel))
                }
            }
        }
        return DeepBitmap(layout: layout, size: PixelSize(width: width, height: height), samples: samples)
    }

    private func file(_ picture: DeepBitmap) throws -> [UInt8] {
        try ImageEncoder.encode(picture, EncodeOptions(format: .png))
    }

    private func edit(_ bytes: [UInt8], _ info: ImageInfo, _ options: EditOptions) throws -> [EncodedImage] {
        try Workspace().edit(bytes.span, info, EditPlan(info, options), options).images
    }

    private func decode(_ bytes: [UInt8], _ info: ImageInfo) throws -> DeepBitmap {
        var request = DecodeRequest(layout: .pixels(info.layout), region: PixelRect(info.storedSize))
        request.depth = .sixteen
        return try DeepBitmap(decoding: bytes.span, request: request)
    }

    private func keep(_ size: OutputSize) -> EditOptions {
        var options = EditOptions(size: size)
        options.depth = .keep
        return options
    }

    @Test("16 bits are kept from PNG to PNG where that is asked for, and nowhere else")
    func rule() throws {
        var png = ImageInfo(format: .png, storedSize: PixelSize(width: 400, height: 300), channels: 3, bitDepth: 16)
        var options = keep(.atMost(100))
        func route() throws -> String { try EditPlan(png, options).route(of: png, isWhole: false) }
        #expect(try route() == "png rgb 16-bit")
        let deep = try EditPlan(png, options).memory
        options.isLinear = true
        #expect(try route() == "png rgb 16-bit linear")
        options.isLinear = false
        options.format = .png
        #expect(try route() == "png rgb 16-bit")
        for format in [ImageFormat.jpeg, .webP] {
            options.format = format
            #expect(try route() == "png rgb")
        }
        options.format = nil
        png.bitDepth = 8
        #expect(try route() == "png rgb")
        (png.bitDepth, options.depth) = (16, .eight)
        #expect(try route() == "png rgb")
        #expect(try deep > EditPlan(png, options).memory)
        let jpeg = ImageInfo(format: .jpeg, storedSize: PixelSize(width: 400, height: 300), channels: 3)
        #expect(try EditPlan(jpeg, keep(.full)).decode.depth == .eight)
    }

    @Test("a crop that is not scaled is the crop of the original, sample for sample, for every orientation")
    func crop() throws {
        for (layout, orientation) in PixelLayout.allCases.flatMap({ a in Orientation.allCases.map { (a, $0) } }) {
            let original = slope(layout, 61, 43)
            let bytes = try file(original)
            var info = try ImageInfo(probing: bytes.span)
            info.orientation = orientation
            var options = keep(.full)
            options.crop = .rect(PixelRect(x: 3, y: 5, width: 30, height: 21))
            let image = try edit(bytes, info, options)[0]
            let edited = try ImageInfo(probing: image.bytes.span)
            #expect(edited.bitDepth == 16 && edited.layout == layout)
            #expect(edited.storedSize == PixelSize(width: 30, height: 21))
            let upright = original.turned(orientation)
            let channels = layout.channels
            var expected: [UInt16] = []
            for y in 5..<26 {
                let start = (y * upright.size.width + 3) * channels
                expected += upright.samples[start..<start + 30 * channels]
            }
            let isSame = try decode(image.bytes, edited).samples == expected
            #expect(isSame)
        }
    }

    @Test("several sizes are what scaling the decoded picture gives", arguments: [false, true])
    func scaled(isLinear: Bool) throws {
        for layout in PixelLayout.allCases {
            let original = slope(layout, 300, 200)
            let bytes = try file(original)
            var info = try ImageInfo(probing: bytes.span)
            info.orientation = .leftBottom
            var options = keep(.atMost(90))
            options.sizes.append(.atMost(41))
            options.crop = .rect(PixelRect(x: 0, y: 0, width: 200, height: 200))
            options.isLinear = isLinear
            let images = try edit(bytes, info, options)
            for (image, side) in zip(images, [90, 41]) {
                let size = PixelSize(width: side, height: side)
                let stored = info.orientation.storedRect(
                    ofUpright: PixelRect(x: 0, y: 0, width: 200, height: 200), storedSize: info.storedSize)
                let expected = original.resampled(
                    to: size, box: SourceBox(stored), filter: .lanczos3, light: isLinear ? .linear : .encoded
                ).turned(info.orientation)
                let edited = try decode(image.bytes, ImageInfo(probing: image.bytes.span))
                let isSame = edited == expected
                #expect(isSame, "\(layout) \(side)")
                #expect(Set(edited.samples).count > 256)
            }
        }
    }

    @Test("without being asked to, 16 bits become 8 as before")
    func eight() throws {
        let bytes = try file(slope(.rgb, 60, 40))
        let info = try ImageInfo(probing: bytes.span)
        let image = try edit(bytes, info, EditOptions(size: .atMost(20)))[0]
        #expect(try ImageInfo(probing: image.bytes.span).bitDepth == 8)
    }

    @Test("every file of 16 bits of the corpus goes through", .enabled(if: Corpus.isPresent, "the corpus is not here"))
    func corpus() throws {
        var count = 0
        let folder = Corpus.path.appending("valid/pngsuite")
        for file in try folder.tree() where file.hasSuffix("16.png") {
            let bytes = try folder.appending(BytePath(file)).contents()
            let info = try ImageInfo(probing: bytes.span)
            #expect(info.bitDepth == 16)
            count += 1
            let image = try edit(bytes, info, keep(.atMost(17)))[0]
            let edited = try ImageInfo(probing: image.bytes.span)
            #expect(edited.bitDepth == 16 && edited.layout == info.layout, "\(file)")
        }
        #expect(count > 8)
    }
}
