/// The value of an option: how people read it in the help, and what a shell can offer for it.
///
/// The placeholder alone says most of it. Parts between bars are alternatives: those in lower case or digits are written as they stand
/// (`keep|srgb`), up to an equals sign where one follows (`rounded=F`); `FILE` and `DIR` are what they say; all others stand for what a
/// person must think up.
struct OptionValue: Sendable, ExpressibleByStringLiteral {
    /// How the value is written in the help.
    let placeholder: String
    /// The values, or beginnings of values that end with `=`, that can be written as they stand.
    let words: [String]
    /// What is found on a disk and can be named.
    let place: Place?
    /// Whether several words may follow each other, with commas between them.
    let isList: Bool

    /// What kind of path a value is.
    enum Place: Sendable { case file, folder }

    /// - Parameter words: those that the placeholder does not name.
    init(_ placeholder: String, words: [String] = [], isList: Bool = false) {
        let parts = placeholder.split(separator: "|").map { String($0) }
        self.placeholder = placeholder
        self.words = parts.compactMap(Self.word) + words
        self.isList = isList
        place = parts.contains("FILE") ? .file : parts.contains("DIR") ? .folder : nil
    }

    init(stringLiteral placeholder: String) { self.init(placeholder) }

    /// One of these words and no other value.
    static func oneOf(_ words: [String]) -> OptionValue { OptionValue(words.joined(separator: "|")) }

    private static func word(_ part: String) -> String? {
        let name = part.prefix { $0 != "=" }
        let isFixed = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        guard isFixed, !name.isEmpty else { return nil }
        return name.count == part.count ? part : name + "="
    }
}
