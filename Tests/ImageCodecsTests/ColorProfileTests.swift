import ImageCodecs
import Resampling
import Testing

@Suite("Color profiles")
struct ColorProfileTests {
    private let gamma = curveElement([563])

    @Test("a profile made here is read, fits RGB, and is what it was made of")
    func made() {
        #expect(ColorProfile.sRGB.name == "sRGB" && ColorProfile.sRGB.space == .rgb)
        #expect(ColorProfile.sRGB.isSRGB && ColorProfile.sRGB.fits(channels: 3) && !ColorProfile.sRGB.fits(channels: 1))
        #expect(ColorProfile.displayP3.name == "Display P3" && !ColorProfile.displayP3.isSRGB)
        #expect(ColorProfile.sRGB.bytes.count < 600 && ColorProfile.sRGB.bytes.count % 4 == 0)
        let gray = ColorProfile.gray(name: "Gray", .sRGB)
        #expect(gray.isSRGB && gray.fits(channels: 1) && !gray.fits(channels: 3))
        #expect(!ColorProfile.gray(name: "Gray", .gamma(1.8)).isSRGB)
    }

    @Test("sRGB is found by its colors, whatever it is called")
    func names() throws {
        let linear = ColorProfile.matrix(name: "sRGB IEC61966-2.1", .bt709, .gamma(1))
        #expect(!linear.isSRGB)
        #expect(ColorProfile.matrix(name: "Whatever", .bt709, .sRGB).isSRGB)
        #expect(!ColorProfile.matrix(name: "sRGB", .bt709, .gamma(2.2)).isSRGB)
    }

