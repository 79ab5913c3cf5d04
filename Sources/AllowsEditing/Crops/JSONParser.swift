/// Reads JSON from left to right. Every byte is looked at a fixed number of times.
struct JSONParser {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Values inside values: more would only be written to exhaust the stack.
    private static let mostLevels = 64
    /// Digits and signs of one number: more than a double can tell apart.
    private static let longestNumber = 400
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(level: 1)
        skipSpace()
        guard position == bytes.endIndex else { throw error("there is more after the value") }
        return value
    }

    private func error(_ reason: String) -> JSONError {
        JSONError(offset: position - bytes.startIndex, reason: reason)
    }

    private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(level: Int) throws(JSONError) -> JSONValue {
        guard level <= Self.mostLevels else { throw error("it is nested deeper than \(Self.mostLevels)") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(level: level)
        case UInt8(ascii: "["): return try array(level: level)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("it ends where a value should stand")
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return .number(try number())
        default: throw error("no value begins like this")
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("no value begins like this") }
        position += word.utf8.count
        return value
    }

    private mutating func array(level: Int) throws(JSONError) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            values.append(try value(level: level + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw error("a list goes on with , or ends with ]") }
        return .array(values)
    }

    private mutating func object(level: Int) throws(JSONError) -> JSONValue {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object([:]) }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw error("a key is a text in quotation marks") }
            let key = try string()
            skipSpace()
            guard take(":") else { throw error("a : follows a key") }
            // One reader would take the first, another the last.
            guard members.updateValue(try value(level: level + 1), forKey: key) == nil else {
                position = start
                throw error("this key stands twice")
            }
            skipSpace()
        } while take(",")
        guard take("}") else { throw error("an object goes on with , or ends with }") }
        return .object(members)
    }
}

// MARK: Numbers

extension JSONParser {
    private mutating func number() throws(JSONError) -> Double {
        let start = position
        _ = take("-")
        let leadingZero = next == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !leadingZero || whole == 1 else { throw error("a number has digits, and no 0 before them") }
        if take("."), digits() == 0 { throw error("digits follow the point of a number") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw error("digits follow the e of a number") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard text.utf8.count <= Self.longestNumber, let value = Double(text), value.isFinite else {
            position = start
            throw error("this number is too large or too long")
        }
        return value
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, Self.digits.contains(byte) { position += 1 }
        return position - start
    }
}

// MARK: Texts

extension JSONParser {
    private mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else {
                    position = start
                    throw error("this text is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escaped()).utf8)
            case ..<0x20:
                position -= 1
                throw error("a text holds no control characters")
            default: text.append(byte)
            }
        }
        throw error("it ends inside a text")
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        let character = next
        position += character == nil ? 0 : 1
        switch character {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar()
        default: throw error("there is no such escape")
        }
    }

    /// What follows `\u`: four hexadecimal digits, or a pair of surrogates.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit), take("\\"), take("u") else {
            throw error("half of a surrogate pair is no character")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("half of a surrogate pair is no character") }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw error("four hexadecimal digits follow \\u")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
