import Testing

@testable import AllowsEditing

/// What front ends export, as boxes.
@Suite("Crop import")
struct CropImportTests {
    /// The box of one object; single quotes stand for double ones.
    private func box(
        _ json: String, _ width: Int = 400, _ height: Int = 300, _ orientation: Orientation = .topLeft
    ) throws -> CropBox {
        let crop = try CropImport(parsing: Array(json.replacing("'", with: "\"").utf8))
        return try crop.box(forUpright: PixelSize(width: width, height: height), orientation: orientation)
    }

    private func error(_ json: String, _ orientation: Orientation = .topLeft) -> String {
        do { return "\(try box(json, 400, 300, orientation))" } catch { return "\(error)" }
    }

    @Test("each front end's numbers give the box that its drawing code shows", arguments: CropVector.all.indices)
    func vectors(_ index: Int) throws {
        let vector = CropVector.all[index]
        let box = try box(#"{"tool":"\#(vector.tool)","data":\#(vector.data)}"#, vector.width, vector.height)
        #expect((box.center - vector.center).length < 1e-9 && (box.size - vector.size).length < 1e-9)
        #expect((box.degrees - vector.degrees).magnitude < 1e-9)
        #expect(box.signs == vector.signs)
    }

    @Test("the vectors are those of all seven front ends")
    func allTools() {
        let known = Set(CropTool.allCases).subtracting([.box, .uiImagePicker])
        #expect(Set(CropVector.all.compactMap { CropTool(rawValue: $0.tool) }) == known && CropVector.all.count == 28)
    }

    static let writtenRectangles = [
        "{'x':10,'y':20,'width':30,'height':40}", "{'origin':{'x':10,'y':20},'size':{'width':30,'height':40}}",
        "{'origin':[10,20],'size':[30,40]}", "[[10,20],[30,40]]", "[10,20,30,40]", "'{{10, 20}, {30, 40}}'",
        "[{'x':10,'y':20},'{30, 40}']", "'{{1e1,20.0},{30,40}}'",
    ]

    @Test("a rectangle is understood in every way in which it is written", arguments: writtenRectangles)
    func rectangles(_ rectangle: String) throws {
        let expected = PixelRect(x: 10, y: 20, width: 30, height: 40)
        #expect(try box("{'tool':'uiimagepicker','data':{'cropRect':\(rectangle)}}").rect == expected)
        #expect(try box("{'tool':'brightroom','data':{'cropExtent':\(rectangle)}}").rect == expected)
    }

    @Test("numbers that refer to a smaller copy are enlarged with it, a turned one along its own sides")
    func space() throws {
        let rect = "'data':{'x':10,'y':20,'width':30,'height':40"
        #expect(
            try box("{'tool':'uiimagepicker','space':{'width':200,'height':150},\(rect)}}").rect
                == PixelRect(x: 20, y: 40, width: 60, height: 80))
        // 201 × 100 for a picture of 400 × 200: the sides of a copy are whole.
        let turned = try box("{'tool':'tocrop','space':{'width':201,'height':100},\(rect),'angle':90}}", 400, 200)
        #expect((turned.size - [60, 40.0 * 400 / 201]).length < 1e-9)
        // Points of UIKit: the size of the picture in points says what a pixel is.
        let points = try box("{'tool':'tocrop',\(rect),'angle':0,'originalImageSize':[200,150]}}")
        let scaled = try box("{'tool':'tocrop',\(rect),'angle':0,'scale':2}}")
        #expect(points == scaled && points.rect == PixelRect(x: 20, y: 40, width: 60, height: 80))
        #expect(
            try box("{'tool':'brightroom','data':{'cropExtent':[[10,20],[30,40]],'scaleToRestore':2}}").rect
                == points.rect)
        #expect(
            error("{'tool':'uiimagepicker','space':{'width':200,'height':200},\(rect)}}")
                == "space 200.0×200.0 has another shape than the picture of 400.0×300.0")
    }

    @Test("percent of react-easy-crop are preferred to its pixels, which are rounded")
    func percent() throws {
        let crop = try box(
            """
            {'tool':'react-easy-crop','data':{'croppedArea':{'x':12.5,'y':10,'width':25,'height':50},
            'croppedAreaPixels':{'x':50,'y':31,'width':99,'height':149},'rotation':0}}
            """)
        #expect(crop == CropBox(center: [100, 105], size: [100, 150]))
    }

    @Test("the corners that Mantis exports are enough, and agree with its other numbers")
    func corners() throws {
        let corners = "'topLeft':[0.25,0.2],'topRight':[0.75,0.2],'bottomLeft':[0.25,0.6],'bottomRight':[0.75,0.6]"
        let upright = try box("{'tool':'mantis','data':{'cropRegion':{\(corners)}}}")
        #expect((upright.center - [200, 120]).length < 1e-9 && (upright.size - [200, 120]).length < 1e-9)
        #expect(upright.turn == .topLeft)
        // A vector, whose corners are found with the box.
        let vector = CropVector.all[19]
        let expected = CropBox(
            center: vector.center, size: vector.size, degrees: vector.degrees, mirroredX: true, mirroredY: true)
        let size = SIMD2(Double(vector.width), Double(vector.height))
        func corner(_ x: Double, _ y: Double) -> String {
            let point = expected.source(of: SIMD2(x, y) * expected.size) / size
            return "[\(point.x),\(point.y)]"
        }
        let region =
            "'topLeft':\(corner(0, 0)),'topRight':\(corner(1, 0)),'bottomLeft':\(corner(0, 1)),'bottomRight':\(corner(1, 1))"
        let found = try box(
            "{'tool':'mantis','data':{'cropRegion':{\(region)},'scaleX':-2,'scaleY':-2}}", vector.width, vector.height)
        #expect((found.center - expected.center).length < 1e-6 && (found.size - expected.size).length < 1e-6)
        #expect((found.degrees - expected.degrees).magnitude < 1e-9 && found.mirroredX && found.mirroredY)
    }

    @Test("Brightroom's quarter turns run counter-clockwise, its adjustment clockwise")
    func brightroom() throws {
        let crop = try box(
            "{'tool':'brightroom','data':{'cropExtent':[[0,0],[30,40]],'rotation':'angle_90','adjustmentAngle':5}}")
        #expect(crop.degrees == -85)
    }

    @Test("react-avatar-editor's sides are exchanged only where its canvas turns")
    func canvas() throws {
        let area = "'x':0.25,'y':0.25,'width':0.5,'height':0.5,'rotate':90"
        #expect(try box("{'tool':'react-avatar-editor','data':{\(area)}}").size == [200, 150])
        #expect(
            try box("{'tool':'react-avatar-editor','data':{\(area),'disableCanvasRotation':false}}").size == [150, 200])
    }

    static let refusalCases: [(String, String)] = [
        ("[1]", "the line is a list, not an object"),
        ("{", "not JSON: after 1 bytes, a key is a text in quotation marks"),
        ("{'data':{}}", "tool is missing"),
        ("{'tool':'gimp','data':{}}", "tool is 'gimp', not one of box, uiimagepicker"),
        ("{'tool':'tocrop'}", "data is missing"),
        ("{'tool':'tocrop','data':[]}", "data is a list, not an object"),
        ("{'tool':'tocrop','data':{'x':1,'y':1,'width':1,'height':1}}", "data.angle is missing"),
        ("{'tool':'tocrop','data':{'x':1,'y':1,'width':1,'height':1,'angle':45}}", "data.angle is 45.0"),
        ("{'tool':'tocrop','data':{'x':1,'y':1,'width':1}}", "data.height is missing"),
        ("{'tool':'box','dta':{}}", "'dta' is no key"),
        ("{'tool':'box','orientation':'6','data':{'rect':[1,1,1,1]}}", "orientation is '6', not applied"),
        ("{'tool':'box','file':'','data':{'rect':[1,1,1,1]}}", "file is '', which no file can be called"),
        ("{'tool':'box','data':{'rect':[1,1,0,1]}}", "data.rect is not more than 0"),
        ("{'tool':'box','data':{'rect':'{{1,1},{1,}}'}}", "data.rect is '{{1,1},{1,}}', not like"),
        ("{'tool':'box','data':{'rect':[1,1,true,1]}}", "data.rect is a truth value, not a number"),
        ("{'tool':'box','data':{'rect':[1,1,1e13,1]}}", "data.rect is 10000000000000.0: out of range"),
        ("{'tool':'box','data':{'rect':[1,1,1e11,1]}}", "data places the crop out of range"),
        ("{'tool':'cropperjs1','data':{'x':1,'y':1,'width':1,'height':1,'scaleX':1.5}}", "data.scaleX is 1.5: only"),
        ("{'tool':'cropperjs2','data':{'x':1,'y':1,'width':1,'height':1}}", "data.matrix is missing"),
        (
            "{'tool':'cropperjs2','data':{'x':1,'y':1,'width':1,'height':1,'matrix':[1,0,0.1,1,0,0]}}",
            "data.matrix skews"
        ),
        ("{'tool':'cropperjs2','data':{'x':1,'y':1,'width':1,'height':1,'matrix':[0,0,0,0,0,0]}}", "data.matrix skews"),
        ("{'tool':'mantis','data':{'horizontalSkewDegrees':3}}", "data.horizontalSkewDegrees is 3.0: a skewed"),
        (
            "{'tool':'mantis','data':{'translation':[0,0],'cropSize':[1,1],'imageViewSize':[4,3],'rotation':0,'scaleX':1,'scaleY':2}}",
            "data.scaleY is 2.0 and scaleX is 1.0"
        ),
        ("{'tool':'mantis','data':{}}", "data.translation is missing"),
        (
            "{'tool':'mantis','data':{'cropRegion':{'topLeft':[0,0],'topRight':[0.5,0.1],'bottomLeft':[0,0.5],'bottomRight':[0.5,0.6]}}}",
            "data.cropRegion has corners that are not at right angles"
        ),
    ]

    @Test("what cannot be followed is refused by the name of its field", arguments: refusalCases)
    func refusals(_ json: String, _ expected: String) {
        #expect(error(json).hasPrefix(expected))
    }
}

