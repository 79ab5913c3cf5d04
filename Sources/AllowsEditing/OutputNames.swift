import ImageCodecs

/// What happens to the original.
public enum OriginalPolicy: String, Sendable, CaseIterable {
    /// Its bytes are copied.
    case copy
    /// It gets a second name: a hard link.
    case link
    /// It is copied without what is private: location, serial numbers, names, maker notes, thumbnails and previews, comments. The
    /// coded picture is the same, byte for byte.
    case `private`
    /// Only the edited image is written.
    case none
}

/// What happens when an output is there already.
public enum ExistingPolicy: String, Sendable, CaseIterable {
    /// The picture fails; nothing is touched.
    case error
    /// The output is replaced.
    case overwrite
}

/// The names of what is written for one picture.
struct OutputNames: Sendable, Equatable {
    /// The folder that all of them lie in.
    let folder: BytePath
    /// One for each size, in the order of the sizes.
    let edited: [BytePath]
    /// The format that the names of the edited images promise.
    let format: ImageFormat
    /// Nil where no original is written.
    let original: BytePath?

    /// All names, in the order in which they come to stand: the edited images last.
    var all: [BytePath] { [original].compactMap { $0 } + edited }

    /// `NAME.edited.EXT` and `NAME.original.EXT` in the folder of the tree that the input has; with several sizes
    /// `NAME.edited-SIZE.EXT`. The original keeps its extension exactly.
    init(
        _ input: InputFile, output: BytePath, format: ImageFormat, sizes: [OutputSize], original policy: OriginalPolicy
    ) {
        let folder = output.appending(input.relativeFolder)
        let (stem, pathExtension) = input.stemAndExtension
        func name(_ kind: String, _ suffix: [UInt8]?) -> BytePath {
            folder.appending(
                BytePath(bytes: stem + [UInt8](".\(kind)".utf8) + (suffix.map { [UInt8(ascii: ".")] + $0 } ?? [])))
        }
        self.folder = folder
        self.format = format
        let editedExtension = [UInt8](format.preferredExtension.utf8)
        edited = sizes.map { name(sizes.count == 1 ? "edited" : "edited-\($0)", editedExtension) }
        original = policy == .none ? nil : name("original", pathExtension)
    }

    /// For edited images that are handed to a receiver: `-` stands for their names.
    init(receiving count: Int, format: ImageFormat) {
        folder = ""
        edited = Array(repeating: "-", count: count)
        self.format = format
        original = nil
    }
}

extension InputFile {
    /// What the names of the outputs are made of. The original of a picture that has no name of its own gets the extension of its
    /// format, where that can be told.
    fileprivate var stemAndExtension: (stem: [UInt8], pathExtension: [UInt8]?) {
        guard let content else { return path.stemAndExtension }
        let bytes = content.bytes
        let format = try? ImageFormat(detectedIn: bytes.span)
        return (content.stem.bytes, format.map { [UInt8]($0.preferredExtension.utf8) })
    }
}
