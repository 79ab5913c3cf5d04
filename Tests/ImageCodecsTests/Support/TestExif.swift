import Testing

/// Makes blocks of EXIF, good ones and others.
struct TestExif {
    struct Field {
        enum Content {
            /// Numbers of a type of 1, 2, 4 or 8 bytes; two numbers make a rational one.
            case numbers(type: Int, [Int])
            case text(String)
            /// Bytes without a type.
            case bytes([UInt8])
            /// The four bytes of the entry as they are, whatever type and count it claims.
            case raw(type: Int, count: Int, value: Int)
            /// An offset to bytes that are no value of the field.
            case data([UInt8])
            /// An offset to a directory.
            case directory([Field])
        }

        var tag: Int
        var content: Content

        init(_ tag: Int, _ content: Content) {
            self.tag = tag
            self.content = content
        }

        static func short(_ tag: Int, _ values: Int...) -> Field { Field(tag, .numbers(type: 3, values)) }
        static func long(_ tag: Int, _ values: Int...) -> Field { Field(tag, .numbers(type: 4, values)) }
        static func rational(_ tag: Int, _ values: Int...) -> Field { Field(tag, .numbers(type: 5, values)) }
        static func text(_ tag: Int, _ text: String) -> Field { Field(tag, .text(text)) }
        static func bytes(_ tag: Int, _ bytes: [UInt8]) -> Field { Field(tag, .bytes(bytes)) }
    }

    var isLittle = true
    var image: [Field]
    /// IFD1.
    var thumbnail: [Field] = []
    /// Bytes behind everything, which nothing points to.
    var slack: [UInt8] = []

    var bytes: [UInt8] {
        var block = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        append(image, next: thumbnail, to: &block)
        return block + slack
    }

    func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isLittle ? bytes : bytes.reversed()
    }

    private func append(_ fields: [Field], next: [Field], to block: inout [UInt8]) {
        let table = block.count
        block += number(fields.count, 2) + [UInt8](repeating: 0, count: fields.count * 12 + 4)
        for (index, field) in fields.enumerated() {
            var entry = number(field.tag, 2)
            switch field.content {
            case .numbers(let type, let values):
                let size = [1: 1, 3: 2, 4: 4, 5: 4, 8: 2, 9: 4, 10: 4][type] ?? 1
                let isRational = type == 5 || type == 10
                let bytes = values.flatMap { number($0, size) }
                entry += header(type, isRational ? values.count / 2 : values.count, bytes, &block)
            case .text(let text): entry += header(2, text.utf8.count + 1, Array(text.utf8) + [0], &block)
            case .bytes(let bytes): entry += header(7, bytes.count, bytes, &block)
            case .raw(let type, let count, let value): entry += number(type, 2) + number(count, 4) + number(value, 4)
            case .data(let bytes):
                entry += number(4, 2) + number(1, 4) + number(block.count, 4)
                block += bytes + (bytes.count % 2 == 0 ? [] : [0])
            case .directory(let fields):
                entry += number(4, 2) + number(1, 4) + number(block.count, 4)
                append(fields, next: [], to: &block)
            }
            block.replaceSubrange(table + 2 + index * 12..<table + 14 + index * 12, with: entry)
        }
        guard !next.isEmpty else { return }
        block.replaceSubrange(
            table + 2 + fields.count * 12..<table + 6 + fields.count * 12, with: number(block.count, 4))
        append(next, next: [], to: &block)
    }

    private func header(_ type: Int, _ count: Int, _ bytes: [UInt8], _ block: inout [UInt8]) -> [UInt8] {
        let start = number(type, 2) + number(count, 4)
        if bytes.count <= 4 { return start + bytes + [UInt8](repeating: 0, count: 4 - bytes.count) }
        let offset = block.count
        block += bytes + (bytes.count % 2 == 0 ? [] : [0])
        return start + number(offset, 4)
    }
}

/// Reads a block of EXIF without mercy: nil wherever it is not as the standards ask for.
struct StrictExif: Equatable {
    struct Field: Equatable {
        var type: Int
        var count: Int
        /// In big-endian order.
        var bytes: [UInt8]

        /// A whole number.
        var number: Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }

    var isLittle = false
    var image: [Int: Field] = [:]
    var exif: [Int: Field] = [:]
    var gps: [Int: Field] = [:]
    var interoperability: [Int: Field] = [:]
    var thumbnail: [Int: Field] = [:]

    var tags: Set<Int> {
        Set(image.keys).union(exif.keys).union(gps.keys).union(interoperability.keys).union(thumbnail.keys)
    }

    init?(_ block: [UInt8]) {
        isLittle = block.starts(with: Array("II".utf8))
        guard isLittle || block.starts(with: Array("MM".utf8)), number(block, 2, 2) == 42,
            let image = directory(block, number(block, 4, 4))
        else { return nil }
        self.image = image.fields
        if image.next != 0 {
            guard let next = directory(block, image.next) else { return nil }
            thumbnail = next.fields
        }
        for (tag, path) in [(0x8769, \StrictExif.exif), (0x8825, \.gps)] {
            guard let pointer = image.fields[tag] else { continue }
            guard let child = directory(block, pointer.number), child.next == 0 else { return nil }
            self[keyPath: path] = child.fields
        }
        if let pointer = exif[0xA005] {
            guard let child = directory(block, pointer.number), child.next == 0 else { return nil }
            interoperability = child.fields
        }
    }

    private func number(_ block: [UInt8], _ offset: Int, _ length: Int) -> Int? {
        guard offset >= 0, offset + length <= block.count else { return nil }
        let bytes = block[offset..<offset + length]
        return (isLittle ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }

    private func directory(_ block: [UInt8], _ offset: Int?) -> (fields: [Int: Field], next: Int)? {
        guard let offset, offset >= 8, offset % 2 == 0, let count = number(block, offset, 2), count > 0,
            let next = number(block, offset + 2 + count * 12, 4)
        else { return nil }
        var fields: [Int: Field] = [:]
        var last = -1
        for index in 0..<count {
            let entry = offset + 2 + index * 12
            guard let tag = number(block, entry, 2), tag > last, let type = number(block, entry + 2, 2),
                let count = number(block, entry + 4, 4),
                let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 129: 1][type], count > 0
            else { return nil }
            last = tag
            let start = size * count <= 4 ? entry + 8 : number(block, entry + 8, 4)
            guard let start, start + size * count <= block.count, size * count <= 4 || start % 2 == 0 else {
                return nil
            }
            let unit = min(size, 4)
            var bytes: [UInt8] = []
            for position in stride(from: start, to: start + size * count, by: unit) {
                let part = block[position..<position + unit]
                bytes += isLittle ? part.reversed() : Array(part)
            }
            fields[tag] = Field(type: type, count: count, bytes: bytes)
        }
        return (fields, next)
    }
}
