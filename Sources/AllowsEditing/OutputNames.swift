import ImageCodecs

/// What happens to the original.
public enum OriginalPolicy: String, Sendable, CaseIterable {
    /// Its bytes are copied.
    case copy
    /// It gets a second name: a hard link.
    case link
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
        let (stem, pathExtension) = input.path.stemAndExtension
        func name(_ kind: String, _ suffix: [UInt8]?) -> BytePath {
            folder.appending(
                BytePath(bytes: stem + [UInt8](".\(kind)".utf8) + (suffix.map { [UInt8(ascii: ".")] + $0 } ?? [])))
        }
        self.folder = folder
        let editedExtension = [UInt8](format.preferredExtension.utf8)
        edited = sizes.map { name(sizes.count == 1 ? "edited" : "edited-\($0)", editedExtension) }
        original = policy == .none ? nil : name("original", pathExtension)
    }
}

/// One input with the names of its outputs, or the reason why it has none.
struct PlannedInput: Sendable {
    let file: InputFile
    let names: Result<OutputNames, EditError>

    /// Plans all names before any picture is decoded.
    ///
    /// Refused are inputs whose outputs have the same name as those of another input, whose output is an input itself, and,
    /// unless they are to be replaced, whose outputs are there already.
    static func plan(
        _ files: [InputFile], output: BytePath, options: EditOptions, original: OriginalPolicy, existing: ExistingPolicy
    )
        -> [PlannedInput]
    {
        var inputs: Set<FileStatus.Identity> = []
        var owners: [BytePath: Int] = [:]
        var rivals: [Int: EditError] = [:]
        var planned: [Result<OutputNames, EditError>] = []
        for (index, file) in files.enumerated() {
            let names = names(of: file, output: output, options: options, original: original, inputs: &inputs)
            planned.append(names)
            guard case .success(let names) = names else { continue }
            for name in names.all {
                guard let owner = owners.updateValue(index, forKey: name) else { continue }
                rivals[index] = .collision(path: name, other: files[owner].path)
                rivals[owner] = rivals[owner] ?? .collision(path: name, other: file.path)
            }
        }
        return files.enumerated().map { index, file in
            PlannedInput(
                file: file,
                names: planned[index].flatMap { names in
                    if let rival = rivals[index] { return .failure(rival) }
                    return check(names, existing: existing, inputs: inputs)
                })
        }
    }

    private static func names(
        of file: InputFile, output: BytePath, options: EditOptions, original: OriginalPolicy,
        inputs: inout Set<FileStatus.Identity>
    ) -> Result<OutputNames, EditError> {
        if let failure = file.failure { return .failure(failure) }
        return Result { () throws(EditError) in
            let source = try SourceFile(file.path)
            inputs.insert(source.status.identity)
            let format: ImageFormat
            if let wanted = options.format { format = wanted } else { format = try source.format() }
            return OutputNames(file, output: output, format: format, sizes: options.sizes, original: original)
        }
    }

    private static func check(
        _ names: OutputNames, existing: ExistingPolicy, inputs: Set<FileStatus.Identity>
    ) -> Result<OutputNames, EditError> {
        for name in names.all {
            do {
                guard let status = try name.statusIfPresent() else { continue }
                if inputs.contains(status.identity) { return .failure(.targetIsInput(path: name)) }
                if existing == .error { return .failure(.exists(path: name)) }
            } catch {
                return .failure(.system(name, error.code, remedy: "check the permissions of the output folder"))
            }
        }
        return .success(names)
    }
}