    @Test("a table of the curve of sRGB is sRGB too, a coarse one as well", arguments: [9, 33, 256, 1024, 4096])
    func tables(count: Int) throws {
        let values = (0..<count).map { index -> Int in
            let x = Double(index) / Double(count - 1)
            let light = x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055, 2.4)
            return Int((light * 65535).rounded())
        }
        var elements = matrixElements(curveElement(values))
        #expect(try #require(ColorProfile(profileFile(elements))).isSRGB == false)
        elements[2].1 = xyzElement(0.43607, 0.22249, 0.01392)
        elements[3].1 = xyzElement(0.38515, 0.71687, 0.09708)
        elements[4].1 = xyzElement(0.14307, 0.06061, 0.71410)
        #expect(try #require(ColorProfile(profileFile(elements))).isSRGB == (count > 9))
    }

    @Test("the name of either version, without what a terminal would obey")
    func description() throws {
        func name(_ element: [UInt8]) -> String? {
            ColorProfile(profileFile([("desc", element)] + matrixElements(gamma).dropFirst()))?.name
        }
        #expect(name(descriptionElement("A\u{1b}[31mB\u{7f}")) == "A[31mB")
        #expect(name(multilingualElement([("deDE", "Farbe"), ("enUS", "Color\u{202e}\u{7}")])) == "Color")
        #expect(name(multilingualElement([("deDE", "Grün"), ("frFR", "Vert")])) == "Grün")
        #expect(name(multilingualElement([])) == "")
        #expect(name(Array("text".utf8)) == "")
        #expect(name([]) == "")
        #expect(name(descriptionElement(String(repeating: "x", count: 5000)))?.count == 120)
        #expect(ColorProfile(profileFile(Array(matrixElements(gamma).dropFirst())))?.name == "")
    }

    @Test("what lies behind the declared length is dropped, and a shorter file is broken")
    func length() throws {
        let bytes = profileFile(matrixElements(gamma))
        #expect(ColorProfile(bytes + [1, 2, 3])?.bytes.count == bytes.count)
        for count in 0..<bytes.count { #expect(ColorProfile(Array(bytes[..<count])) == nil) }
    }

    @Test("signature, tag table and elements are checked")
    func broken() {
        let bytes = profileFile(matrixElements(gamma))
        func changed(_ offset: Int, _ values: [UInt8]) -> ColorProfile? {
            var bytes = bytes
            bytes.replaceSubrange(offset..<offset + values.count, with: values)
            return ColorProfile(bytes)
        }
        #expect(changed(36, [0]) == nil)
        #expect(changed(0, number(100)) == nil)
        #expect(changed(0, number(-1)) == nil)
        #expect(changed(128, number(-1)) == nil)
        #expect(changed(128, number(101)) == nil)
        #expect(changed(136, number(-4)) == nil)
        #expect(changed(136, number(0)) == nil)
        #expect(changed(140, number(-1)) == nil)
        #expect(changed(144, Array("desc".utf8)) == nil)
    }

    @Test("a profile must be readable: no curve, no colorant, a curve that is none, or nothing but black or white")
    func unreadable() {
        for index in 2..<8 {
            var elements = matrixElements(gamma)
            elements.remove(at: index)
            #expect(ColorProfile(profileFile(elements)) == nil)
        }
        for curve in [
            curveElement([0]), curveElement([0, 0]), curveElement([65535, 65535]), functionElement(0, [0]),
            functionElement(5, [1]), functionElement(4, [1, 1]), Array("curv".utf8), Array("para".utf8), [],
            Array("curv".utf8) + number(0) + number(-1), Array("curv".utf8) + number(0) + number(3) + [0, 1],
            functionElement(1, [1, 0, 0]), functionElement(0, [-1]),
        ] {
            #expect(ColorProfile(profileFile(matrixElements(curve))) == nil)
            #expect(ColorProfile(profileFile(space: "GRAY", [("kTRC", curve)])) == nil)
        }
        #expect(ColorProfile(profileFile(space: "GRAY", [("kTRC", gamma)]))?.fits(channels: 1) == true)
    }

    @Test("only the classes of devices describe pixels")
    func classes() {
        for kind in ["mntr", "scnr", "prtr", "spac"] {
            #expect(ColorProfile(profileFile(kind: kind, matrixElements(gamma)))?.fits(channels: 3) == true)
        }
        for kind in ["link", "abst", "nmcl"] {
            #expect(ColorProfile(profileFile(kind: kind, matrixElements(gamma)))?.fits(channels: 3) == false)
        }
    }

    @Test("the profiles of the fixtures")
    func fixtures() throws {
        func profile(_ name: String) throws -> ColorProfile {
            let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
                separator: "/")
            let file = try #require(contents(of: root + "/Fixtures/valid/jpeg/" + name))
            // One segment: its length, a name of 12 bytes, the number of the part and how many there are.
            let start = try #require(file.indices.first { file[$0...].starts(with: "ICC_PROFILE\0".utf8) })
            let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
            return try #require(ColorProfile(Array(file[start + 14..<start - 2 + length])))
        }
        let wide = try profile("icc-p3.jpg")
        #expect(!wide.isSRGB && wide.fits(channels: 3) && wide.name.contains("P3"))
        // Its curve is a plain power, which is not that of sRGB.
        #expect(try !profile("icc-srgb.jpg").isSRGB)
    }

    @Test("a profile of more than 4 MiB is not read")
    func size() {
        let bytes = profileFile(matrixElements(gamma))
        let room = ColorProfile.maxBytes - bytes.count
        #expect(ColorProfile(bytes + [UInt8](repeating: 0, count: room)) != nil)
        #expect(ColorProfile(bytes + [UInt8](repeating: 0, count: room + 1)) == nil)
    }

    @Test("profiles are equal if their bytes are")
    func equality() {
        #expect(ColorProfile.sRGB == ColorProfile(ColorProfile.sRGB.bytes))
        #expect(ColorProfile.sRGB != .displayP3)
    }

    @Test("no damaged byte makes a crash")
    func damage() {
        var noise = Noise(7)
        let models = [
            matrixElements(gamma), matrixElements(functionElement(4, [2.4, 0.9, 0.1, 0.1, 0.05, 0, 0])),
            matrixElements(curveElement(Array(stride(from: 0, through: 65535, by: 4369)))),
        ]
        for elements in models {
            let bytes = profileFile(elements)
            for _ in 0..<500 {
                var damaged = bytes
                for _ in 0...noise.next() % 4 {
                    let index = Int(noise.next() % UInt64(bytes.count))
                    damaged[index] = UInt8(truncatingIfNeeded: noise.next() >> 32)
                }
                guard let profile = ColorProfile(damaged), let conversion = ColorConversion(from: profile, channels: 3)
                else { continue }
                let pixel = Bitmap(layout: .rgb, size: PixelSize(width: 1, height: 1), bytes: [255, 128, 1])
                #expect(conversion.convert(pixel).size == pixel.size)
            }
        }
    }
}
