/// One JSON object, written key by key in the order of the calls (RFC 8259).
struct JSONObject {
    private var members: [String] = []

    /// The object as one line.
    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func set(_ key: String, _ value: String) { add(key, quoted(value)) }
    mutating func set(_ key: String, _ value: Int) { add(key, String(value)) }
    mutating func set(_ key: String, _ value: Bool) { add(key, String(value)) }
    mutating func set(_ key: String, _ value: Double) { add(key, decimal(value, places: 2)) }
    mutating func set(_ key: String, _ value: Double, places: Int) { add(key, decimal(value, places: places)) }
    mutating func set(_ key: String, _ value: [Double]) { add(key, array(value.map { decimal($0, places: 4) })) }
    mutating func set(_ key: String, _ value: [Int]) { add(key, array(value.map { String($0) })) }
    mutating func set(_ key: String, _ value: [String]) { add(key, array(value.map(quoted))) }
    mutating func set(_ key: String, _ value: JSONObject) { add(key, value.text) }
    mutating func set(_ key: String, _ value: [JSONObject]) { add(key, array(value.map(\.text))) }
    mutating func set(_ key: String, _ fill: (inout JSONObject) -> Void) {
        var object = JSONObject()
        fill(&object)
        set(key, object)
    }

    private mutating func add(_ key: String, _ value: String) { members.append(quoted(key) + ":" + value) }
    private func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// A number with a fixed count of decimal places, rounded half up, whatever the locale.
package func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let rounded = Int((value.magnitude * Double(scale)).rounded())
    let fraction = String(rounded % scale)
    let sign = value < 0 && rounded > 0 ? "-" : ""
    guard places > 0 else { return sign + String(rounded) }
    return sign + "\(rounded / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}

private let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// The bytes of a text in base64, padded to groups of four; nil for anything else.
func bytes(ofBase64 text: String) -> [UInt8]? {
    let digits = [UInt8](text.utf8)
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard digits.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    for (index, digit) in digits.dropLast(padding).enumerated() {
        guard let value = alphabet.firstIndex(of: digit) else { return nil }
        bits = (bits << 6 | value) & 0xFFFFFF
        // The first digit of a group completes no byte; each other one does.
        if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * (index % 4)))) }
    }
    return bytes
}

/// Bytes as text (RFC 4648, section 4).
func base64(_ bytes: [UInt8]) -> String {
    let source = bytes.span
    var text: [UInt8] = []
    text.reserveCapacity((source.count + 2) / 3 * 4)
    for start in stride(from: 0, to: source.count, by: 3) {
        let left = source.count - start
        var bits = Int(source[start]) << 16
        if left > 1 { bits |= Int(source[start + 1]) << 8 }
        if left > 2 { bits |= Int(source[start + 2]) }
        for digit in 0..<4 { text.append(digit <= left ? alphabet[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "=")) }
    }
    return String(decoding: text, as: UTF8.self)
}
