import Testing

@testable import AllowsEditing

@Suite("Crop box")
struct CropBoxTests {
    @Test("a rectangle is a box, and back")
    func rectangles() {
        for rect in [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: -3, y: 7, width: 31, height: 40)] {
            #expect(CropBox(rect).rect == rect && CropBox(rect).isAxisAligned)
        }
    }

    @Test("each side is rounded once, then the origin, half a pixel to the top left")
    func rounding() {
        #expect(CropBox(center: [10.2, 10.5], size: [4.4, 4.6]).rect == PixelRect(x: 8, y: 8, width: 4, height: 5))
        #expect(CropBox(center: [10.5, 10.6], size: [4, 4]).rect == PixelRect(x: 8, y: 9, width: 4, height: 4))
        #expect(CropBox(center: [10, 10], size: [0.2, 0.2]).rect?.size == PixelSize(width: 1, height: 1))
    }

    @Test("after an odd number of quarter turns, the sides are exchanged in the picture")
    func quarterTurns() {
        for (degrees, turns) in [(0.0, 0), (90, 1), (180, 2), (270, 3), (-90, 3), (-180, 2), (450, 1), (89.9999999, 1)]
        {
            let box = CropBox(center: [10, 10], size: [6, 4], degrees: degrees)
            #expect(box.quarterTurns == turns)
            #expect(
                box.rect
                    == (turns % 2 == 0
                        ? PixelRect(x: 7, y: 8, width: 6, height: 4) : PixelRect(x: 8, y: 7, width: 4, height: 6)))
        }
        #expect(CropBox(center: [10, 10], size: [6, 4], degrees: 12).rect == nil)
        #expect(CropBox(center: [.nan, 10], size: [6, 4]).rect == nil)
        #expect(CropBox(center: [1e300, 10], size: [6, 4]).rect == nil)
    }

    @Test("a turn by quarters and a mirroring are one of the eight orientations")
    func turns() {
        #expect(CropBox(center: [0, 0], size: [1, 1], degrees: 90).turn == .rightTop)
        #expect(CropBox(center: [0, 0], size: [1, 1], degrees: -90).turn == .leftBottom)
        #expect(
            CropBox(center: [0, 0], size: [1, 1], degrees: 180, mirroredX: true, mirroredY: true).turn == .topLeft)
        // First mirrored, then turned: the other order would give 7.
        #expect(CropBox(center: [0, 0], size: [1, 1], degrees: 90, mirroredY: true).turn == .leftTop)
    }

    @Test("two turns one after the other are one", arguments: Orientation.allCases)
    func composition(_ first: Orientation) {
        let bitmap = Bitmap(layout: .gray, size: PixelSize(width: 3, height: 2), bytes: [1, 2, 3, 4, 5, 6])
        for second in Orientation.allCases {
            #expect(bitmap.turned(first).turned(second) == bitmap.turned(first.followed(by: second)))
        }
    }

    @Test("angles are exact at quarter turns, and within the last bits elsewhere")
    func angles() {
        #expect(Angle.sineAndCosine(90) == (1, 0) && Angle.sineAndCosine(-180).cosine == -1)
        for (degrees, sine) in [(30.0, 0.5), (-30, -0.5), (150, 0.5), (390, 0.5), (45, 0.5.squareRoot())] {
            #expect((Angle.sineAndCosine(degrees).sine - sine).magnitude < 1e-15)
        }
        for degrees in stride(from: -179.5, through: 180, by: 0.5) {
            let (sine, cosine) = Angle.sineAndCosine(degrees)
            #expect((sine * sine + cosine * cosine - 1).magnitude < 1e-15)
            #expect((Angle.degrees(of: SIMD2(cosine, sine) * 7) - degrees).magnitude < 1e-12)
        }
    }
}

@Suite("Crop boxes of a file")
struct CropBoxesTests {
    private func boxes(_ text: String) throws(CropBoxes.Failure) -> CropBoxes {
        try CropBoxes(parsing: Array(text.replacing("'", with: "\"").utf8))
    }

    private func line(_ file: String) -> String { "{'file':'\(file)','tool':'box','data':{'rect':[1,2,3,4]}}" }

    @Test("a crop is found by the bytes of its file's name; blank lines do not count")
    func lookup() throws {
        let boxes = try boxes("\u{FEFF}\(line("a/é.jpg"))\r\n\n  \t\n\(line("b.jpg"))")
        #expect(boxes.count == 2 && boxes.files == ["a/é.jpg", "b.jpg"])
        #expect(boxes["b.jpg"]?.tool == .box && boxes["c.jpg"] == nil)
        // The same letter in two code points is another name.
        #expect(boxes["a/é.jpg"] != nil && boxes["a/e\u{301}.jpg"] == nil)
    }

    @Test("a dot for the folder itself and a doubled slash make no other name")
    func spellings() throws {
        let boxes = try boxes("\(line("./trip//b.jpg"))\n\(line("/a/./b/../c.jpg"))\n\(line(".hidden/..c/d."))")
        #expect(boxes.files == ["./trip//b.jpg", "/a/./b/../c.jpg", ".hidden/..c/d."])
        for name: BytePath in ["trip/b.jpg", "./trip/b.jpg", "trip/./b.jpg", ".//trip///././b.jpg"] {
            #expect(boxes[name] != nil, "\(name)")
        }
        #expect(boxes["/a/b/../c.jpg"] != nil && boxes["//a//b/../c.jpg"] != nil && boxes[".hidden/..c/d."] != nil)
        #expect(boxes["a/b/../c.jpg"] == nil && boxes["/a/c.jpg"] == nil && boxes["/trip/b.jpg"] == nil)
        #expect(throws: CropBoxes.Failure.duplicate(file: "./a", lines: [1, 2])) {
            try self.boxes("\(line("a"))\n\(line("./a"))")
        }
    }

    @Test("a name that is not UTF-8 stands in base64")
    func bytes() throws {
        let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x6A]
        let boxes = try boxes("{'file':'a?.j','fileBytes':'\(base64(name))','tool':'box','data':{'rect':[1,2,3,4]}}")
        #expect(boxes.files == [BytePath(bytes: name)])
        for count in 0...9 {
            let bytes = (0..<count).map { UInt8(200 + $0 * 5) }
            #expect(AllowsEditing.bytes(ofBase64: base64(bytes)) == bytes)
        }
        for wrong in ["A", "AA", "AAA", "AAA?", "A===", "====", "AA=A", "AAAA=", "\u{E9}AAA"] {
            #expect(AllowsEditing.bytes(ofBase64: wrong) == nil, "\(wrong)")
        }
    }

    @Test("a bad line is named by its number")
    func badLine() {
        #expect(throws: CropBoxes.Failure.line(3, .missing(field: "file", reason: "it names the picture"))) {
            try boxes("\n\(line("a"))\n{'tool':'box','data':{'rect':[1,2,3,4]}}")
        }
        do {
            _ = try boxes("\(line("a"))\n{]")
            Issue.record("it was read")
        } catch {
            #expect("\(error)" == "line 2: not JSON: after 1 bytes, a key is a text in quotation marks")
        }
    }

    @Test("two crops for one picture are refused with both their lines")
    func duplicate() {
        do {
            _ = try boxes("\(line("a"))\n\n\(line("a"))")
            Issue.record("it was read")
        } catch {
            #expect("\(error)" == "lines 1 and 3: a stands twice")
        }
    }
}
