import Testing

@testable import AllowsEditing

@Suite("Crop")
struct CropTests {
    private func rect(_ crop: Crop, _ width: Int, _ height: Int, _ aspect: AspectRatio = .square) throws -> PixelRect {
        try crop.rect(in: PixelSize(width: width, height: height), aspect: aspect)
    }

    @Test("the center square of a photo lies in its middle")
    func centerSquare() throws {
        #expect(try rect(.center, 3024, 4032) == PixelRect(x: 0, y: 504, width: 3024, height: 3024))
        #expect(try rect(.center, 4032, 3024) == PixelRect(x: 504, y: 0, width: 3024, height: 3024))
    }

    @Test("an odd pixel that is left over goes to the bottom right")
    func oddRemainder() throws {
        #expect(try rect(.center, 2560, 3837) == PixelRect(x: 0, y: 638, width: 2560, height: 2560))
    }

    @Test("other aspects round their second side once and never to 0")
    func aspects() throws {
        let wide = AspectRatio(width: 16, height: 9)
        #expect(try rect(.center, 4000, 3000, wide) == PixelRect(x: 0, y: 375, width: 4000, height: 2250))
        #expect(try rect(.center, 1, 150, wide).size == PixelSize(width: 1, height: 1))
        #expect(
            try rect(.center, 1500, 1000, AspectRatio(width: 7, height: 1)).size == PixelSize(width: 1500, height: 214))
        #expect(AspectRatio(width: 400, height: 300) == AspectRatio(width: 4, height: 3))
    }

    @Test("a focus is the center of the crop as far as the picture reaches")
    func focus() throws {
        #expect(try rect(.focus(x: 0.5, y: 0.5), 300, 100) == PixelRect(x: 100, y: 0, width: 100, height: 100))
        #expect(try rect(.focus(x: 0.9, y: 0), 300, 100) == PixelRect(x: 200, y: 0, width: 100, height: 100))
        #expect(try rect(.focus(x: 0.25, y: 1), 300, 100) == PixelRect(x: 25, y: 0, width: 100, height: 100))
    }

    @Test("a zoom divides the largest square and keeps it a square")
    func zoom() throws {
        #expect(try rect(.zoom(factor: 2, x: 0.5, y: 0.5), 300, 100) == PixelRect(x: 125, y: 25, width: 50, height: 50))
        #expect(try rect(.zoom(factor: 3, x: 0, y: 0), 100, 100) == PixelRect(x: 0, y: 0, width: 33, height: 33))
        #expect(try rect(.zoom(factor: 1e9, x: 1, y: 1), 100, 100) == PixelRect(x: 99, y: 99, width: 1, height: 1))
    }

    @Test("a rectangle is taken as it is, from its first pixel on")
    func explicitRect() throws {
        let given = PixelRect(x: 0, y: 0, width: 3, height: 2)
        #expect(try rect(.rect(given), 3, 2) == given)
    }

    static let rectsOutside = [
        PixelRect(x: 1, y: 0, width: 3, height: 2), PixelRect(x: -1, y: 0, width: 1, height: 1),
        PixelRect(x: 0, y: 0, width: 0, height: 1), PixelRect(x: 0, y: 0, width: Int.max, height: Int.max),
        PixelRect(x: Int.max, y: Int.max, width: 1, height: 1),
    ]

    @Test("a rectangle that does not lie inside the picture is an error that says both", arguments: rectsOutside)
    func rectOutside(_ given: PixelRect) {
        #expect(throws: EditError.cropOutsideImage(given, PixelSize(width: 3, height: 2))) {
            try rect(.rect(given), 3, 2)
        }
    }

    @Test("fractions round both edges, so that neighbors share them")
    func fractions() throws {
        let left = try rect(.fractions(x: 0, y: 0, width: 0.5, height: 1), 101, 10)
        let right = try rect(.fractions(x: 0.5, y: 0, width: 0.5, height: 1), 101, 10)
        #expect(left.x + left.width == right.x)
        #expect(right.x + right.width == 101)
        #expect(try rect(.fractions(x: 1, y: 0, width: 0.0001, height: 1), 10, 10).width == 1)
    }
}

@Suite("Output size")
struct OutputSizeTests {
    private func size(_ size: OutputSize, _ width: Int, _ height: Int, enlarging: Bool = false) -> PixelSize {
        size.size(ofCrop: PixelSize(width: width, height: height), allowsEnlarging: enlarging)
    }

    @Test("nothing is enlarged unless asked")
    func noEnlarging() {
        #expect(size(.atMost(512), 100, 100) == PixelSize(width: 100, height: 100))
        #expect(size(.atMost(512), 100, 100, enlarging: true) == PixelSize(width: 512, height: 512))
        #expect(size(.full, 100, 80, enlarging: true) == PixelSize(width: 100, height: 80))
    }

    @Test("a square stays exactly square for every side")
    func squares() {
        for crop in 1...300 {
            for side in 1...40 {
                let result = size(.atMost(side), crop, crop)
                #expect(result.width == result.height && result.width == min(crop, side))
            }
        }
    }

    @Test("a width and height are met exactly by a crop of their aspect, however that was rounded")
    func within() throws {
        for width in stride(from: 1201, through: 1400, by: 7) {
            for height in stride(from: 700, through: 900, by: 11) {
                let crop = AspectRatio(width: 1200, height: 630).largestSize(
                    in: PixelSize(width: width, height: height))
                #expect(
                    size(.within(width: 1200, height: 630), crop.width, crop.height)
                        == PixelSize(width: 1200, height: 630))
            }
        }
    }

    @Test("a thin crop keeps a side of 1")
    func thin() {
        #expect(size(.atMost(10), 1, 3000) == PixelSize(width: 1, height: 10))
        #expect(size(.atMost(10), 3000, 1) == PixelSize(width: 10, height: 1))
    }
}
