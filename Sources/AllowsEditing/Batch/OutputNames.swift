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
    /// A picture whose outputs earlier runs made of the same input with the same options is left alone. What they left incomplete,
    /// or made otherwise, is made anew. An output that none of them made is not touched: the picture fails.
    ///
    /// Runs keep journals for this, in `.allows-editing` in the output folder, whatever they do with existing outputs. A picture is left
    /// alone without being read where the sizes and dates of its input and its outputs are as they were; where dates differ, as they do in
    /// a copied tree, contents decide. The options count as the same where they give the same bytes: limits and workers are no matter,
    /// the version of this package is. The input is the same wherever it lies.
    case skip
    /// The output is replaced.
    case overwrite
}

/// The names of what is written for one picture.
struct OutputNames: Sendable, Equatable {
    /// The output folder.
    let output: BytePath
    /// The folders that they lie in: mostly one.
    let folders: [BytePath]
    /// One for each size, in the order of the sizes.
    let edited: [BytePath]
    /// The format that the names of the edited images promise.
    let format: ImageFormat
    /// Nil where no original is written.
    let original: BytePath?

    /// All names, in the order in which they come to stand: the edited images last.
    var all: [BytePath] { [original].compactMap { $0 } + edited }

    /// The names that a template gives. The original keeps its extension exactly.
    ///
    /// - Parameter position: of the input among all of them.
    /// - Throws: `invalidOptions` where a name is none that files may have here.
    init(
        _ input: InputFile, output: BytePath, format: ImageFormat, sizes: [OutputSize], original policy: OriginalPolicy,
        template: NameTemplate = .standard, position: InputPosition = InputPosition(number: 1, count: 1)
    ) throws(EditError) {
        let (stem, pathExtension) = input.stemAndExtension
        var values = NameTemplate.Values(
            folder: input.relativeFolder, stem: stem, pathExtension: [UInt8](format.preferredExtension.utf8),
            position: position)
        var edited: [BytePath] = []
        for size in sizes {
            values.kind = sizes.count == 1 || template.namesSizes ? "edited" : "edited-\(size)"
            values.size = "\(size)"
            edited.append(output.appending(try template.path(values)))
        }
        if policy == .none {
            original = nil
        } else {
            values.kind = "original"
            values.size = "\(OutputSize.full)"
            values.pathExtension = pathExtension
            original = output.appending(try template.path(values))
        }
        self.output = output
        self.edited = edited
        self.format = format
        var folders: [BytePath] = []
        for folder in ([original].compactMap { $0 } + edited).map(\.parent) where !folders.contains(folder) {
            folders.append(folder)
        }
        self.folders = folders
    }

    /// For edited images that are handed to a receiver: `-` stands for their names.
    init(receiving count: Int, format: ImageFormat) {
        output = ""
        folders = []
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
