/// How the outputs of a picture are named.
///
/// Text with fields in braces; `{{` and `}}` stand for braces. The fields:
///
/// - `{dir}`: the folder of the input below the folder that was given, empty for one that lies there itself;
/// - `{name}`: the name of the input without its extension;
/// - `{kind}`: `edited` or `original`. Of several sizes, each has `edited-SIZE` where there is no `{size}`;
/// - `{size}`: the size as it was asked for, `full` for the original;
/// - `{ext}`: the extension. Where an original has none, a dot before it goes as well;
/// - `{index}`: the place of the input in the order of the inputs, from 1, with zeros before it so that all are equally long. It changes
///   where inputs come or go.
///
/// A template without `{dir}` and without a slash is a name in the folder of the tree that the input has; any other is the whole path
/// below the output folder.
public struct NameTemplate: Sendable, Hashable {
    /// What is put in place of a field.
    enum Field: String, CaseIterable { case dir, name, kind, size, ext, index }

    private enum Piece: Hashable {
        case text([UInt8])
        case field(Field)
    }

    private var pieces: [Piece] = []

    /// `{name}.{kind}.{ext}`
    public static let standard: NameTemplate = {
        var template = NameTemplate()
        let dot = Piece.text([UInt8(ascii: ".")])
        template.pieces = [.field(.name), dot, .field(.kind), dot, .field(.ext)]
        return template
    }()

    private init() {}

    /// Reads a template in UTF-8.
    ///
    /// - Throws: `invalidOptions`.
    public init(_ text: String) throws(EditError) { try self.init(bytes: [UInt8](text.utf8)) }

    /// Reads a template.
    ///
    /// - Throws: `invalidOptions` where a field is none, a brace stands alone, or the path would not lie below the output folder.
    public init(bytes: [UInt8]) throws(EditError) {
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw Self.refused("a name template is not empty, and holds no zero byte")
        }
        guard bytes.first != slash, bytes.last != slash else {
            throw Self.refused(
                "a name template neither begins nor ends with a slash: it is the path of a file below the output folder"
            )
        }
        guard !bytes.split(separator: slash).contains(where: { Array($0) == [UInt8]("..".utf8) }) else {
            throw Self.refused("'..' in a name template would lead out of the output folder")
        }
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case openingBrace where rest.first == openingBrace, closingBrace where rest.first == closingBrace:
                rest.removeFirst()
                append(byte)
            case openingBrace: append(try Self.field(&rest))
            case closingBrace:
                throw Self.refused("a '}' of the name template stands alone; '}}' is one that is part of the name")
            default: append(byte)
            }
        }
    }

    private static func field(_ rest: inout ArraySlice<UInt8>) throws(EditError) -> Field {
        guard let end = rest.firstIndex(of: closingBrace) else {
            throw refused("a '{' of the name template is not closed")
        }
        let name = BytePath(bytes: [UInt8](rest[..<end]))
        rest = rest[(end + 1)...]
        guard let field = Field(rawValue: String(decoding: name.bytes, as: UTF8.self)) else {
            let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            throw refused("there is no field {\(name)} for names; there are \(known)")
        }
        return field
    }

    private mutating func append(_ byte: UInt8) {
        if case .text(let text)? = pieces.last {
            pieces[pieces.count - 1] = .text(text + [byte])
        } else {
            pieces.append(.text([byte]))
        }
    }

    private mutating func append(_ field: Field) { pieces.append(.field(field)) }

    private static func refused(_ reason: String) -> EditError { .invalidOptions(reason: reason) }

    private func has(_ field: Field) -> Bool { pieces.contains(.field(field)) }

    /// Whether names tell the place of an input among all of them.
    public var namesPlaces: Bool { has(.index) }

    /// Whether each size gets a name of its own by `{size}`.
    var namesSizes: Bool { has(.size) }

    /// Whether this is the whole path below the output folder.
    private var isWholePath: Bool {
        has(.dir)
            || pieces.contains { piece in
                guard case .text(let text) = piece else { return false }
                return text.contains(slash)
            }
    }

    /// Checks that the outputs of one picture get different names.
    ///
    /// - Throws: `invalidOptions` naming the field that is missing.
    public func validate(sizes: Int, original: OriginalPolicy) throws(EditError) {
        if original != .none, !has(.kind) {
            throw Self.refused(
                "the name template lacks {kind}: the original and the edited picture would have one name")
        }
        if sizes > 1, !has(.kind), !has(.size) {
            throw Self.refused("the name template lacks {size}: edited pictures of several sizes would have one name")
        }
    }
}

extension NameTemplate {
    /// What stands in place of the fields.
    struct Values {
        var kind = ""
        var size = ""
        let folder: BytePath
        let stem: [UInt8]
        /// Nil where there is none.
        var pathExtension: [UInt8]?
        let position: InputPosition

        init(folder: BytePath, stem: [UInt8], pathExtension: [UInt8]?, position: InputPosition) {
            self.folder = folder
            self.stem = stem
            self.pathExtension = pathExtension
            self.position = position
        }
    }

    /// The path below the output folder.
    ///
    /// - Throws: `invalidOptions` where an input is named so that its output would leave the output folder, or hide among what belongs
    ///   to runs.
    func path(_ values: Values) throws(EditError) -> BytePath {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += text
            case .field(.dir): bytes += values.folder.bytes
            case .field(.name): bytes += values.stem
            case .field(.kind): bytes += values.kind.utf8
            case .field(.size): bytes += values.size.utf8
            case .field(.index): bytes += values.position.digits.utf8
            case .field(.ext):
                if let pathExtension = values.pathExtension {
                    bytes += pathExtension
                } else if bytes.last == UInt8(ascii: ".") {
                    bytes.removeLast()
                }
            }
        }
        var path = isWholePath ? BytePath(bytes: []) : values.folder
        for part in bytes.split(separator: slash) where Array(part) != [UInt8(ascii: ".")] {
            guard Array(part) != [UInt8]("..".utf8), !part.starts(with: JournalFolder.name.bytes) else {
                throw Self.refused("an output may not be named \(BytePath(bytes: bytes))")
            }
            path = path.appending(BytePath(bytes: [UInt8](part)))
        }
        guard path != values.folder || isWholePath, !path.isEmpty else {
            throw Self.refused("the name template gives no name for \(BytePath(bytes: values.stem))")
        }
        return path
    }
}

private let slash = UInt8(ascii: "/")
private let openingBrace = UInt8(ascii: "{")
private let closingBrace = UInt8(ascii: "}")