/// Numbers that know of the EXIF orientation, or do not.
@Suite("Crop import of pictures that are stored turned")
struct CropOrientationTests {
    private let stored = PixelSize(width: 400, height: 300)

    private func box(_ json: String, _ orientation: Orientation) throws -> CropBox {
        let crop = try CropImport(parsing: Array(json.replacing("'", with: "\"").utf8))
        return try crop.box(forUpright: orientation.uprightSize(ofStored: stored), orientation: orientation)
    }

    @Test(
        "Cropper.js 1, which turns stored pixels itself, gives the upright rectangle", arguments: Orientation.allCases)
    func included(_ orientation: Orientation) throws {
        // The turn and the mirroring by which it shows each orientation.
        let turns = [
            (0, 1, 1), (0, -1, 1), (-180, 1, 1), (0, 1, -1), (90, 1, -1), (90, 1, 1), (90, -1, 1), (-90, 1, 1),
        ]
        let (degrees, x, y) = turns[orientation.rawValue - 1]
        let crop = try box(
            """
            {'tool':'cropperjs1','orientation':'included','data':{'x':10,'y':20,'width':30,'height':40,
            'rotate':\(degrees),'scaleX':\(x),'scaleY':\(y)}}
            """, orientation)
        #expect(crop.rect == PixelRect(x: 10, y: 20, width: 30, height: 40))
        #expect(crop.turn == .topLeft)
    }

