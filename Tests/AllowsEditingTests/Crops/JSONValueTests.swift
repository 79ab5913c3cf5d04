import Testing

@testable import AllowsEditing

@Suite("JSON that is read")
struct JSONValueTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)[...]) }

    @Test("every kind of value is read")
    func values() throws {
        let value = try parse(#" {"a":[1,-0.5e+2,true,false,null],"b":{"c":"x\n\u00e9\ud83d\ude00\/"}} "#)
        #expect(
            value
                == .object([
                    "a": .array([.number(1), .number(-50), .bool(true), .bool(false), .null]),
                    "b": .object(["c": .string("x\n\u{E9}\u{1F600}/")]),
                ]))
        #expect(try parse("[]") == .array([]) && parse("{}") == .object([:]))
    }

    static let malformedTexts = [
        "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "-", "+1", ".5", "1.", "1e",
        "1e+",
        "NaN", "Infinity", "0x10", "tru", "nul", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"",
        "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"", "\"\u{1}\"", "1 2", "{} {}", "'a'", "[1]]", "1e400",
        "{\"a\":1,\"a\":2}", "\u{FEFF}1", "1" + String(repeating: "0", count: 500),
    ]

    @Test("everything else is refused", arguments: malformedTexts)
    func malformed(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test("a text that is not UTF-8 is refused")
    func notUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: ([0x22] + bytes + [0x22])[...]) }
        }
    }

    @Test("depth and length have limits, and what is at the limit is read")
    func limits() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try parse(nested(64))
        #expect(throws: JSONError(offset: 64, reason: "it is nested deeper than 64")) { try parse(nested(65)) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
        let bytes = Array("[\(String(repeating: " ", count: 98))]".utf8)
        _ = try JSONValue(parsing: bytes[...], mostBytes: 100)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes[...], mostBytes: 99) }
    }

    @Test("an error says after how many bytes")
    func offsets() {
        #expect(throws: JSONError(offset: 3, reason: "a list goes on with , or ends with ]")) { try parse("[1 2]") }
        #expect(throws: JSONError(offset: 7, reason: "this key stands twice")) { try parse(#"{"a":1,"a":2}"#) }
    }
}
