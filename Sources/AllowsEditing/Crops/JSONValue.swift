/// One value of JSON (RFC 8259), read strictly.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Why a text is not JSON.
struct JSONError: Error, Equatable {
    /// Bytes before the fault.
    let offset: Int
    let reason: String
}

extension JSONValue {
    /// Reads one value; only white space may stand around it. Cost: proportional to the bytes.
    ///
    /// Refused are also: keys that stand twice in an object, values nested deeper than 64, numbers beyond the range of a double, more
    /// bytes than `mostBytes`.
    init(parsing bytes: ArraySlice<UInt8>, mostBytes: Int = 1 << 20) throws(JSONError) {
        guard bytes.count <= mostBytes else {
            throw JSONError(offset: mostBytes, reason: "it is longer than \(mostBytes) bytes")
        }
        var parser = JSONParser(bytes)
        self = try parser.document()
    }
}