    @Test("a rectangle of stored pixels is that rectangle upright", arguments: Orientation.allCases)
    func storedRectangle(_ orientation: Orientation) throws {
        let rect = PixelRect(x: 10, y: 20, width: 30, height: 40)
        let crop = try box(
            "{'tool':'uiimagepicker','orientation':'stored','data':{'cropRect':[[10,20],[30,40]]}}", orientation)
        let upright = try #require(crop.rect)
        #expect(orientation.storedRect(ofUpright: upright, storedSize: stored) == rect)
        #expect(crop.turn == .topLeft && crop.roundedSize == orientation.uprightSize(ofStored: rect.size))
    }

    @Test("a turned box of stored pixels shows the same pixels, turned upright", arguments: Orientation.allCases)
    func storedBox(_ orientation: Orientation) throws {
        let given = CropBox(center: [180, 130], size: [50, 70], degrees: 33, mirroredX: true)
        let crop = try box(
            """
            {'tool':'box','orientation':'stored','data':{'center':[180,130],'size':[50,70],'rotation':33,'flip':[-1,1]}}
            """, orientation)
        let (storedMiddle, uprightMiddle) = (stored.vector / 2, orientation.uprightSize(ofStored: stored).vector / 2)
        for corner in [SIMD2(0.0, 0.0), SIMD2(1.0, 0.0), SIMD2(0.0, 1.0)] {
            let point = given.source(of: corner * given.size)
            let turned = crop.size / 2 + orientation.upright((corner - 0.5) * given.size)
            let upright = uprightMiddle + orientation.upright(point - storedMiddle)
            #expect((crop.source(of: turned) - upright).length < 1e-9)
        }
    }

    @Test(
        "without a word about the orientation, Cropper.js 1 is refused where it would matter, and all others are upright"
    )
    func unsaid() throws {
        let data = "'data':{'x':10,'y':20,'width':30,'height':40,'angle':0}"
        #expect(throws: CropImportError.self) { try box("{'tool':'cropperjs1',\(data)}", .rightTop) }
        #expect(try box("{'tool':'cropperjs1',\(data)}", .topLeft).center == [25, 40])
        #expect(try box("{'tool':'tocrop',\(data)}", .rightTop).center == [25, 40])
        #expect(try box("{'tool':'cropperjs1','orientation':'applied',\(data)}", .rightTop).center == [25, 40])
    }
}
