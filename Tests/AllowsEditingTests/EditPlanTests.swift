import Testing

@testable import AllowsEditing
@testable import ImageCodecs

@Suite("Edit plan")
struct EditPlanTests {
    private let gravities: [Crop] = [0, 0.5, 1].flatMap { x in [0, 0.5, 1].map { y in .gravity(x: x, y: y) } }

    private func info(_ size: PixelSize, _ orientation: Orientation = .topLeft) -> ImageInfo {
        ImageInfo(format: .jpeg, storedSize: size, orientation: orientation, channels: 3)
    }

    @Test(
        "every small size, orientation and gravity yields a square inside the picture", arguments: Orientation.allCases)
    func exhaustive(_ orientation: Orientation) throws {
        // Expectations are counted instead of made one by one: there are hundreds of thousands.
        var faults = 0
        for width in 1...64 {
            for height in 1...64 {
                let stored = PixelSize(width: width, height: height)
                let upright = orientation.uprightSize(ofStored: stored)
                for crop in gravities {
                    var options = EditOptions(size: .atMost(20))
                    options.crop = crop
                    let plan = try EditPlan(info(stored, orientation), options)
                    let rect = plan.cropRect
                    let side = min(width, height)
                    guard case .gravity(let x, let y) = crop else { continue }
                    let holds =
                        rect.width == side && rect.height == side
                        && rect.x == Int(Double(upright.width - side) * x)
                        && rect.y == Int(Double(upright.height - side) * y)
                        && plan.outputs[0].size == PixelSize(width: min(side, 20), height: min(side, 20))
                        && plan.storedRegion == naiveStoredRect(rect, orientation, stored)
                        && covers(plan, stored)
                    if !holds { faults += 1 }
                }
            }
        }
        #expect(faults == 0)
    }

    /// The smallest stored rectangle that holds all pixels whose upright place lies in `upright`, found pixel by pixel at
    /// the corners.
    private func naiveStoredRect(_ upright: PixelRect, _ orientation: Orientation, _ stored: PixelSize) -> PixelRect {
        let size = orientation.uprightSize(ofStored: stored)
        let (w, h) = (size.width, size.height)
        func storedPixel(_ x: Int, _ y: Int) -> (Int, Int) {
            switch orientation {
            case .topLeft: (x, y)
            case .topRight: (w - 1 - x, y)
            case .bottomRight: (w - 1 - x, h - 1 - y)
            case .bottomLeft: (x, h - 1 - y)
            case .leftTop: (y, x)
            case .rightTop: (y, w - 1 - x)
            case .rightBottom: (h - 1 - y, w - 1 - x)
            case .leftBottom: (h - 1 - y, x)
            }
        }
        let a = storedPixel(upright.x, upright.y)
        let b = storedPixel(upright.x + upright.width - 1, upright.y + upright.height - 1)
        return PixelRect(
            x: min(a.0, b.0), y: min(a.1, b.1), width: abs(a.0 - b.0) + 1, height: abs(a.1 - b.1) + 1)
    }

    /// Whether the decoded region is not empty, lies in the scaled picture and holds every scaled pixel of the crop but for the
    /// last one.
    private func covers(_ plan: EditPlan, _ stored: PixelSize) -> Bool {
        let region = plan.decode.region
        let scale = Double(plan.decode.scaleEighths) / 8
        let (crop, right, bottom) = (plan.storedRegion, region.x + region.width, region.y + region.height)
        return region.width >= 1 && region.height >= 1 && region.x >= 0 && region.y >= 0
            && right <= (stored.width * plan.decode.scaleEighths + 7) / 8
            && bottom <= (stored.height * plan.decode.scaleEighths + 7) / 8
            && Double(region.x) <= Double(crop.x) * scale && Double(region.y) <= Double(crop.y) * scale
            && Double(right) > Double(crop.x + crop.width) * scale - 1
            && Double(bottom) > Double(crop.y + crop.height) * scale - 1
    }

