/// One line of a journal: words between spaces, the first of which is a hash of the others.
///
/// A line that was cut off, or that two runs wrote into one another, fails its hash and is as good as not there.
struct JournalLine {
    /// What a line tells.
    enum Kind: String {
        /// The run that the journal is of: the machine it runs on.
        case run
        /// A folder, relative to the output folder, in which the run makes temporary files.
        case folder
        /// A pair that the run is about to put in place.
        case pair
    }

    let kind: Kind
    private let bytes: [UInt8]
    private var position: Int

    /// A line longer than this is none.
    static let mostBytes = 1 << 20

    /// Begins a line that is read, without its line feed. Nil where it is not whole.
    init?(_ line: ArraySlice<UInt8>) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let bytes = [UInt8](line[(space + 1)...])
        guard let hash = Self.number(line[..<space]), hash == ContentHash.of(bytes.span) else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        guard let kind = Kind(rawValue: String(decoding: bytes[..<end], as: UTF8.self)) else { return nil }
        self.kind = kind
        self.bytes = bytes
        position = end
    }

    /// The next word; nil at the end.
    private mutating func word() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        let rest = bytes[(position + 1)...]
        let word = rest[..<(rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex)]
        position = word.endIndex
        return word
    }

    mutating func number() -> UInt64? { word().flatMap(Self.number) }

    /// Any bytes but none at all; a byte that has a meaning in a line stands there as `%` and its number.
    mutating func text() -> BytePath? {
        guard let word = word(), !word.isEmpty else { return nil }
        guard word.contains(UInt8(ascii: "%")) else { return BytePath(bytes: [UInt8](word)) }
        var result: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard rest.count >= 2, let code = Self.number(rest.prefix(2)), code > 0 else { return nil }
            result.append(UInt8(code))
            rest = rest.dropFirst(2)
        }
        return BytePath(bytes: result)
    }

    /// The path of something inside of the output folder; nil for what would lead out of it. `.` is that folder.
    mutating func path() -> BytePath? {
        guard let path = text() else { return nil }
        if path == "." { return "" }
        let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && Array($0) != [UInt8]("..".utf8) }) else { return nil }
        return path
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        guard (1...16).contains(digits.count) else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}

/// A line of a journal while it is written.
struct JournalLineWriter {
    private var words: [UInt8]

    init(_ kind: JournalLine.Kind, capacity: Int = 80) {
        words = []
        words.reserveCapacity(capacity)
        words += kind.rawValue.utf8
    }

    mutating func put(_ number: UInt64) {
        words.append(UInt8(ascii: " "))
        Self.put(number, in: &words)
    }

    mutating func put(_ text: BytePath) {
        words.append(UInt8(ascii: " "))
        for byte in text.bytes {
            if byte > UInt8(ascii: " "), byte != UInt8(ascii: "%"), byte != 0x7F {
                words.append(byte)
            } else {
                words += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
    }

    mutating func put(path: BytePath) { put(path.isEmpty ? "." : path) }

    /// The whole line with its line feed; empty where it would be too long to be read again.
    var line: [UInt8] {
        guard words.count < JournalLine.mostBytes - 20 else { return [] }
        var line: [UInt8] = []
        line.reserveCapacity(words.count + 20)
        Self.put(ContentHash.of(words.span), in: &line)
        line.append(UInt8(ascii: " "))
        line += words
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static let digits = [UInt8]("0123456789abcdef".utf8)

    private static func put(_ number: UInt64, in bytes: inout [UInt8]) {
        var shift = max(0, (63 - number.leadingZeroBitCount) & ~3)
        while shift >= 0 {
            bytes.append(digits[Int(number >> UInt64(shift) & 15)])
            shift -= 4
        }
    }
}
