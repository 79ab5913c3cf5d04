import AllowsEditing

/// The value of an option as it was written, and the ways to read it. Each gives nil for what is not allowed.
struct ArgumentValue {
    /// The bytes of the argument: a path need not be UTF-8.
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var path: BytePath { BytePath(bytes: bytes) }

    func integer(in range: ClosedRange<Int>) -> Int? { Self.integer(text[...], in: range) }

    func oneOf<T>(_ values: [String: T]) -> T? { values[text] }

    /// `auto`, or `I/N` with I from 1 to N.
    var part: Invocation.Part? {
        if text == "auto" { return .automatic }
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
            Self.integer($0, in: 1...Int(Int32.max))
        }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        return Shard(index, of: count).map(Invocation.Part.named)
    }

    /// `512`, `400x300` or `full`.
    var outputSize: OutputSize? {
        if text == "full" { return .full }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Self.integer($0, in: 1...65500) }
        switch sides.count {
        case 1: return sides[0].map { .atMost($0) }
        case 2:
            guard let width = sides[0], let height = sides[1] else { return nil }
            return .within(width: width, height: height)
        default: return nil
        }
    }

    /// `4:3` or `1.91:1`: two positive numbers, as exact as they are written.
    var aspect: AspectRatio? {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { side in
            side.split(separator: ".", omittingEmptySubsequences: false)
        }
        guard sides.count == 2, sides.allSatisfy({ $0.count <= 2 && !$0.contains("") }) else { return nil }
        let decimals = sides.map { $0.count == 2 ? $0[1].count : 0 }
        // More digits would not fit beside the sides of a picture.
        let numbers = zip(sides, decimals).map { side, count in
            Self.integer(
                side.joined() + String(repeating: "0", count: max(decimals[0], decimals[1]) - count),
                in: 1...1_000_000_000)
        }
        guard let width = numbers[0], let height = numbers[1] else { return nil }
        return AspectRatio(width: width, height: height)
    }

    /// Bytes, or a number with K, M or G in powers of 1024; `MB` and `MiB` mean the same as `M`.
    var byteCount: Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        var unit = text.dropFirst(digits.count).uppercased()
        for suffix in ["IB", "B"] where unit.hasSuffix(suffix) {
            unit.removeLast(suffix.count)
            break
        }
        guard let number = Self.integer(digits, in: 1...Int.max), let factor = units[unit] else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : bytes
    }

    /// Codes of findings, separated by commas, or `none`.
    var findings: Set<Finding>? {
        if text == "none" { return [] }
        let codes = text.split(separator: ",", omittingEmptySubsequences: false).map { Finding(rawValue: String($0)) }
        return codes.contains(nil) ? nil : Set(codes.compactMap { $0 })
    }

    /// Six hexadecimal digits, with or without `#` before them.
    var color: RGBColor? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        return RGBColor(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }

    /// `ellipse`, or `rounded=` and a fraction up to one half.
    var mask: Mask? {
        if text == "ellipse" { return .ellipse }
        guard let radius = numbers(after: "rounded=", count: 1)?.first, (0...0.5).contains(radius) else { return nil }
        return .roundedRectangle(radius: radius)
    }

    /// What a crop may be called or begin with, beside numbers.
    static let cropWords = [
        "center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right", "focus=",
        "zoom=", "attention",
    ]

    var crop: Crop? {
        let places: [String: Double] = ["left": 0, "top": 0, "right": 1, "bottom": 1]
        switch text {
        case "center": return .center
        case "attention": return .attention
        case "left", "right": return .gravity(x: places[text]!, y: 0.5)
        case "top", "bottom": return .gravity(x: 0.5, y: places[text]!)
        case "top-left", "top-right", "bottom-left", "bottom-right":
            let words = text.split(separator: "-").map { String($0) }
            return .gravity(x: places[words[1]]!, y: places[words[0]]!)
        default: break
        }
        if let values = numbers(after: "focus=", count: 2), Self.areFractions(values) {
            return .focus(x: values[0], y: values[1])
        }
        if let values = numbers(after: "zoom=", count: 3), values[0] >= 1, Self.areFractions(values[1...]) {
            return .zoom(factor: values[0], x: values[1], y: values[2])
        }
        return rectangle
    }

    /// `X,Y,W,H` in pixels or `X%,Y%,W%,H%`.
    private var rectangle: Crop? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        if fields.allSatisfy({ $0.hasSuffix("%") }) {
            let values = fields.compactMap { Double($0.dropLast()) }.map { $0 / 100 }
            guard values.count == 4, Self.areFractions(values[...]), values[2] > 0, values[3] > 0 else { return nil }
            return .fractions(x: values[0], y: values[1], width: values[2], height: values[3])
        }
        let values = fields.compactMap { Self.integer($0, in: 0...Int(Int32.max)) }
        guard values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
        return .rect(PixelRect(x: values[0], y: values[1], width: values[2], height: values[3]))
    }

    private func numbers(after prefix: String, count: Int) -> [Double]? {
        guard text.hasPrefix(prefix) else { return nil }
        let values = text.dropFirst(prefix.count).split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        let numbers = values.compactMap { $0 }.filter(\.isFinite)
        return values.count == count && numbers.count == count ? numbers : nil
    }

    private static func areFractions(_ values: some Sequence<Double>) -> Bool {
        values.allSatisfy { (0...1).contains($0) }
    }

    private static func integer(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        // Int's own parser also takes a plus sign.
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text) else { return nil }
        return range.contains(value) ? value : nil
    }
}
