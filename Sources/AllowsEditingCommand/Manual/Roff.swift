/// Text in the language of manual pages: the `man` macros of roff.
struct Roff {
    private(set) var text: String

    /// A page with its title line.
    init(title: String, section: Int, source: String) {
        text = ".TH \(Self.escaped(title.uppercased())) \(section) \"\" \"\(Self.escaped(source))\"\n"
        // Neither hyphens nor wide gaps: names of options and files stay as they are written.
        text += ".nh\n.ad l\n"
    }

    mutating func heading(_ title: String) { text += ".SH \(Self.escaped(title.uppercased()))\n" }

    mutating func subheading(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

    /// Something that is written as it stands, and what is said of it.
    mutating func entry(_ term: String, _ description: String) {
        text += ".TP\n\(term)\n" + Self.filled(description)
    }

    /// Paragraphs with empty lines between them. Those that are indented or are JSON keep their lines.
    mutating func paragraphs(_ plain: String) {
        var isFirst = true
        for paragraph in plain.split(separator: "\n\n") {
            if !isFirst { text += ".PP\n" }
            isFirst = false
            let lines = paragraph.split(separator: "\n").map { String($0) }
            if lines.allSatisfy({ $0.hasPrefix(" ") || $0.hasPrefix("{") }) {
                text += ".nf\n" + lines.map(Self.line).joined() + ".fi\n"
            } else {
                text += Self.filled(lines.joined(separator: " "))
            }
        }
    }

    mutating func lineBreak() { text += ".br\n" }

    /// One line as it is, its words already marked.
    mutating func marked(_ line: String) { text += line + "\n" }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Text that is filled by the reader's program; the lines here are for those who read the source.
    private static func filled(_ text: String) -> String { Help.wrapped(text, width: 76).map(line).joined() }

    /// A line that begins with nothing that roff takes for a request.
    private static func line(_ text: String) -> String {
        let isRequest = text.hasPrefix(".") || text.hasPrefix("'")
        return (isRequest ? "\\&" : "") + escaped(text) + "\n"
    }

    /// Text in which every character means itself, in ASCII.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default:
                "\\[u"
                    + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
                    + String(scalar.value, radix: 16, uppercase: true) + "]"
            }
        }.joined()
    }
}
