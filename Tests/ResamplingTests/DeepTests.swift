import Testing

@testable import Resampling

@Suite("16 bits a sample")
struct DeepTests {
    @Test(
        "Every sample is within 1 of 65535 of the unrounded reference", arguments: ResamplingFilter.allCases,
        AccuracyTests.sizes.indices)
    func accuracy(filter: ResamplingFilter, index: Int) {
        let (from, to) = AccuracyTests.sizes[index]
        let size = PixelSize(width: to.0, height: to.1)
        for subject in Subject.all {
            for layout in [PixelLayout.gray, .rgba] {
                let picture = DeepBitmap(subject, layout: layout, width: from.0, height: from.1)
                for light in Light.allCases {
                    for box in [
                        SourceBox(PixelRect(picture.size)),
                        SourceBox(x: 0.3, y: 0.125, width: Double(from.0) - 0.55, height: Double(from.1) - 0.25),
                    ] {
                        let scaled = picture.resampled(to: size, box: box, filter: filter, light: light)
                        let greatest = deepDifference(scaled, picture, box: box, filter: filter, light: light)
                        #expect(greatest < 1, "\(subject) \(layout) \(light) \(size) \(box)")
                    }
                }
            }
        }
    }

    @Test("A constant picture stays constant", arguments: Light.allCases, PixelLayout.allCases)
    func constant(light: Light, layout: PixelLayout) {
        for filter in ResamplingFilter.allCases {
            for (width, height) in [(5, 3), (90, 70), (40, 9), (300, 1)] {
                let size = PixelSize(width: width, height: height)
                for value: UInt16 in [0, 1, 2, 77, 255, 256, 2650, 2651, 32767, 32768, 65534, 65535] {
                    let picture = DeepBitmap(constant: value, layout: layout, PixelSize(width: 33, height: 21))
                    let isConstant =
                        picture.resampled(to: size, filter: filter, light: light)
                        == DeepBitmap(constant: value, layout: layout, size)
                    #expect(isConstant, "\(value) \(filter) \(size)")
                }
            }
        }
    }

    @Test("The way to light and back gives every sample back")
    func light() {
        let table = SRGBCurve.deepLight
        let samples = table.map { SRGBCurve.deepSample(ofLight: $0, table.span) }
        let isSame = samples == Array(0...65535)
        #expect(isSame)
    }

    @Test("The same size is a copy", arguments: Light.allCases, PixelLayout.allCases)
    func identity(light: Light, layout: PixelLayout) {
        let picture = DeepBitmap(.noise, layout: layout, width: 37, height: 23)
        let same = picture.resampled(to: picture.size, filter: .lanczos3, light: light)
        let isSame = same == picture
        #expect(isSame)
        let rect = PixelRect(x: 5, y: 3, width: 20, height: 17)
        let part = picture.resampled(to: rect.size, box: SourceBox(rect), filter: .lanczos3, light: light)
        let isPart = part == picture.cropped(to: rect)
        #expect(isPart)
    }

    @Test(
        "Cropping and then resizing is resizing with the crop as the box", arguments: ResamplingFilter.allCases,
        PixelLayout.allCases)
    func crop(filter: ResamplingFilter, layout: PixelLayout) {
        let picture = DeepBitmap(.noise, layout: layout, width: 83, height: 61)
        for rect in [
            PixelRect(x: 11, y: 7, width: 60, height: 41), PixelRect(x: 82, y: 60, width: 1, height: 1),
            PixelRect(x: 3, y: 0, width: 31, height: 61),
        ] {
            for (width, height) in [(10, 9), (60, 20), (90, 130), (1, 1)] {
                let size = PixelSize(width: width, height: height)
                let boxed = picture.resampled(to: size, box: SourceBox(rect), filter: filter)
                let isSame = boxed == picture.cropped(to: rect).resampled(to: size, filter: filter)
                #expect(isSame, "\(rect) to \(size)")
            }
        }
    }

