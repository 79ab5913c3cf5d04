/// The name that a profile gives itself.
enum ProfileName {
    /// Longer names are cut.
    private static let longest = 120

    /// The text of a `desc` element, of version 2 or 4. Empty if there is none.
    ///
    /// Control characters, and those that turn the direction of what follows, are dropped: the name is shown on terminals.
    static func text(_ element: Span<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in (multilingual(element) ?? ascii(element)).unicodeScalars where scalars.count < longest {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Version 2 (ICC.1:2001-04, section 6.5.17). Its first text is ASCII; what others write is taken for Latin-1.
    private static func ascii(_ element: Span<UInt8>) -> String {
        let start = element.has("desc", at: 0) ? 12 : element.has("text", at: 0) ? 8 : element.count
        var scalars = String.UnicodeScalarView()
        var position = start
        while position < min(element.count, start + 4 * longest), element[position] != 0 {
            scalars.append(Unicode.Scalar(element[position]))
            position += 1
        }
        return String(scalars)
    }

    /// Version 4 (ICC.1:2022, section 10.15): the English text, or else the first.
    private static func multilingual(_ element: Span<UInt8>) -> String? {
        guard element.has("mluc", at: 0), let count = element.bigEndian32(at: 8),
            let width = element.bigEndian32(at: 12), width >= 12
        else { return nil }
        var first: String?
        for index in 0..<min(count, 100) {
            let place = 16 + index * width
            guard let length = element.bigEndian32(at: place + 4), let start = element.bigEndian32(at: place + 8),
                element.holds(length, at: start)
            else { break }
            let units = stride(from: start, to: start + min(length, 4 * longest) / 2 * 2, by: 2).map {
                UInt16(element[$0]) << 8 | UInt16(element[$0 + 1])
            }
            let text = String(decoding: units, as: UTF16.self)
            if element.has("en", at: place) { return text }
            first = first ?? text
        }
        return first ?? ""
    }
}
