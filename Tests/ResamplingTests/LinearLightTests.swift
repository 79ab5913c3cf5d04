import Testing

@testable import Resampling

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Linear light")
struct LinearLightTests {
    /// The curve as the standard writes it, with the C library's power.
    static func light(_ sample: Double) -> Double {
        sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    static func sample(_ light: Double) -> Double {
        light <= 0.04045 / 12.92 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    @Test("The curve is that of the standard")
    func curve() {
        for step in 0...4096 {
            let x = Double(step) / 4096
            #expect((SRGBCurve.light(ofSample: x) - Self.light(x)).magnitude < 1e-15)
        }
        #expect(SRGBCurve.words[0] == 0 && SRGBCurve.words[255] == 16_320)
        #expect(SRGBCurve.bytes.count == 16_321)
    }

    @Test("A constant picture stays constant, whatever its value", arguments: PixelLayout.allCases)
    func constant(layout: PixelLayout) {
        for filter in ResamplingFilter.allCases {
            for (width, height) in [(5, 3), (20, 9)] {
                let size = PixelSize(width: width, height: height)
                for value in 0...255 {
                    let picture = Bitmap(constant: UInt8(value), layout: layout, width: 13, height: 8)
                        .withOpaqueAlphaIfAny()
                    let expected = Bitmap(constant: UInt8(value), layout: layout, width: width, height: height)
                        .withOpaqueAlphaIfAny()
                    #expect(picture.resampled(to: size, filter: filter, light: .linear) == expected)
                }
            }
        }
    }

    @Test("The same size is a copy, and so is every side that keeps its length", arguments: PixelLayout.allCases)
    func identity(layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 37, height: 23)
        #expect(picture.resampled(to: picture.size, filter: .lanczos3, light: .linear) == picture)
        // Each column is constant: scaling it to another height must not change a sample.
        let row = Bitmap(.noise, layout: layout, width: 61, height: 1).withOpaqueAlphaIfAny()
        let columns = Bitmap(
            layout: layout, size: PixelSize(width: 61, height: 40), bytes: (0..<40).flatMap { _ in row.bytes })
        let scaled = columns.resampled(to: PixelSize(width: 61, height: 13), filter: .lanczos3, light: .linear)
        let isSame = scaled.bytes == (0..<13).flatMap { _ in row.bytes }
        #expect(isSame)
    }

    @Test("A checkerboard of black and white becomes the gray that is half as bright")
    func checkerboard() {
        let picture = Bitmap(.checkerboard, layout: .gray, width: 128, height: 128)
        for filter in [ResamplingFilter.box, .bilinear, .mitchell, .lanczos3] {
            let size = PixelSize(width: 16, height: 16)
            let gray = picture.resampled(to: size, filter: filter, light: .linear)
            #expect(gray.bytes.allSatisfy { (187...189).contains($0) })
            #expect(picture.resampled(to: size, filter: filter).bytes.allSatisfy { (126...129).contains($0) })
        }
    }

    @Test("A white shape on transparent black has no rim", arguments: [PixelLayout.grayAlpha, .rgba])
    func rim(layout: PixelLayout) {
        let channels = layout.channels
        let bytes = (0..<50 * 50).flatMap { index -> [UInt8] in
            let (x, y) = (index % 50 - 25, index / 50 - 25)
            return [UInt8](repeating: x * x + y * y < 300 ? 255 : 0, count: channels)
        }
        let picture = Bitmap(layout: layout, size: PixelSize(width: 50, height: 50), bytes: bytes)
        for filter in ResamplingFilter.allCases {
            for side in [7, 20, 49, 120] {
                let size = PixelSize(width: side, height: side)
                let scaled = picture.resampled(to: size, filter: filter, light: .linear)
                for pixel in 0..<side * side where scaled.bytes[pixel * channels + channels - 1] > 0 {
                    let colors = scaled.bytes[pixel * channels..<pixel * channels + channels - 1]
                    #expect(colors.allSatisfy { $0 == 255 })
                }
                // Alpha is no light: it is what it is without.
                #expect(scaled.alphas == picture.resampled(to: size, filter: filter).alphas)
            }
        }
    }

    @Test(
        "An opaque picture with alpha becomes what it becomes without", arguments: ResamplingFilter.allCases,
        [PixelLayout.rgba, .grayAlpha])
    func opaque(filter: ResamplingFilter, layout: PixelLayout) {
        for subject in Subject.all {
            let picture = Bitmap(subject, layout: layout, width: 71, height: 53).withOpaqueAlpha()
            for (width, height) in [(20, 11), (100, 70), (71, 20), (3, 2)] {
                let size = PixelSize(width: width, height: height)
                let result = picture.resampled(to: size, filter: filter, light: .linear)
                let plain = picture.withoutAlpha().resampled(to: size, filter: filter, light: .linear)
                #expect(result.withoutAlpha() == plain)
                #expect(result == result.withOpaqueAlpha())
            }
        }
    }

    @Test(
        "Every sample is within 1 of the unrounded reference, in the dark too", arguments: ResamplingFilter.allCases,
        AccuracyTests.sizes.indices)
    func accuracy(filter: ResamplingFilter, index: Int) {
        let (from, to) = AccuracyTests.sizes[index]
        let size = PixelSize(width: to.0, height: to.1)
        for subject in Subject.all {
            for layout in [PixelLayout.gray, .rgba] {
                for range in [255, 20] {
                    var picture = Bitmap(subject, layout: layout, width: from.0, height: from.1)
                    picture.darken(to: range)
                    for box in [
                        SourceBox(PixelRect(picture.size)),
                        SourceBox(x: 0.3, y: 0.125, width: Double(from.0) - 0.55, height: Double(from.1) - 0.25),
                    ] {
                        let scaled = picture.resampled(to: size, box: box, filter: filter, light: .linear)
                        let greatest = linearDifference(scaled, picture, box: box, filter: filter)
                        #expect(greatest < 1, "\(subject) \(layout) 0…\(range) \(size) \(box)")
                    }
                }
            }
        }
    }

    @Test("All instruction sets give the same bytes", arguments: PixelLayout.allCases)
    func instructionSets(layout: PixelLayout) {
        for subject in Subject.all {
            for (width, height, newWidth, newHeight) in [
                (1, 1, 9, 9), (7, 70, 20, 11), (64, 33, 31, 70), (259, 131, 130, 17), (90, 90, 300, 140), (70, 9, 3, 4),
            ] {
                let picture = Bitmap(subject, layout: layout, width: width, height: height)
                let size = PixelSize(width: newWidth, height: newHeight)
                for filter in ResamplingFilter.allCases {
                    let expected = picture.resampled(to: size, filter: filter, light: .linear, instructions: .scalar)
                    for instructions in InstructionSet.available.dropFirst() {
                        let result = picture.resampled(
                            to: size, filter: filter, light: .linear, instructions: instructions)
                        #expect(result == expected, "\(instructions) \(subject) \(filter) \(size)")
                    }
                }
            }
        }
    }

    @Test("The size of the bands does not matter", arguments: PixelLayout.allCases)
    func bands(layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 45, height: 101)
        var resampler = RowResampler()
        for (width, height) in [(30, 21), (30, 102), (45, 1), (45, 101)] {
            let size = PixelSize(width: width, height: height)
            let whole = picture.resampled(to: size, filter: .lanczos3, light: .linear)
            for bandRows in [1, 7, 300] {
                let result = stream(
                    picture, &resampler, to: size, filter: .lanczos3, light: .linear, bandRows: bandRows)
                #expect(result == whole, "\(bandRows) rows to \(size)")
            }
        }
    }
}

extension Bitmap {
    fileprivate var alphas: [UInt8] {
        stride(from: layout.channels - 1, to: bytes.count, by: layout.channels).map { bytes[$0] }
    }

    fileprivate func withOpaqueAlphaIfAny() -> Bitmap { layout.hasAlpha ? withOpaqueAlpha() : self }

    /// Colors of 0…`range`; alpha stays.
    fileprivate mutating func darken(to range: Int) {
        for i in bytes.indices where !layout.hasAlpha || i % layout.channels != layout.channels - 1 {
            bytes[i] = UInt8(Int(bytes[i]) * range / 255)
        }
    }
}

/// How far a result is from two passes of float64 in linear light, in steps of 1/255.
private func linearDifference(
    _ result: Bitmap, _ source: Bitmap, box: SourceBox, filter: ResamplingFilter
) -> Double {
    let numbers = { (picture: Bitmap) in picture.bytes.map { Double($0) / 255 } }
    return 255
        * difference(
            numbers(result), numbers(source), layout: source.layout, from: source.size, to: result.size, box: box,
            filter: filter, light: .linear)
}
