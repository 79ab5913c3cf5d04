import ImageCodecs
import Testing

@testable import AllowsEditing

/// Pictures that are cut along boxes.
@Suite("Editing with a box")
struct BoxEditTests {
    private let picture = Bitmap.gradient(60, 40)

    /// The edited bitmap of a picture that is stored as it is given.
    private func edit(
        _ bitmap: Bitmap, _ box: CropBox, _ orientation: Orientation = .topLeft,
        change: (inout EditOptions) -> Void = { _ in }
    ) throws -> (plan: EditPlan, bitmap: Bitmap) {
        let bytes = try ImageEncoder.encode(bitmap, EncodeOptions(format: .png))
        var options = EditOptions()
        options.crop = .box(box)
        change(&options)
        var info = try ImageInfo(probing: bytes.span)
        info.orientation = orientation
        let plan = try EditPlan(info, options)
        let edit = try Workspace().edit(bytes.span, info, plan, options)
        return (plan, try edit.images[0].bitmap())
    }

    @Test(
        "quarter turns and mirroring are exact, whatever the file's own orientation", arguments: Orientation.allCases)
    func exact(_ orientation: Orientation) throws {
        let upright = picture.turned(orientation)
        for degrees in stride(from: -90.0, through: 270, by: 90) {
            for (x, y) in [(false, false), (true, false), (false, true), (true, true)] {
                let box = CropBox(center: [17, 19], size: [20, 12], degrees: degrees, mirroredX: x, mirroredY: y)
                let (plan, edited) = try edit(picture, box, orientation)
                let (rect, turn) = (try #require(box.rect), try #require(box.turn))
                let isRight = edited == upright.cropped(to: rect).turned(turn)
                #expect(isRight && plan.cropRect == rect && (plan.cropBox == nil) == (turn == .topLeft))
                #expect(edited.size == PixelSize(width: 20, height: 12))
            }
        }
    }

    @Test("a box that is turned and scaled is the crop that is scaled and then turned")
    func turnedAndScaled() throws {
        let box = CropBox(center: [30, 20], size: [40, 60], degrees: 90)
        let edited = try edit(picture, box) { $0.sizes = [.atMost(15)] }.bitmap
        let reference = try edit(picture, CropBox(PixelRect(x: 0, y: 0, width: 60, height: 40))) {
            $0.sizes = [.atMost(15)]
        }.bitmap
        #expect(edited.size == PixelSize(width: 10, height: 15))
        let isTurned = edited == reference.turned(.rightTop)
        #expect(isTurned)
    }

    @Test("up to a pixel outside is moved inside; more is an error that says where")
    func outside() throws {
        #expect(try edit(picture, CropBox(center: [5, 5], size: [12, 12])).plan.cropRect.x == 0)
        #expect(
            try edit(picture, CropBox(center: [30, 20], size: [62, 41])).plan.cropRect
                == PixelRect(x: 0, y: 0, width: 60, height: 40))
        #expect(
            throws: EditError.cropOutsideImage(
                PixelRect(x: -2, y: -1, width: 12, height: 12), PixelSize(width: 60, height: 40))
        ) { try edit(picture, CropBox(center: [4, 5], size: [12, 12])) }
        for box in [
            CropBox(center: [30, 20], size: [60, 40], degrees: 30), CropBox(center: [1e9, 1e9], size: [1e9, 1e9]),
            CropBox(center: [-1e9, 0], size: [1, 1], degrees: 1),
        ] {
            #expect { try edit(picture, box) } throws: { ($0 as? EditError)?.kind == "cropOutsideImage" }
        }
        // With a padding: nothing of the picture, and far too much beside it.
        for (box, kind) in [
            (CropBox(center: [100, 20], size: [10, 10]), "cropOutsideImage"),
            (CropBox(center: [30, 20], size: [1e6, 1e6], degrees: 3), "limitExceeded"),
        ] {
            #expect { try edit(picture, box) { $0.padding = .black } } throws: { ($0 as? EditError)?.kind == kind }
        }
    }

    @Test("a padded box is the picture, bit for bit, in the middle of its padding")
    func padded() throws {
        let padding = RGBColor(red: 1, green: 2, blue: 3)
        for (degrees, turn) in [(0.0, Orientation.topLeft), (90, .rightTop), (180, .bottomRight)] {
            let whole = turn.uprightSize(ofStored: picture.size)
            let box = CropBox(
                center: [30, 20], size: [Double(whole.width) + 10, Double(whole.height) + 6], degrees: degrees)
            let (plan, edited) = try edit(picture, box) { $0.padding = padding }
            #expect(plan.cropRect == PixelRect(picture.size) && plan.cropBox == box)
            let inner = edited.cropped(to: PixelRect(x: 5, y: 3, width: whole.width, height: whole.height))
            let isPicture = inner == picture.turned(turn)
            #expect(isPicture)
            #expect(Array(edited.bytes.prefix(15)) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
        }
    }

    @Test("gray with a colored padding becomes color, and alpha is opaque there")
    func grayPadding() throws {
        let gray = Bitmap(
            layout: .grayAlpha, size: PixelSize(width: 2, height: 2), bytes: [9, 0, 8, 255, 7, 255, 6, 255])
        let edited = try edit(gray, CropBox(center: [1, 1], size: [6, 6])) {
            $0.padding = RGBColor(red: 10, green: 20, blue: 30)
        }.bitmap
        #expect(edited.layout == .rgba && Array(edited.bytes.prefix(4)) == [10, 20, 30, 255])
        let middle = edited.cropped(to: PixelRect(x: 2, y: 2, width: 2, height: 2)).bytes
        #expect(middle == [0, 0, 0, 0, 8, 8, 8, 255, 7, 7, 7, 255, 6, 6, 6, 255])
    }

    /// A picture whose red grows with x and green with y, by one step a pixel.
    private func ramp(_ side: Int) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<side { for x in 0..<side { bytes += [UInt8(x), UInt8(y), 77] } }
        return Bitmap(layout: .rgb, size: PixelSize(width: side, height: side), bytes: bytes)
    }

    @Test("a box that is turned freely shows each point where its arithmetic says", arguments: [12.0, 45, -100, 213.7])
    func turnedFreely(_ degrees: Double) throws {
        for (size, side) in [(OutputSize.full, 60.0), (.atMost(30), 60), (.atMost(12), 60), (.atMost(50), 60)] {
            for mirrored in [false, true] {
                let box = CropBox(center: [130, 120], size: [60, 40], degrees: degrees, mirroredX: mirrored)
                let (plan, edited) = try edit(ramp(250), box) { $0.sizes = [size] }
                #expect(plan.cropBox == box && edited.size == plan.outputs[0].size)
                let scale = side / Double(edited.size.width)
                let scaleY = 40 / Double(edited.size.height)
                var worst = 0.0
                for y in 0..<edited.size.height {
                    for x in 0..<edited.size.width {
                        let point = box.source(of: [(Double(x) + 0.5) * scale, (Double(y) + 0.5) * scaleY]) - 0.5
                        let pixel = (y * edited.size.width + x) * 3
                        worst = max(
                            worst, (Double(edited.bytes[pixel]) - point.x).magnitude,
                            (Double(edited.bytes[pixel + 1]) - point.y).magnitude,
                            (Double(edited.bytes[pixel + 2]) - 77).magnitude)
                    }
                }
                // Half a step of rounding, twice where the picture was reduced before.
                #expect(worst < 1.1, "\(size)")
            }
        }
    }

    @Test("JPEG takes the same way, at a reduced scale", arguments: [Orientation.topLeft, .rightTop, .leftTop])
    func jpeg(_ orientation: Orientation) throws {
        let bitmap = ramp(250)
        let bytes = try ImageEncoder.encode(
            bitmap.resampled(to: PixelSize(width: 1000, height: 1000), filter: .lanczos3),
            EncodeOptions(format: .jpeg, quality: 95))
        let box = CropBox(center: [500, 500], size: [600, 600], degrees: 30)
        var options = EditOptions(size: .atMost(60))
        options.crop = .box(box)
        options.format = .png
        var info = try ImageInfo(probing: bytes.span)
        info.orientation = orientation
        let plan = try EditPlan(info, options)
        #expect(plan.decode.scaleEighths < 8 && plan.route(of: info, isWhole: false).hasSuffix("rgb"))
        let edited = try Workspace().edit(bytes.span, info, plan, options).images[0].bitmap()
        let upright = bitmap.turned(orientation)
        var worst = 0
        for y in stride(from: 2, to: 60, by: 7) {
            for x in stride(from: 2, to: 60, by: 7) {
                let point = box.source(of: [Double(x) * 10 + 5, Double(y) * 10 + 5]) / 4
                let expected = (Int(point.y) * 250 + Int(point.x)) * 3
                let actual = (y * 60 + x) * 3
                for channel in 0..<3 {
                    worst = max(
                        worst, abs(Int(edited.bytes[actual + channel]) - Int(upright.bytes[expected + channel])))
                }
            }
        }
        #expect(worst <= 4)
    }

    @Test("a record holds the box where the edited image is not the rectangle alone")
    func record() throws {
        var object = JSONObject()
        CropBox(center: [10.5, 20], size: [4, 6], degrees: -12.25, mirroredX: true).describe(in: &object)
        #expect(
            object.text
                == #"{"center":[10.5000,20.0000],"size":[4.0000,6.0000],"rotation":-12.2500,"flip":[-1,1]}"#)
        // It can be read again.
        let crop = try CropImport(parsing: Array(#"{"tool":"box","data":\#(object.text)}"#.utf8))
        let box = try crop.box(forUpright: PixelSize(width: 50, height: 50), orientation: .topLeft)
        #expect(box == CropBox(center: [10.5, 20], size: [4, 6], degrees: -12.25, mirroredX: true))
    }

    @Test("a crop of a front end that does not fit its picture is an error of the options")
    func imported() throws {
        let crop = try CropImport(
            parsing: Array(#"{"tool":"box","space":{"width":30,"height":30},"data":{"rect":[0,0,1,1]}}"#.utf8))
        #expect {
            try edit(picture, CropBox(center: [1, 1], size: [1, 1])) { $0.crop = .imported(crop) }
        } throws: { ($0 as? EditError)?.kind == "invalidOptions" && "\($0)".contains("space") }
    }
}