    @Test("the decoder does not scale where more than a hundredth of the crop would be left out at the picture's end")
    func ends() throws {
        func eighths(_ width: Int, _ height: Int, _ crop: PixelRect? = nil) throws -> Int {
            var options = EditOptions(size: .atMost(10))
            options.crop = .rect(crop ?? PixelRect(x: 0, y: 0, width: width, height: height))
            return try EditPlan(info(PixelSize(width: width, height: height)), options).decode.scaleEighths
        }
        #expect(try eighths(1600, 24) == 1)
        #expect(try eighths(1600, 23) == 8)
        #expect(try eighths(1600, 302) == 2)
        #expect(try eighths(1603, 1607) == 1)
        #expect(try eighths(207, 400) == 4)
        #expect(try eighths(1607, 1600, PixelRect(x: 1400, y: 0, width: 207, height: 200)) == 4)
        #expect(try eighths(1607, 1600, PixelRect(x: 1400, y: 0, width: 200, height: 200)) == 1)
    }

    @Test("the decoder scales as far as it leaves enough for the filter: 2 at 1/8, 1.4 at 2/8 and 4/8")
    func decoderScale() throws {
        let stored = PixelSize(width: 4032, height: 3024)
        func eighths(_ size: Int) throws -> Int {
            try EditPlan(info(stored), EditOptions(size: .atMost(size))).decode.scaleEighths
        }
        #expect(try eighths(189) == 1)
        #expect(try eighths(190) == 2)
        #expect(try eighths(540) == 2)
        #expect(try eighths(541) == 4)
        #expect(try eighths(1080) == 4)
        #expect(try eighths(1081) == 8)
        #expect(try EditPlan(info(stored), EditOptions()).decode.scaleEighths == 8)
        var several = EditOptions(size: .atMost(128))
        several.sizes.append(.atMost(600))
        #expect(try EditPlan(info(stored), several).decode.scaleEighths == 4)
    }

    @Test("planes are taken where the file has them and every output is reduced")
    func planes() throws {
        var jpeg = info(PixelSize(width: 400, height: 300))
        func layout(_ options: EditOptions) throws -> DecodeLayout { try EditPlan(jpeg, options).decode.layout }
        #expect(try layout(EditOptions(size: .atMost(100))) == .pixels(.rgb))
        jpeg.jpegColor = .ycbcr
        jpeg.samplingFactors = [(2, 2), (1, 1), (1, 1)].map { SamplingFactors(horizontal: $0.0, vertical: $0.1) }
        #expect(try layout(EditOptions(size: .atMost(100))) == .planes(alpha: false))
        #expect(try layout(EditOptions(size: .atMost(299))) == .planes(alpha: false))
        #expect(try layout(EditOptions(size: .atMost(300))) == .pixels(.rgb))
        #expect(try layout(EditOptions()) == .pixels(.rgb))
        jpeg.jpegColor = .ycck
        #expect(try layout(EditOptions(size: .atMost(100))) == .pixels(.rgb))
    }

    @Test("light is averaged of pixels, not of planes, and not in the decoder of WebP")
    func linearLight() throws {
        var jpeg = info(PixelSize(width: 4032, height: 3024))
        jpeg.jpegColor = .ycbcr
        jpeg.samplingFactors = [(2, 2), (1, 1), (1, 1)].map { SamplingFactors(horizontal: $0.0, vertical: $0.1) }
        var options = EditOptions(size: .atMost(512))
        options.isLinear = true
        func plan(_ info: ImageInfo) throws -> EditPlan { try EditPlan(info, options) }
        #expect(try plan(jpeg).route(of: jpeg, isWhole: false) == "jpeg 4/8 rgb linear")
        #expect(try plan(jpeg).light == .linear)
        let webP = ImageInfo(format: .webP, storedSize: PixelSize(width: 803, height: 601), channels: 3)
        options.sizes = [.atMost(150)]
        options.limits.unscaledPixels = 0
        #expect(try plan(webP).decode.scaledSize == nil)
        #expect(try plan(webP).route(of: webP, isWhole: false) == "webp unfiltered rgb linear")
        // The window holds two bytes a sample more.
        let linear = try plan(webP).memory
        options.isLinear = false
        options.limits.unscaledPixels = .max
        #expect(try plan(webP).memory < linear)
        // Nothing is averaged where nothing is scaled.
        options = EditOptions()
        options.isLinear = true
        #expect(try plan(jpeg).light == .encoded)
        #expect(try plan(jpeg).route(of: jpeg, isWhole: false) == "jpeg rgb")
    }

