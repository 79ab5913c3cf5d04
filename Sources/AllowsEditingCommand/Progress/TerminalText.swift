/// Text for a terminal: how many columns it takes, and how it is made to take fewer.
enum TerminalText {
    /// Columns of a text; its characters have been made harmless before.
    static func width(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }

    /// The text without what would move the cursor, turn the direction of writing or hide something.
    static func harmless(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
                result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text with its middle left out, so that it takes no more than so many columns. The end stays longer than the beginning:
    /// it is what tells names of files apart.
    static func shortened(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        let start = fitting(text, columns: (columns - 1) / 3, fromEnd: false)
        let end = fitting(text, columns: columns - 1 - width(start), fromEnd: true)
        return start + "…" + end
    }

    /// The text and as many spaces as make it this wide.
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(text)))
    }

    /// As many characters from one end as fit. Characters are kept whole, with the marks on them.
    private static func fitting(_ text: String, columns: Int, fromEnd: Bool) -> String {
        var left = columns
        var kept: [Character] = []
        for character in fromEnd ? AnySequence(text.reversed()) : AnySequence(text) {
            left -= width(String(character))
            if left < 0 { break }
            kept.append(character)
        }
        return String(fromEnd ? kept.reversed() : kept)
    }

    /// Columns of a character as terminals count them: two for those that are wide in East Asia and for emoji (Unicode annexes 11
    /// and 51), none for marks that are put on others.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}
