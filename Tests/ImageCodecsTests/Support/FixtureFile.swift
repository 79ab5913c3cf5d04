import ImageCodecs

/// A file of `Fixtures`, by its index.
struct FixtureFile {
    /// Relative to `Fixtures`, for messages.
    var name: String
    var format: ImageFormat
    var bytes: [UInt8]

    private static let root: String = {
        let source = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return source.dropLast(4).joined(separator: "/") + "/Fixtures/"
    }()

    /// The bytes of one file; empty if it is not there.
    static func bytes(_ name: String) -> [UInt8] { contents(of: root + name) ?? [] }

    /// The readable files of up to a quarter of a megapixel.
    static let small: [FixtureFile] = {
        let index = String(decoding: bytes("index.tsv"), as: UTF8.self)
        return index.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 9, fields[8] == "ok", let width = Int(fields[4]), let height = Int(fields[5]),
                width * height < 250_000, let format = ImageFormat(rawValue: fields[1])
            else { return nil }
            return FixtureFile(name: fields[0], format: format, bytes: bytes(fields[0]))
        }
    }()
}