    @Test(
        "An opaque picture with alpha becomes what it becomes without", arguments: ResamplingFilter.allCases,
        Light.allCases)
    func opaque(filter: ResamplingFilter, light: Light) {
        for (layout, plain) in [(PixelLayout.rgba, PixelLayout.rgb), (.grayAlpha, .gray)] {
            for subject in Subject.all {
                let picture = DeepBitmap(subject, layout: plain, width: 71, height: 53)
                var samples: [UInt16] = []
                for pixel in stride(from: 0, to: picture.samples.count, by: plain.channels) {
                    samples += picture.samples[pixel..<pixel + plain.channels] + [65535]
                }
                let opaque = DeepBitmap(layout: layout, size: picture.size, samples: samples)
                for (width, height) in [(20, 11), (100, 70), (71, 20), (3, 2)] {
                    let size = PixelSize(width: width, height: height)
                    let (with, without) = (
                        opaque.resampled(to: size, filter: filter, light: light),
                        picture.resampled(to: size, filter: filter, light: light)
                    )
                    var same = true
                    for pixel in 0..<width * height {
                        let (a, b) = (pixel * layout.channels, pixel * plain.channels)
                        same = same && with.samples[a + plain.channels] == 65535
                        for c in 0..<plain.channels { same = same && with.samples[a + c] == without.samples[b + c] }
                    }
                    #expect(same, "\(layout) \(subject) to \(size)")
                }
            }
        }
    }

    @Test("A white shape on transparent black has no rim", arguments: Light.allCases)
    func rim(light: Light) {
        let samples = (0..<50 * 50).flatMap { index -> [UInt16] in
            let (x, y) = (index % 50 - 25, index / 50 - 25)
            return [UInt16](repeating: x * x + y * y < 300 ? 65535 : 0, count: 2)
        }
        let picture = DeepBitmap(layout: .grayAlpha, size: PixelSize(width: 50, height: 50), samples: samples)
        for filter in ResamplingFilter.allCases {
            for side in [7, 20, 49, 120] {
                let scaled = picture.resampled(
                    to: PixelSize(width: side, height: side), filter: filter, light: light)
                let isWhite = (0..<side * side).allSatisfy {
                    scaled.samples[2 * $0 + 1] == 0 || scaled.samples[2 * $0] == 65535
                }
                #expect(isWhite)
            }
        }
    }

    @Test("A gradient keeps more than 256 values")
    func gradient() {
        let size = PixelSize(width: 1000, height: 4)
        let gradient = DeepBitmap(
            layout: .gray, size: size, samples: (0..<4000).map { UInt16(20_000 + $0 % 1000 * 5) })
        let scaled = gradient.resampled(to: PixelSize(width: 900, height: 2), filter: .lanczos3)
        #expect(Set(scaled.samples).count > 850)
    }

    @Test("Turning is that of 8 bits", arguments: Orientation.allCases, PixelLayout.allCases)
    func turned(orientation: Orientation, layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 41, height: 33)
        let deep = DeepBitmap(
            layout: layout, size: picture.size, samples: picture.bytes.map { UInt16($0) << 8 | 0x5A })
        let (turned, expected) = (deep.turned(orientation), picture.turned(orientation))
        #expect(turned.size == expected.size)
        let isSame = turned.samples == expected.bytes.map { UInt16($0) << 8 | 0x5A }
        #expect(isSame)
    }

    @Test("The size of the bands does not matter, nor what the resampler did before", arguments: PixelLayout.allCases)
    func bands(layout: PixelLayout) {
        let picture = DeepBitmap(.noise, layout: layout, width: 45, height: 101)
        let shallow = Bitmap(.noise, layout: layout, width: 30, height: 20)
        let small = PixelSize(width: 11, height: 7)
        var resampler = RowResampler()
        for light in Light.allCases {
            for (width, height) in [(30, 21), (30, 102), (45, 1), (45, 101)] {
                let size = PixelSize(width: width, height: height)
                let whole = picture.resampled(to: size, filter: .lanczos3, light: light)
                for bandRows in [1, 7, 300] {
                    let isSame =
                        streamDeep(picture, &resampler, to: size, filter: .lanczos3, light: light, bandRows: bandRows)
                        == whole
                    #expect(isSame, "\(bandRows) rows to \(size)")
                    let before = stream(shallow, &resampler, to: small, filter: .box, bandRows: 3)
                    #expect(before == shallow.resampled(to: small, filter: .box))
                }
            }
        }
    }

    #if os(Linux) || os(macOS)
        @Test("To take the result at the other depth is a programmer's mistake")
        func otherDepth() async {
            await #expect(processExitsWith: .failure) {
                var resampler = RowResampler()
                let size = PixelSize(width: 1, height: 1)
                resampler.begin(
                    layout: .gray, depth: .sixteen, sourceSize: size, box: SourceBox(PixelRect(size)), outputSize: size,
                    filter: .box)
                let samples: [UInt16] = [7]
                resampler.commitAll(samples.span, stride: 1)
                _ = resampler.finish()
            }
        }
    #endif
}

