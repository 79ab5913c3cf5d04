/// A rectangle with fractions.
struct CropArea: Sendable, Hashable {
    var origin: SIMD2<Double>
    var size: SIMD2<Double>

    var middle: SIMD2<Double> { origin + size / 2 }
}

/// Points, sizes and rectangles, in every way in which they are written: `{"x":…,"y":…}`, as Swift encodes them (`[x,y]`,
/// `[[x,y],[w,h]]`), and as UIKit prints them (`"{x, y}"`, `"{{x, y}, {w, h}}"`).
extension CropFields {
    func point(_ name: String) throws(CropImportError) -> SIMD2<Double>? {
        guard let value = self[name] else { return nil }
        return try Self.pair(value, ["x", "y"], path(name))
    }

    func size(_ name: String) throws(CropImportError) -> SIMD2<Double>? {
        guard let value = self[name] else { return nil }
        let size = try Self.pair(value, ["width", "height"], path(name))
        guard size.x > 0, size.y > 0 else {
            throw .invalid(field: path(name), reason: "is \(size.x)×\(size.y): a size is more than nothing")
        }
        return size
    }

    /// The rectangle of the first of these names that is there, or else of the fields `x`, `y`, `width` and `height` themselves.
    func area(_ names: String...) throws(CropImportError) -> CropArea {
        for name in names {
            guard let value = self[name] else { continue }
            return try Self.area(value, path(name))
        }
        let reason =
            names.isEmpty
            ? "the crop has x, y, width and height" : "the crop has \(names[0]), or x, y, width and height"
        let origin = SIMD2(try number("x", reason), try number("y", reason))
        return try Self.area(
            CropArea(origin: origin, size: SIMD2(try number("width", reason), try number("height", reason))),
            path("width or height"))
    }

    private static func area(_ value: JSONValue, _ field: String) throws(CropImportError) -> CropArea {
        let numbers: [Double]
        switch value {
        case .object:
            let fields = try CropFields(value, path: field)
            if let origin = try fields.point("origin"), let size = try fields.size("size") {
                return CropArea(origin: origin, size: size)
            }
            return try fields.area()
        case .array(let values) where values.count == 2:
            let (origin, size) = (
                try pair(values[0], ["x", "y"], field), try pair(values[1], ["width", "height"], field)
            )
            numbers = [origin.x, origin.y, size.x, size.y]
        case .array(let values) where values.count == 4:
            var list: [Double] = []
            for value in values { list.append(try number(value, field)) }
            numbers = list
        case .string(let text):
            guard let printed = printedNumbers(text, shape: "{{#,#},{#,#}}") else {
                throw .invalid(field: field, reason: "is \(excerpt(text)), not like \"{{x, y}, {width, height}}\"")
            }
            numbers = printed
        default:
            throw .invalid(field: field, reason: "is \(value.kind), not a rectangle")
        }
        let origin = SIMD2(numbers[0], numbers[1])
        return try area(CropArea(origin: origin, size: SIMD2(numbers[2], numbers[3])), field)
    }

    private static func area(_ area: CropArea, _ field: String) throws(CropImportError) -> CropArea {
        guard area.size.x > 0, area.size.y > 0 else {
            throw .invalid(field: field, reason: "is not more than 0: the crop is empty")
        }
        return area
    }

    private static func pair(_ value: JSONValue, _ names: [String], _ field: String) throws(CropImportError)
        -> SIMD2<Double>
    {
        switch value {
        case .object:
            let fields = try CropFields(value, path: field)
            let reason = "it has \(names[0]) and \(names[1])"
            return SIMD2(try fields.number(names[0], reason), try fields.number(names[1], reason))
        case .array(let values) where values.count == 2:
            return SIMD2(try number(values[0], field), try number(values[1], field))
        case .string(let text):
            guard let printed = printedNumbers(text, shape: "{#,#}") else {
                throw .invalid(field: field, reason: "is \(excerpt(text)), not like \"{\(names[0]), \(names[1])}\"")
            }
            return SIMD2(printed[0], printed[1])
        default:
            throw .invalid(field: field, reason: "is \(value.kind), not \(names[0]) and \(names[1])")
        }
    }

    /// The numbers of a text as UIKit prints geometry; nil where it is not of this shape, in which # is a number. Spaces do not count.
    private static func printedNumbers(_ text: String, shape: String) -> [Double]? {
        var rest = text.filter { $0 != " " }[...]
        var numbers: [Double] = []
        for character in shape {
            if character != "#" {
                guard rest.popFirst() == character else { return nil }
                continue
            }
            let digits = rest.prefix { $0 != "," && $0 != "}" }
            guard digits.utf8.count <= 40, digits.allSatisfy({ "+-.eE0123456789".contains($0) }),
                let number = Double(digits), number.magnitude <= largest
            else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
        }
        return rest.isEmpty ? numbers : nil
    }
}
