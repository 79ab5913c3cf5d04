import Resampling
import Testing

@Suite("Resampling")
struct ResamplingTests {
    @Test("A constant picture stays constant", arguments: ResamplingFilter.allCases, PixelLayout.allCases)
    func constant(filter: ResamplingFilter, layout: PixelLayout) {
        let sizes = [(1, 1), (1, 40), (40, 1), (7, 5), (33, 64), (150, 90)]
        for (width, height) in sizes {
            for (newWidth, newHeight) in sizes + [(149, 91), (300, 200), (3, 2)] {
                // Under an alpha below 4, 6 fraction bits are too few to give a color back exactly.
                for value: UInt8 in [0, layout.hasAlpha ? 4 : 1, 77, 128, 254, 255] {
                    let picture = Bitmap(constant: value, layout: layout, width: width, height: height)
                    let size = PixelSize(width: newWidth, height: newHeight)
                    let expected = Bitmap(constant: value, layout: layout, width: newWidth, height: newHeight)
                    #expect(picture.resampled(to: size, filter: filter) == expected)
                }
            }
        }
    }

    @Test("The same size is a copy", arguments: ResamplingFilter.allCases, PixelLayout.allCases)
    func identity(filter: ResamplingFilter, layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 37, height: 23)
        #expect(picture.resampled(to: picture.size, filter: filter) == picture)
        let rect = PixelRect(x: 5, y: 3, width: 20, height: 17)
        #expect(picture.resampled(to: rect.size, box: SourceBox(rect), filter: filter) == picture.cropped(to: rect))
    }

    @Test(
        "Cropping and then resizing is resizing with the crop as the box", arguments: ResamplingFilter.allCases,
        PixelLayout.allCases)
    func crop(filter: ResamplingFilter, layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 83, height: 61)
        for rect in [
            PixelRect(x: 0, y: 0, width: 83, height: 61), PixelRect(x: 11, y: 7, width: 60, height: 41),
            PixelRect(x: 82, y: 60, width: 1, height: 1), PixelRect(x: 3, y: 0, width: 31, height: 61),
        ] {
            for (width, height) in [(10, 9), (60, 20), (90, 130), (1, 1)] {
                let size = PixelSize(width: width, height: height)
                let boxed = picture.resampled(to: size, box: SourceBox(rect), filter: filter)
                #expect(boxed == picture.cropped(to: rect).resampled(to: size, filter: filter), "\(rect) to \(size)")
            }
        }
    }

    @Test("Turning by 180° before is turning after", arguments: ResamplingFilter.allCases, PixelLayout.allCases)
    func symmetry(filter: ResamplingFilter, layout: PixelLayout) {
        for (width, height) in [(24, 35), (61, 40), (90, 47), (7, 8)] {
            let picture = Bitmap(.noise, layout: layout, width: width, height: height)
            for (newWidth, newHeight) in [(35, 25), (12, 13), (100, 60), (61, 7)] {
                let size = PixelSize(width: newWidth, height: newHeight)
                let after = picture.resampled(to: size, filter: filter).turned(.bottomRight)
                #expect(picture.turned(.bottomRight).resampled(to: size, filter: filter) == after)
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
                let result = picture.resampled(to: size, filter: filter)
                #expect(result.withoutAlpha() == picture.withoutAlpha().resampled(to: size, filter: filter))
                #expect(result == result.withOpaqueAlpha())
            }
        }
    }

    @Test("Colors of invisible pixels have no influence")
    func invisible() {
        var picture = Bitmap(.noise, layout: .rgba, width: 40, height: 40)
        for i in stride(from: 3, to: picture.bytes.count, by: 4) { picture.bytes[i] = (i / 4) % 3 == 0 ? 0 : 255 }
        var other = picture
        for i in stride(from: 0, to: picture.bytes.count, by: 12) {
            for channel in 0..<3 { other.bytes[i + channel] = 255 - other.bytes[i + channel] }
        }
        let size = PixelSize(width: 13, height: 17)
        #expect(picture.resampled(to: size, filter: .lanczos3) == other.resampled(to: size, filter: .lanczos3))
    }

    @Test("A box of fractions moves the picture by fractions")
    func fractions() {
        // A ramp: the value at the center of column x is 4x + 2.
        let ramp = Bitmap(
            layout: .gray, size: PixelSize(width: 60, height: 1), bytes: (0..<60).map { UInt8(4 * $0 + 2) })
        let moved = ramp.resampled(
            to: PixelSize(width: 40, height: 1), box: SourceBox(x: 10.25, y: 0, width: 40, height: 1), filter: .bilinear
        )
        for x in 1..<39 { #expect(Int(moved.bytes[x]) == 4 * (x + 10) + 3) }
    }

    @Test("A resampler used again gives what a fresh one gives")
    func reuse() {
        var resampler = RowResampler()
        var seed: UInt64 = 1
        for filter in ResamplingFilter.allCases {
            for (width, height, newWidth, newHeight) in [
                (90, 70, 20, 10), (5, 4, 30, 90), (64, 64, 64, 64), (120, 3, 7, 3),
            ] {
                for layout in PixelLayout.allCases {
                    seed += 1
                    let picture = Bitmap(.noise, layout: layout, width: width, height: height, seed: seed)
                    let size = PixelSize(width: newWidth, height: newHeight)
                    let result = stream(picture, &resampler, to: size, filter: filter, bandRows: 1 + Int(seed % 9))
                    #expect(result == picture.resampled(to: size, filter: filter))
                }
            }
        }
    }

    @Test("The size of the bands does not matter", arguments: PixelLayout.allCases)
    func bands(layout: PixelLayout) {
        let picture = Bitmap(.noise, layout: layout, width: 75, height: 201)
        var resampler = RowResampler()
        for box in [SourceBox(PixelRect(picture.size)), SourceBox(x: 10, y: 100.5, width: 50.25, height: 71.25)] {
            for (width, height) in [(30, 21), (30, 202), (75, 1)] {
                let size = PixelSize(width: width, height: height)
                let whole = picture.resampled(to: size, box: box, filter: .lanczos3)
                for bandRows in [1, 2, 7, 16, 300] {
                    let result = stream(picture, &resampler, to: size, box: box, filter: .lanczos3, bandRows: bandRows)
                    #expect(result == whole, "\(bandRows) rows to \(size)")
                }
            }
        }
    }

    @Test("Rows that are not needed have no influence, and the result is complete without them")
    func neededRows() {
        let picture = Bitmap(.noise, layout: .rgb, width: 30, height: 100)
        let box = SourceBox(x: 3, y: 40.5, width: 20, height: 20.25)
        let size = PixelSize(width: 9, height: 8)
        var resampler = RowResampler()
        resampler.begin(
            layout: .rgb, sourceSize: picture.size, box: box, outputSize: size, filter: .catmullrom, bandRows: 1,
            rowBytes: 90)
        let neededRows = resampler.neededRows
        #expect(neededRows == 40..<61)
        #expect(box.coveredPixels(in: picture.size) == PixelRect(x: 3, y: 40, width: 20, height: 21))
        for row in 0..<61 {
            let isEarly = resampler.isComplete
            #expect(!isEarly)
            let band = unsafe resampler.prepareBand()
            for i in 0..<90 { unsafe band.rows[i] = row < 40 ? 99 : picture.bytes[row * 90 + i] }
            resampler.commitBand(rows: 1)
        }
        let result = resampler.finish()
        #expect(result == picture.resampled(to: size, box: box, filter: .catmullrom))
    }
}

/// A picture through `prepareBand` and `commitBand`, in bands of changing size up to `bandRows`.
func stream(
    _ picture: Bitmap, _ resampler: inout RowResampler, to size: PixelSize, box: SourceBox? = nil,
    filter: ResamplingFilter, light: Light = .encoded, bandRows: Int
) -> Bitmap {
    let rowBytes = picture.size.width * picture.layout.channels
    resampler.begin(
        layout: picture.layout, sourceSize: picture.size, box: box ?? SourceBox(PixelRect(picture.size)),
        outputSize: size, filter: filter, light: light, bandRows: bandRows, rowBytes: rowBytes + 5)
    var row = 0
    while !resampler.isComplete {
        let band = unsafe resampler.prepareBand()
        let count = min(row % 3 == 1 ? (bandRows + 1) / 2 : bandRows, picture.size.height - row)
        for index in 0..<count {
            for i in 0..<rowBytes {
                unsafe band.rows[index * band.stride + i] = picture.bytes[(row + index) * rowBytes + i]
            }
            // Decoders may write past the row.
            for i in 0..<5 { unsafe band.rows[index * band.stride + rowBytes + i] = 0xEE }
        }
        resampler.commitBand(rows: count)
        row += count
    }
    return resampler.finish()
}