/// How far a result is from two passes of float64, in steps of 1/65535.
private func deepDifference(
    _ result: DeepBitmap, _ source: DeepBitmap, box: SourceBox, filter: ResamplingFilter, light: Light
) -> Double {
    let numbers = { (picture: DeepBitmap) in picture.samples.map { Double($0) / 65535 } }
    return 65535
        * difference(
            numbers(result), numbers(source), layout: source.layout, from: source.size, to: result.size, box: box,
            filter: filter, light: light)
}

extension DeepBitmap {
    /// The subject in the upper bytes, and noise in the lower ones where it has no sharp ends.
    fileprivate init(_ subject: Subject, layout: PixelLayout, width: Int, height: Int) {
        let upper = Bitmap(subject, layout: layout, width: width, height: height)
        let lower = Bitmap(.noise, layout: layout, width: width, height: height, seed: 2)
        let isSharp = subject == .checkerboard || subject == .stripes
        self.init(
            layout: layout, size: upper.size,
            samples: zip(upper.bytes, lower.bytes).map { UInt16($0) << 8 | UInt16(isSharp ? $0 : $1) })
    }

    fileprivate init(constant value: UInt16, layout: PixelLayout, _ size: PixelSize) {
        self.init(
            layout: layout, size: size,
            samples: [UInt16](repeating: value, count: size.width * size.height * layout.channels))
    }

    fileprivate func cropped(to rect: PixelRect) -> DeepBitmap {
        let channels = layout.channels
        var cropped: [UInt16] = []
        for y in rect.y..<rect.y + rect.height {
            let start = (y * size.width + rect.x) * channels
            cropped += samples[start..<start + rect.width * channels]
        }
        return DeepBitmap(layout: layout, size: rect.size, samples: cropped)
    }
}

/// As `stream`, for 16 bits.
private func streamDeep(
    _ picture: DeepBitmap, _ resampler: inout RowResampler, to size: PixelSize, filter: ResamplingFilter, light: Light,
    bandRows: Int
) -> DeepBitmap {
    let rowSamples = picture.size.width * picture.layout.channels
    resampler.begin(
        layout: picture.layout, depth: .sixteen, sourceSize: picture.size, box: SourceBox(PixelRect(picture.size)),
        outputSize: size, filter: filter, light: light, bandRows: bandRows, rowBytes: 2 * rowSamples)
    var row = 0
    while !resampler.isComplete {
        let band = unsafe resampler.prepareBand()
        let count = min(bandRows, picture.size.height - row)
        for index in 0..<count {
            for i in 0..<rowSamples {
                let sample = picture.samples[(row + index) * rowSamples + i]
                unsafe UnsafeMutableRawPointer(band.rows + index * band.stride).storeBytes(
                    of: sample, toByteOffset: 2 * i, as: UInt16.self)
            }
        }
        resampler.commitBand(rows: count)
        row += count
    }
    return resampler.finishDeep()
}
