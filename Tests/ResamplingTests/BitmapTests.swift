import Resampling
import Testing

@Suite("Bitmaps")
struct BitmapTests {
    /// Where the upright pixel (x, y) is stored, written out for each value of the EXIF tag.
    func stored(_ x: Int, _ y: Int, _ orientation: Orientation, storedSize size: PixelSize) -> (Int, Int) {
        let (right, bottom) = (size.width - 1, size.height - 1)
        return switch orientation {
        case .topLeft: (x, y)
        case .topRight: (right - x, y)
        case .bottomRight: (right - x, bottom - y)
        case .bottomLeft: (x, bottom - y)
        case .leftTop: (y, x)
        case .rightTop: (y, bottom - x)
        case .rightBottom: (right - y, bottom - x)
        case .leftBottom: (right - y, x)
        }
    }

    @Test("Turning puts every pixel where the EXIF tag says", arguments: Orientation.allCases, PixelLayout.allCases)
    func turned(orientation: Orientation, layout: PixelLayout) {
        for (width, height) in [(1, 1), (1, 5), (4, 3), (70, 33), (32, 65)] {
            let picture = Bitmap(.noise, layout: layout, width: width, height: height)
            let upright = picture.turned(orientation)
            #expect(upright.size == orientation.uprightSize(ofStored: picture.size))
            for y in 0..<upright.size.height {
                for x in 0..<upright.size.width {
                    let from = stored(x, y, orientation, storedSize: picture.size)
                    let rect = orientation.storedRect(
                        ofUpright: PixelRect(x: x, y: y, width: 1, height: 1), storedSize: picture.size)
                    #expect(rect == PixelRect(x: from.0, y: from.1, width: 1, height: 1))
                    #expect(upright.pixel(x, y).elementsEqual(picture.pixel(from.0, from.1)))
                }
            }
        }
    }

    @Test("Cropping upright is cropping the stored rectangle and turning it", arguments: Orientation.allCases)
    func turnedCrop(orientation: Orientation) {
        let picture = Bitmap(.noise, layout: .rgb, width: 40, height: 27)
        let rect = PixelRect(x: 4, y: 2, width: 19, height: 21)
        let storedRect = orientation.storedRect(ofUpright: rect, storedSize: picture.size)
        #expect(picture.turned(orientation).cropped(to: rect) == picture.cropped(to: storedRect).turned(orientation))
    }

    @Test("Compositing is rounded to nearest")
    func composited() {
        for background in [RGBColor.white, .black, RGBColor(red: 9, green: 100, blue: 201)] {
            for color in stride(from: 0, through: 255, by: 5) {
                let bytes: [UInt8] = (0...255).flatMap { alpha -> [UInt8] in
                    [UInt8(color), UInt8(255 - color), 17, UInt8(alpha)]
                }
                let picture = Bitmap(layout: .rgba, size: PixelSize(width: 256, height: 1), bytes: bytes)
                let result = picture.composited(over: background)
                #expect(result.layout == .rgb)
                for alpha in 0...255 {
                    let layers = [(color, background.red), (255 - color, background.green), (17, background.blue)]
                    let expected = layers.map { color, background in
                        UInt8((Double(color * alpha + Int(background) * (255 - alpha)) / 255).rounded())
                    }
                    #expect(result.pixel(alpha, 0).elementsEqual(expected))
                }
            }
        }
    }

    @Test("Gray over gray stays gray, and no alpha is no change")
    func compositedGray() {
        let picture = Bitmap(.noise, layout: .grayAlpha, width: 9, height: 5)
        let gray = picture.composited(over: .white)
        let colored = picture.composited(over: RGBColor(red: 255, green: 255, blue: 0))
        #expect(gray.layout == .gray && colored.layout == .rgb)
        for i in gray.bytes.indices { #expect(colored.bytes[3 * i] == gray.bytes[i]) }
        #expect(gray.composited(over: .black) == gray)
    }

    @Test("A box that reaches beyond the picture keeps its place, and a constant stays constant")
    func boxBeyond() {
        let picture = Bitmap(layout: .gray, size: PixelSize(width: 4, height: 1), bytes: [10, 20, 30, 40])
        let size = PixelSize(width: 2, height: 1)
        let beyond = picture.resampled(to: size, box: SourceBox(x: 0, y: 0, width: 5, height: 1), filter: .box)
        // The second pixel covers 2.5 to 5: of the source that is half a vote for the pixel 2, whose center is on the border,
        // and the pixel 3.
        #expect(beyond.bytes[1] == 37)
        let constant = Bitmap(constant: 77, layout: .rgb, width: 9, height: 9)
        for filter in ResamplingFilter.allCases {
            let result = constant.resampled(
                to: PixelSize(width: 4, height: 4), box: SourceBox(x: -1.5, y: 0.5, width: 12, height: 9.75),
                filter: filter)
            #expect(result.bytes.allSatisfy { $0 == 77 })
        }
    }

    #if os(Linux) || os(macOS)
        @Test("A rectangle outside of the picture is a programmer's mistake")
        func outside() async {
            await #expect(processExitsWith: .failure) {
                _ = Bitmap(constant: 0, layout: .gray, width: 4, height: 4)
                    .cropped(to: PixelRect(x: 2, y: 0, width: 3, height: 1))
            }
        }

        @Test("A box outside of the picture is a programmer's mistake")
        func boxOutside() async {
            await #expect(processExitsWith: .failure) {
                _ = Bitmap(constant: 0, layout: .gray, width: 4, height: 4).resampled(
                    to: PixelSize(width: 2, height: 2), box: SourceBox(x: 4, y: 0, width: 3, height: 1), filter: .box)
            }
        }

        @Test("A result that is not complete is a programmer's mistake")
        func unfinished() async {
            await #expect(processExitsWith: .failure) {
                var resampler = RowResampler()
                let size = PixelSize(width: 4, height: 4)
                resampler.begin(
                    layout: .gray, sourceSize: size, box: SourceBox(PixelRect(size)), outputSize: size, filter: .box,
                    bandRows: 1, rowBytes: 4)
                _ = resampler.finish()
            }
        }
    #endif
}
