import Testing

@testable import AllowsEditing

@Suite("Text of records")
struct RecordTextTests {
    @Test("JSON escapes what RFC 8259 asks for and keeps the rest")
    func json() {
        var object = JSONObject()
        object.set("a\"b", "x\\\n\u{1}é\u{7F}")
        object.set("n", [1, -2])
        object.set("d", 0.245)
        object.set("o") { $0.set("t", true) }
        #expect(object.text == #"{"a\"b":"x\\\n\u0001é\u007f","n":[1,-2],"d":0.25,"o":{"t":true}}"#)
    }

    @Test(
        "decimals are rounded half up and padded",
        arguments: [
            (0.0, 1, "0.0"), (0.05, 1, "0.1"), (45.649, 2, "45.65"), (-1.5, 0, "-2"), (1234.5, 3, "1234.500"),
            (-0.01, 1, "0.0"),
        ])
    func decimals(_ value: Double, _ places: Int, _ text: String) {
        #expect(decimal(value, places: places) == text)
    }

    @Test(
        "base64 pads to groups of four",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64Vectors(_ text: String, _ encoded: String) {
        #expect(base64([UInt8](text.utf8)) == encoded)
    }

    @Test("a failed record carries the name as text and, where it is not text, as bytes")
    func failedRecord() {
        let record = BatchRecord(
            input: BytePath(bytes: [0x63, 0x61, 0x66, 0xE9]), outcome: .failed(.noPictures(path: "x")))
        #expect(
            record.json
                == #"{"input":"caf\#u{FFFD}","inputBytes":"Y2Fm6Q==","status":"failed","error":{"kind":"noPictures","message":"x holds no picture"}}"#
        )
    }
}
