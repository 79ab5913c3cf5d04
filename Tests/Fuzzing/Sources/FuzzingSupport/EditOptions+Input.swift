public import AllowsEditing

extension EditOptions {
    /// How many bytes at the end of an input choose the options.
    ///
    /// All formats pass over bytes behind their end, so an input is a picture as it stands, and the fuzzer changes the picture
    /// and the options one without the other.
    static let controlBytes = 4

    /// Options that the last bytes of an input choose, so that every route is taken: pixels, planes, regions, scaled decoding.
    ///
    /// - Parameter maxPixels: larger pictures are refused from their header, which keeps every run short.
    public init(chosenBy input: [UInt8], maxPixels: Int) {
        var control = Array(input.suffix(Self.controlBytes))
        while control.count < Self.controlBytes { control.append(0) }
        let sides = [1, 2, 7, 16, 31, 48, 64, 100]
        self.init(size: .atMost(sides[Int(control[0]) & 7]))
        switch control[0] >> 3 {
        case 0...3: sizes = [.full]
        case 4...6: sizes.append(.atMost(sides[Int(control[0] >> 3)] + 3))
        case 7...9: sizes = [.within(width: sides[Int(control[0]) & 7], height: sides[Int(control[1]) & 7])]
        case 10: allowsEnlarging = true
        default: break
        }
        crop = Self.crop(control[1], control[2])
        format = [nil, .jpeg, .png, .webP][Int(control[2]) & 3]
        let filters = ResamplingFilter.allCases
        filter = filters[Int(control[2] >> 2) % filters.count]
        quality = 1 + Int(control[3]) % 100
        isProgressive = control[3] & 1 == 1
        subsampling = [nil, .yuv420, .yuv422, .yuv444][Int(control[3] >> 1) & 3]
        background = RGBColor(red: control[1], green: control[2], blue: control[3])
        // Most boxes reach beyond the picture.
        if control[1] & 8 == 0 { padding = background }
        switch control[2] >> 5 {
        case 1: mask = .ellipse
        case 2: mask = .roundedRectangle(radius: Double(control[1] & 31) / 62)
        default: break
        }
        // Half of the time, what is there of a truncated or damaged picture is edited.
        if control[1] & 4 == 0 { failOn = [] }
        limits.maxPixels = maxPixels
        limits.maxScans = 40
        limits.wholePictureBytes = control[3] & 8 == 0 ? 0 : maxPixels
        // So small that the decoder of WebP is asked to scale.
        limits.unscaledPixels = control[3] & 16 == 0 ? 1 : 32 << 20
        if control[3] & 128 != 0 {
            animation = .keep
            limits.header.maxFrames = 20
        }
        isLinear = control[3] & 64 != 0
        makesPlaceholder = control[3] & 4 != 0
        // Some pictures fit, some fit with less quality, and some fail.
        if control[2] % 5 == 0 { maxBytes = 200 + 20 * Int(control[0]) }
        depth = control[3] & 128 != 0 ? .keep : .eight
        // Writing WebP without loss takes a second for a megapixel.
        if case .atMost(let side) = sizes[0], side <= 64 { isLossless = control[3] & 32 != 0 }
    }

    /// Where a picture is large, no output is: encoding would take longer than everything else.
    public mutating func reduceOutputs(of size: PixelSize) {
        guard size.width * size.height > 1 << 13 else { return }
        if sizes.contains(.full) { sizes = [.atMost(64)] }
    }

    private static func crop(_ place: UInt8, _ extent: UInt8) -> Crop {
        func fraction(_ value: UInt8) -> Double { Double(value & 15) / 15 }
        let (x, y) = (fraction(place), fraction(place >> 4))
        let (width, height) = (fraction(extent), fraction(extent >> 4))
        func box(_ degrees: Double, mirrored: Bool) -> Crop {
            .box(
                CropBox(
                    center: SIMD2(x, y) * 60, size: SIMD2(1 + 40 * width, 1 + 30 * height), degrees: degrees,
                    mirroredX: mirrored))
        }
        return switch extent % 10 {
        case 0: .center
        case 1: .gravity(x: x, y: y)
        case 2: .focus(x: x, y: y)
        case 3: .zoom(factor: 1 + Double(extent >> 3), x: x, y: y)
        case 4: .fractions(x: x, y: y, width: 1 - x, height: 1 - y)
        case 5: .fractions(x: 0, y: 0, width: width, height: height)
        case 7: box(Double(place) * 3, mirrored: place & 1 == 1)
        case 9: .attention
        case 8: box(Double(place & 3) * 90, mirrored: place & 4 == 4)
        default: .rect(PixelRect(x: Int(place & 15), y: Int(place >> 4), width: 1 + Int(extent >> 2), height: 9))
        }
    }
}
