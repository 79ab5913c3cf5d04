import Testing

@testable import AllowsEditing

@Suite("Move and Scale")
struct MoveAndScaleTests {
    private let picture = PixelSize(width: 4000, height: 3000)

    @Test("it begins as the crop in the middle does")
    func beginning() throws {
        let screen = MoveAndScale(picture: picture)
        #expect(screen.size == [3000, 3000] && screen.center == [2000, 1500] && screen.zoom == 1)
        #expect(
            try screen.crop.rect(in: picture, aspect: .square) == Crop.center.rect(in: picture, aspect: .square))
        #expect(screen.scale(frameWidth: 300) == 0.1 && screen.pictureOrigin(frameWidth: 300) == [-50, 0])
    }

    @Test("no gesture uncovers the frame or leaves the range of zoom")
    func clamped() {
        var screen = MoveAndScale(picture: picture, aspect: AspectRatio(width: 4, height: 5), maximumZoom: 8)
        var random = SystemRandomNumberGenerator()
        var faults = 0
        for _ in 0..<10_000 {
            func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
            if Bool.random() {
                screen.pan(by: [number(-900...900), number(-900...900)], frameWidth: 320)
            } else {
                screen.zoom(by: number(0.2...4), around: [number(-0.5...1.5), number(0...1)])
            }
            let (low, high) = screen.box.bounds
            let holds =
                low.x >= -1e-9 && low.y >= -1e-9 && high.x <= 4000 + 1e-9 && high.y <= 3000 + 1e-9
                && (1...8).contains(screen.zoom)
            if !holds { faults += 1 }
        }
        #expect(faults == 0)
    }

    @Test("a zoom keeps the point under the fingers")
    func anchor() {
        var screen = MoveAndScale(picture: picture)
        screen.zoom(by: 4)
        let anchor = SIMD2(0.25, 0.75)
        let before = screen.center + (anchor - 0.5) * screen.size
        screen.zoom(by: 1.7, around: anchor)
        #expect((screen.center + (anchor - 0.5) * screen.size - before).length < 1e-9)
        screen.pan(by: [30, -20], frameWidth: 300)
        #expect(screen.zoom == 4 * 1.7)
    }

    @Test("the crop and the box are the same pixels, and give the screen back")
    func roundTrip() throws {
        for aspect in [AspectRatio.square, AspectRatio(width: 16, height: 9)] {
            var screen = MoveAndScale(picture: picture, aspect: aspect)
            screen.set(zoom: 2.5, center: [1234.5, 2000.25])
            let rect = try screen.crop.rect(in: picture, aspect: aspect)
            let boxRect = try #require(screen.box.rect)
            #expect(abs(rect.x - boxRect.x) <= 1 && abs(rect.width - boxRect.width) <= 1)
            #expect(abs(rect.y - boxRect.y) <= 1 && abs(rect.height - boxRect.height) <= 1)
            for crop in [screen.crop, .box(screen.box), .rect(rect)] {
                let back = try #require(MoveAndScale(crop, picture: picture, aspect: aspect))
                #expect((back.center - screen.center).length < 1.5 && (back.zoom - screen.zoom).magnitude < 0.01)
            }
        }
    }

    @Test("a crop that the screen cannot give is none of its own")
    func foreign() {
        let crops: [Crop] = [
            .rect(PixelRect(x: 0, y: 0, width: 100, height: 200)),
            .rect(PixelRect(x: 3999, y: 0, width: 100, height: 100)),
            .box(CropBox(center: [500, 500], size: [100, 100], degrees: 5)),
            .box(CropBox(center: [500, 500], size: [100, 100], mirroredX: true)),
            .box(CropBox(center: [0, 0], size: [100, 100])), .box(CropBox(center: [.nan, 0], size: [100, 100])),
        ]
        for crop in crops { #expect(MoveAndScale(crop, picture: picture) == nil) }
    }

    @Test("what is not a number changes nothing")
    func notNumbers() {
        var screen = MoveAndScale(picture: picture)
        let before = screen
        screen.set(zoom: .nan, center: [0, 0])
        screen.zoom(by: .infinity)
        screen.pan(by: [.nan, 1], frameWidth: 300)
        screen.pan(by: [1, 1], frameWidth: 0)
        #expect(screen == before)
    }
}