    @Test("alpha keeps a WebP from planes only where the edited image has alpha")
    func alphaPlanes() throws {
        var webP = ImageInfo(format: .webP, storedSize: PixelSize(width: 400, height: 300), channels: 3, hasAlpha: true)
        var options = EditOptions(size: .atMost(100))
        func layout() throws -> DecodeLayout { try EditPlan(webP, options).decode.layout }
        #expect(try layout() == .pixels(.rgba))
        options.format = .jpeg
        #expect(try layout() == .planes(alpha: false))
        webP.isLossless = true
        #expect(try layout() == .pixels(.rgba))
    }

    @Test("the loop filter of WebP is left out where every output averages three pixels and more")
    func loopFilter() throws {
        var webP = ImageInfo(format: .webP, storedSize: PixelSize(width: 400, height: 300), channels: 3)
        func skips(_ sizes: Int...) throws -> Bool {
            var options = EditOptions()
            options.sizes = sizes.map { .atMost($0) }
            let plan = try EditPlan(webP, options)
            #expect(plan.route(of: webP, isWhole: false).contains("unfiltered") == plan.decode.skipsLoopFilter)
            return plan.decode.skipsLoopFilter
        }
        #expect(try skips(100))
        #expect(try !skips(101))
        #expect(try !skips(50, 101))
        webP.isLossless = true
        #expect(try !skips(100))
        #expect(try !EditPlan(info(webP.storedSize), EditOptions(size: .atMost(20))).decode.skipsLoopFilter)
    }

    @Test("a large WebP region that is much reduced is scaled by the decoder, to twice the largest output")
    func freeScaling() throws {
        var webP = ImageInfo(format: .webP, storedSize: PixelSize(width: 803, height: 601), channels: 3)
        var options = EditOptions(size: .atMost(150))
        options.sizes.append(.atMost(40))
        options.limits.unscaledPixels = 360_000
        var plan = try EditPlan(webP, options)
        let unscaled = plan.memory
        #expect(plan.cropRect == PixelRect(x: 101, y: 0, width: 601, height: 601))
        #expect(plan.decode.scaledSize == PixelSize(width: 300, height: 300))
        #expect(plan.decode.region == PixelRect(x: 100, y: 0, width: 602, height: 601))
        #expect(plan.route(of: webP, isWhole: false) == "webp unfiltered 300x300 ycbcr")
        options.limits.unscaledPixels = 361_201
        plan = try EditPlan(webP, options)
        #expect(plan.decode.scaledSize == nil)
        #expect(plan.memory > unscaled)
        options.limits.unscaledPixels = 0
        webP.hasAlpha = true
        #expect(try EditPlan(webP, options).decode.scaledSize == nil)
        (webP.hasAlpha, options.sizes) = (false, [.atMost(151)])
        #expect(try EditPlan(webP, options).decode.scaledSize == nil)
    }

    @Test("a PNG is inflated at once where it fits the limit and the region ends in its lower half")
    func wholePicture() throws {
        var png = ImageInfo(format: .png, storedSize: PixelSize(width: 600, height: 1000), channels: 3)
        let isBuiltIn = png.wholePictureBytes != nil
        func isWhole(_ y: Int, _ height: Int, limit: Int = 1_804_602) throws -> Bool {
            var options = EditOptions(size: .atMost(100))
            options.crop = .rect(PixelRect(x: 0, y: y, width: 400, height: height))
            options.limits.wholePictureBytes = limit
            let plan = try EditPlan(png, options)
            #expect(
                plan.route(of: png, isWhole: plan.decode.allowsWholePicture).contains("whole")
                    == plan.decode.allowsWholePicture)
            if plan.decode.allowsWholePicture { #expect(plan.memory > 2 * 1_804_602) }
            return plan.decode.allowsWholePicture
        }
        #expect(try isWhole(0, 500) == isBuiltIn)
        #expect(try isWhole(200, 300) == isBuiltIn)
        #expect(try !isWhole(199, 300))
        #expect(try !isWhole(0, 500, limit: 1_804_601))
        png.isInterlaced = true
        #expect(try !isWhole(0, 500))
        (png.isInterlaced, png.bitDepth) = (false, 16)
        #expect(try !isWhole(0, 500))
    }

    @Test("a scaled pixel that mixes the picture with padding is left out")
    func padding() throws {
        var options = EditOptions(size: .atMost(30))
        options.crop = .rect(PixelRect(x: 0, y: 0, width: 1602, height: 1231))
        let plan = try EditPlan(info(PixelSize(width: 1602, height: 1231)), options)
        #expect(plan.decode.scaleEighths == 1)
        #expect(plan.decode.region == PixelRect(x: 0, y: 0, width: 200, height: 153))
    }

