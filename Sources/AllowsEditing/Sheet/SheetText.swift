import ImageCodecs

/// Text of a page: whatever it says, it is no markup.
struct SheetText: CustomStringConvertible {
    let description: String

    /// Control characters, which a page must not hold, are replaced.
    init(_ text: String) {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
            // What turns the direction of writing could make a name look like another one, up to the end of the line.
            case _ where scalar.properties.isBidiControl: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        description = escaped
    }

    init(_ path: BytePath) { self.init(path.description) }
}

extension EncodedImage {
    /// The picture as an address that holds it.
    var dataAddress: String { "data:\(format.mediaType);base64,\(base64(bytes))" }
}

extension ImageFormat {
    /// The registered name of the format.
    fileprivate var mediaType: String { "image/\(rawValue)" }
}

/// Bytes as people say them: `812 bytes`, `61 kB`, `2.9 MB`.
func byteText(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) bytes"
    case ..<1_000_000: "\(decimal(Double(count) / 1e3, places: 0)) kB"
    default: "\(decimal(Double(count) / 1e6, places: 1)) MB"
    }
}
