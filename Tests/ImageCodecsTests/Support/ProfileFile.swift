/// A profile of given elements, for tests.
func profileFile(
    version: UInt8 = 2, kind: String = "mntr", space: String = "RGB ", connection: String = "XYZ ",
    _ elements: [(String, [UInt8])]
) -> [UInt8] {
    var table = number(elements.count)
    var data: [UInt8] = []
    let start = 132 + 12 * elements.count
    for (name, bytes) in elements {
        table += Array(name.utf8) + number(start + data.count) + number(bytes.count)
        data += bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }
    var header =
        number(start + data.count) + [0, 0, 0, 0, version, 0x10, 0, 0] + Array((kind + space + connection).utf8)
    header += [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += fraction(0.9642) + fraction(1) + fraction(0.8249)
    return header + [UInt8](repeating: 0, count: 48) + table + data
}

/// The elements of a profile of three curves and the primaries of Adobe RGB.
func matrixElements(_ red: [UInt8], _ green: [UInt8]? = nil, _ blue: [UInt8]? = nil) -> [(String, [UInt8])] {
    [
        ("desc", descriptionElement("Test")), ("wtpt", xyzElement(0.9642, 1, 0.8249)),
        ("rXYZ", xyzElement(0.60974, 0.31111, 0.01947)), ("gXYZ", xyzElement(0.20528, 0.62567, 0.06087)),
        ("bXYZ", xyzElement(0.14919, 0.06322, 0.74457)), ("rTRC", red), ("gTRC", green ?? red), ("bTRC", blue ?? red),
    ]
}

func xyzElement(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + fraction(x) + fraction(y) + fraction(z)
}

/// A `curv` element: no values, one of 1/256, or a table.
func curveElement(_ values: [Int]) -> [UInt8] {
    Array("curv".utf8) + number(0) + number(values.count)
        + values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

/// A `para` element.
func functionElement(_ kind: UInt8, _ parameters: [Double]) -> [UInt8] {
    Array("para".utf8) + number(0) + [0, kind, 0, 0] + parameters.flatMap(fraction)
}

/// A `desc` element of version 2.
func descriptionElement(_ text: String) -> [UInt8] {
    Array("desc".utf8) + number(0) + number(text.utf8.count + 1) + Array(text.utf8) + [UInt8](repeating: 0, count: 79)
}

/// A `mluc` element.
func multilingualElement(_ texts: [(language: String, text: String)]) -> [UInt8] {
    var records: [UInt8] = []
    var data: [UInt8] = []
    for (language, text) in texts {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        records += Array(language.utf8) + number(units.count) + number(16 + 12 * texts.count + data.count)
        data += units
    }
    return Array("mluc".utf8) + number(0) + number(texts.count) + number(12) + records + data
}

/// 32 bits, big-endian.
func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

private func fraction(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }

/// A table of 8 bits (`mft1`) with two steps a channel; `color` gives the connection space's three bytes of each corner.
func tableElement(channels: Int, color: ([Int]) -> [UInt8]) -> [UInt8] {
    let ramp = (0...255).map { UInt8($0) }
    var bytes = Array("mft1".utf8) + number(0) + [UInt8(channels), 3, 2, 0]
    for index in 0..<9 { bytes += fraction(index % 4 == 0 ? 1 : 0) }
    for _ in 0..<channels { bytes += ramp }
    // The first channel varies slowest.
    for corner in 0..<1 << channels { bytes += color((0..<channels).map { corner >> (channels - 1 - $0) & 1 }) }
    return bytes + ramp + ramp + ramp
}

/// A printer of four inks, with every color that they make in L\*a\*b\*.
func printerFile() -> [UInt8] {
    let table = tableElement(channels: 4) { ink in
        if ink[3] == 1 { return [0, 128, 128] }
        return [
            UInt8(255 - 60 * (ink[0] + ink[1] + ink[2])), UInt8(128 - 40 * ink[0] + 70 * ink[1]),
            UInt8(128 - 40 * ink[0] + 80 * ink[2]),
        ]
    }
    return profileFile(kind: "prtr", space: "CMYK", connection: "Lab ", [("A2B0", table)])
}
