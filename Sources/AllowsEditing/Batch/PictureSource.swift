import ImageCodecs

/// Where the bytes of a picture come from: a file that is open, or memory.
enum PictureSource: ~Copyable {
    case file(SourceFile)
    case memory(PictureInMemory)

    /// Opens an input.
    init(_ input: InputFile) throws(EditError) {
        if let content = input.content { self = .memory(content) } else { self = .file(try SourceFile(input.path)) }
    }

    /// What the file is; nil for none.
    var status: FileStatus? {
        switch self {
        case .file(let file): file.status
        case .memory: nil
        }
    }

    /// Bytes of the picture.
    var size: Int {
        switch self {
        case .file(let file): file.status.size
        case .memory(let content): content.bytes.count
        }
    }

    /// Bytes that reading it takes, beside those that are held already.
    var readingBytes: Int {
        switch self {
        case .file(let file): file.status.size
        case .memory: 0
        }
    }

    /// The format by the first bytes.
    func format() throws(EditError) -> ImageFormat {
        switch self {
        case .file(let file): return try file.format()
        case .memory(let content):
            let bytes = content.bytes
            do { return try ImageFormat(detectedIn: bytes.span) } catch { throw .image(error) }
        }
    }

    /// The whole file.
    func bytes() throws(EditError) -> [UInt8] {
        switch self {
        case .file(let file): try file.bytes()
        case .memory(let content): content.bytes
        }
    }

    /// Hands the original to the writer of the pair.
    func stageOriginal(
        in writer: inout PairWriter, bytes: [UInt8], hash: UInt64, privateCopy: [UInt8]?, policy: OriginalPolicy
    ) throws(EditError) {
        switch self {
        case .file(let file):
            try writer.stageOriginal(file, bytes: bytes, hash: hash, privateCopy: privateCopy, policy: policy)
        case .memory: try writer.stageOriginal(bytes, privateCopy: privateCopy, policy: policy)
        }
    }
}
