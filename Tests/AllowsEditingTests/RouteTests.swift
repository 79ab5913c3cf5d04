import ImageCodecs
import Testing

@testable import AllowsEditing

/// The fast routes give the pictures of the general one.
@Suite("Routes")
struct RouteTests {
    /// A picture with soft structure in all channels: waves of 16 pixels and more once its shorter side is `side`, so that
    /// half a pixel of displacement shows and what the routes are free to do with detail does not.
    private static func soft(_ width: Int, _ height: Int, side: Int) -> Bitmap {
        let unit = 12 * Double(min(width, height)) / Double(side)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / unit, Double(y) / unit)
                bytes += [wave(u * 2 + v), wave(v * 2.5 - u), wave(u + v * 0.5 + 1)]
            }
        }
        return Bitmap(layout: .rgb, size: PixelSize(width: width, height: height), bytes: bytes)
    }

    /// A wave of parabolas of period 4 as a sample between 40 and 215: close to a sine, and so without corners that a scaled
    /// decode could not hold.
    private static func wave(_ x: Double) -> UInt8 {
        let phase = (x - (x / 4).rounded(.down) * 4) / 2
        let arch = phase < 1 ? 4 * phase * (1 - phase) : -4 * (phase - 1) * (2 - phase)
        return UInt8((127.5 + 87.5 * arch).rounded())
    }

    private static func meanSquaredError(_ a: Bitmap, _ b: Bitmap) -> Double {
        let sum = zip(a.bytes, b.bytes).reduce(0.0) { $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))) }
        return sum / Double(a.bytes.count)
    }

    /// The picture that the options ask for, computed from the whole upright original in one plain step, and then encoded and
    /// decoded as the edited one, so that what encoding loses is lost in both.
    private static func reference(_ original: Bitmap, _ plan: EditPlan, _ options: EditOptions) throws -> Bitmap {
        let scaled = original.turned(plan.orientation).cropped(to: plan.cropRect)
            .resampled(to: plan.outputs[0].size, filter: options.filter, light: options.isLinear ? .linear : .encoded)
        let encoded = try ImageEncoder.encode(
            scaled, EncodeOptions(format: plan.format, quality: options.quality, subsampling: plan.subsampling))
        return try Bitmap(decoding: encoded.span)
    }

    @Test(
        "JPEG planes come out as the pixels would, for every orientation, sampling and odd size",
        arguments: Orientation.allCases)
    func jpegPlanes(_ orientation: Orientation) throws {
        for sampling in [ChromaSubsampling.yuv420, .yuv422, .yuv444] { try jpegPlanes(orientation, sampling) }
    }

    private func jpegPlanes(_ orientation: Orientation, _ sampling: ChromaSubsampling) throws {
        for (width, height, side) in [(333, 251, 31), (333, 251, 64), (250, 334, 127), (251, 333, 200)] {
            let encoded = try ImageEncoder.encode(
                Self.soft(width, height, side: side), EncodeOptions(format: .jpeg, quality: 98, subsampling: sampling))
            let original = try Bitmap(decoding: encoded.span)
            var info = try ImageInfo(probing: encoded.span)
            info.orientation = orientation
            for (format, output) in [(ImageFormat.png, ChromaSubsampling.yuv444), (.jpeg, .yuv420), (.jpeg, .yuv422)] {
                for crop in [
                    Crop.gravity(x: 0, y: 0), .gravity(x: 1, y: 1),
                    .fractions(x: 0.21, y: 0.13, width: 0.7, height: 0.8),
                ] {
                    var options = EditOptions(size: .atMost(side))
                    options.format = format
                    options.subsampling = output
                    options.quality = 98
                    options.crop = crop
                    let plan = try EditPlan(info, options)
                    #expect(plan.decode.layout == .planes(alpha: false))
                    let edited = try Workspace().edit(encoded.span, info, plan, options).images[0].bitmap()
                    let error = try Self.meanSquaredError(edited, Self.reference(original, plan, options))
                    // A mean squared error of 6 is 40 dB; half a pixel of displacement would be 60 and more.
                    #expect(error < 6, "\(width)×\(height) to \(side) \(format) \(output) \(crop)")
                }
            }
        }
    }

    @Test("WebP planes come out as the pixels would, in full range", arguments: Orientation.allCases)
    func webPPlanes(_ orientation: Orientation) throws {
        let encoded = try ImageEncoder.encode(Self.soft(301, 211, side: 77), EncodeOptions(format: .webP, quality: 98))
        let original = try Bitmap(decoding: encoded.span)
        var info = try ImageInfo(probing: encoded.span)
        info.orientation = orientation
        for format in ImageFormat.allCases {
            for crop in [Crop.center, .fractions(x: 0.31, y: 0.17, width: 0.5, height: 0.6)] {
                var options = EditOptions(size: .atMost(77))
                options.format = format
                options.quality = 98
                options.crop = crop
                let plan = try EditPlan(info, options)
                #expect(plan.decode.layout == .planes(alpha: false))
                let edited = try Workspace().edit(encoded.span, info, plan, options).images[0].bitmap()
                #expect(try Self.meanSquaredError(edited, Self.reference(original, plan, options)) < 12)
            }
        }
    }

    @Test("a large WebP that the decoder scales comes out as the others do", arguments: Orientation.allCases)
    func scaledWebP(_ orientation: Orientation) throws {
        let encoded = try ImageEncoder.encode(Self.soft(403, 301, side: 48), EncodeOptions(format: .webP, quality: 98))
        let original = try Bitmap(decoding: encoded.span)
        var info = try ImageInfo(probing: encoded.span)
        info.orientation = orientation
        for crop in [Crop.gravity(x: 1, y: 1), .fractions(x: 0.131, y: 0.117, width: 0.7, height: 0.8)] {
            var options = EditOptions(size: .atMost(48))
            options.format = .jpeg
            options.quality = 98
            options.crop = crop
            options.limits.unscaledPixels = 0
            let plan = try EditPlan(info, options)
            #expect(plan.decode.scaledSize != nil)
            let edited = try Workspace().edit(encoded.span, info, plan, options).images[0].bitmap()
            #expect(try Self.meanSquaredError(edited, Self.reference(original, plan, options)) < 12)
        }
    }

    @Test("WebP with alpha becomes the JPEG that the background shows through, whatever the crop")
    func webPAlpha() throws {
        let size = PixelSize(width: 301, height: 211)
        let opaque = Self.soft(size.width, size.height, side: 77)
        var bytes: [UInt8] = []
        for index in 0..<size.width * size.height {
            bytes += opaque.bytes[index * 3..<index * 3 + 3]
            // Alpha falls from left to right, in a wave.
            bytes.append(Self.wave(Double(index % size.width) / 40))
        }
        let encoded = try ImageEncoder.encode(
            Bitmap(layout: .rgba, size: size, bytes: bytes), EncodeOptions(format: .webP, quality: 98))
        let info = try ImageInfo(probing: encoded.span)
        for background in [RGBColor.white, .black, RGBColor(red: 20, green: 200, blue: 90)] {
            for crop in [Crop.center, .fractions(x: 0.31, y: 0.17, width: 0.5, height: 0.6)] {
                var options = EditOptions(size: .atMost(77))
                options.format = .jpeg
                options.quality = 98
                options.crop = crop
                options.background = background
                let plan = try EditPlan(info, options)
                #expect(plan.decode.layout == .planes(alpha: false))
                let edited = try Workspace().edit(encoded.span, info, plan, options).images[0].bitmap()
                let original = try Bitmap(decoding: encoded.span).composited(over: background)
                #expect(try Self.meanSquaredError(edited, Self.reference(original, plan, options)) < 12)
            }
        }
    }

    @Test("linear light goes all the way, through scaled decoding and every format")
    func linearLight() throws {
        for format in ImageFormat.allCases {
            let encoded = try ImageEncoder.encode(
                Self.soft(333, 251, side: 64), EncodeOptions(format: format, quality: 98, subsampling: .yuv444))
            let original = try Bitmap(decoding: encoded.span)
            var info = try ImageInfo(probing: encoded.span)
            for (side, orientation) in [
                (64, Orientation.topLeft), (64, .rightTop), (200, .bottomLeft), (251, .topLeft),
            ] {
                var options = EditOptions(size: .atMost(side))
                options.isLinear = true
                options.format = .png
                info.orientation = orientation
                let plan = try EditPlan(info, options)
                let edited = try Workspace().edit(encoded.span, info, plan, options).images[0].bitmap()
                let error = try Self.meanSquaredError(edited, Self.reference(original, plan, options))
                #expect(error < 6, "\(format) to \(side)")
            }
        }
    }

    @Test("fine black and white becomes as bright as it looks from afar")
    func brightness() throws {
        let size = PixelSize(width: 64, height: 64)
        let board = Bitmap(layout: .gray, size: size, bytes: (0..<4096).map { ($0 + $0 / 64) % 2 == 0 ? 255 : 0 })
        let encoded = try ImageEncoder.encode(board, EncodeOptions(format: .png))
        let info = try ImageInfo(probing: encoded.span)
        var options = EditOptions(size: .atMost(8))
        for (isLinear, range) in [(true, 187...189), (false, 127...128)] {
            options.isLinear = isLinear
            let edit = try Workspace().edit(encoded.span, info, EditPlan(info, options), options)
            let isGray = try edit.images[0].bitmap().bytes.allSatisfy { range.contains(Int($0)) }
            #expect(isGray)
        }
    }

    @Test("several sizes of one decode are the pictures that each would be from that decode")
    func severalSizes() throws {
        let encoded = try ImageEncoder.encode(Self.soft(400, 300, side: 24), EncodeOptions(format: .jpeg, quality: 95))
        let info = try ImageInfo(probing: encoded.span)
        var options = EditOptions(size: .atMost(60))
        options.sizes = [.atMost(60), .atMost(32), .atMost(41)]
        let plan = try EditPlan(info, options)
        let images = try Workspace().edit(encoded.span, info, plan, options).images
        #expect(images.map(\.size.width) == [60, 32, 41])
        for (image, output) in zip(images, plan.outputs) {
            let original = try Bitmap(decoding: encoded.span)
            let single = EditOptions(size: output.request)
            let reference = try Self.reference(original, EditPlan(info, single), single)
            #expect(Self.meanSquaredError(try image.bitmap(), reference) < 6)
        }
    }
}