    @Test("a picture beyond the pixel limit is refused from its header, naming limit, need and flag")
    func pixelLimit() throws {
        let huge = info(PixelSize(width: 65500, height: 65500))
        #expect(
            throws: EditError.image(
                .limitExceeded(limit: "pixels", needed: 65500 * 65500, allowed: 268_402_689, flag: "--max-pixels"))
        ) { try EditPlan(huge, EditOptions()) }
        var options = EditOptions()
        (options.limits.maxPixels, options.limits.maxMemory) = (65500 * 65500, 1 << 40)
        #expect(throws: Never.self) { try EditPlan(huge, options).cropRect }
    }

    /// The limit that a plan exceeds, with the flag that raises it.
    private func limit(_ info: ImageInfo, _ options: EditOptions) -> [String?] {
        do {
            _ = try EditPlan(info, options)
            return []
        } catch .image(.limitExceeded(let limit, let needed, let allowed, let flag)) {
            #expect(needed > allowed)
            return [limit, flag]
        } catch {
            return [error.kind]
        }
    }

    @Test("sides, memory and the size of edited images are limited before a pixel is read")
    func limits() {
        var options = EditOptions(size: .atMost(64))
        let long = ImageInfo(format: .png, storedSize: PixelSize(width: 300_000, height: 2), channels: 3)
        #expect(limit(long, options) == ["pixels on a side", "--max-side"])
        options.limits.maxSide = 300_000
        #expect(limit(long, options) == [])
        // 16 bits a coefficient: 268 MP of 4:4:4 would take 1.6 GB, of a file that may have a few hundred bytes.
        var progressive = ImageInfo(format: .jpeg, storedSize: PixelSize(width: 16383, height: 16383), channels: 3)
        progressive.samplingFactors = [SamplingFactors](repeating: .init(horizontal: 1, vertical: 1), count: 3)
        #expect(limit(progressive, options) == [])
        progressive.hasSeveralScans = true
        #expect(limit(progressive, options) == ["bytes of memory", "--max-memory"])
        options.limits.maxMemory = 2 << 30
        #expect(limit(progressive, options) == [])
        options.allowsEnlarging = true
        options.sizes = [.atMost(16383), .atMost(16384)]
        #expect(
            limit(info(PixelSize(width: 100, height: 100)), options) == ["pixels in the edited image", "--max-pixels"])
    }

    @Test("an edited image larger than its format can hold is refused before decoding")
    func formatLimit() throws {
        var options = EditOptions()
        options.format = .webP
        options.crop = .rect(PixelRect(x: 0, y: 0, width: 720, height: 16889))
        #expect(throws: EditError.self) {
            try EditPlan(info(PixelSize(width: 720, height: 16889)), options)
        }
    }

    @Test("options that contradict each other are named")
    func contradictions() {
        var options = EditOptions(size: .within(width: 3, height: 2))
        options.sizes.append(.within(width: 1, height: 1))
        #expect(throws: EditError.self) { try options.validate() }
        options.sizes = []
        #expect(throws: EditError.self) { try options.validate() }
        options = EditOptions()
        options.quality = 0
        #expect(throws: EditError.invalidOptions(reason: "quality is 0, not 1 to 100")) { try options.validate() }
        options = EditOptions()
        options.crop = .zoom(factor: .nan, x: 0, y: 0)
        #expect(throws: EditError.self) { try options.validate() }
    }

    @Test("a picture that must be held whole is estimated as such, one that streams is not")
    func memory() throws {
        let size = PixelSize(width: 8000, height: 6000)
        var streamed = info(size)
        let baseline = try EditPlan(streamed, EditOptions(size: .atMost(512))).memory
        streamed.hasSeveralScans = true
        streamed.samplingFactors = [(2, 2), (1, 1), (1, 1)].map { SamplingFactors(horizontal: $0.0, vertical: $0.1) }
        let progressive = try EditPlan(streamed, EditOptions(size: .atMost(512))).memory
        #expect(baseline < 40 << 20)
        // Two bytes for each of 1.5 samples a pixel.
        #expect(progressive - baseline == size.width * size.height * 3)
    }
}
