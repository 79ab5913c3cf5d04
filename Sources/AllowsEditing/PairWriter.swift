/// Writes the outputs of one picture: both or neither.
///
/// Everything is first written under a temporary name in the target folder and then renamed, the original first and the
/// edited images last; where a pair is replaced, the old edited images go first. Whenever the process ends, no final name
/// holds half a file, and no edited image stands without the original it was made from.
struct PairWriter: ~Copyable {
    private let names: OutputNames
    private let existing: ExistingPolicy
    /// Files that are written but not yet renamed, and the names they are to have.
    private var staged: [(temporary: BytePath, final: BytePath)] = []
    /// Final names that this picture has made, and that nothing had before.
    private var made: [BytePath] = []

    init(_ names: OutputNames, existing: ExistingPolicy) throws(EditError) {
        self.names = names
        self.existing = existing
        do { try names.folder.makeFolders() } catch {
            throw .system(names.folder, error.code, remedy: "the output folder needs write permission")
        }
    }

    deinit {
        for file in staged { try? file.temporary.remove() }
    }

    /// Stages the original: as a second name of the source, or as a copy, whole or private.
    mutating func stageOriginal(
        _ source: borrowing SourceFile, bytes: [UInt8], privateCopy: [UInt8]?, policy: OriginalPolicy
    ) throws(EditError) {
        guard let name = names.original else { return }
        if policy == .private { return try stagePrivate(privateCopy, as: name) }
        let temporary = names.folder.temporaryName()
        do {
            switch policy {
            case .none, .private: return
            case .link:
                try source.path.hardLink(at: temporary)
                staged.append((temporary, name))
            case .copy:
                let file = try OpenFile.creating(temporary)
                staged.append((temporary, name))
                if try !file.copyContents(of: source.file, size: bytes.count) { try file.write(bytes.span) }
                try file.close()
            }
        } catch {
            throw .system(name, error.code, remedy: remedy(for: policy))
        }
        // What was decoded and what was copied or linked must be the same file, and unchanged.
        let linked = policy == .link ? try? temporary.status() : source.status
        guard let status = try? source.file.status(), status == source.status, linked == source.status else {
            throw .changed(path: source.path)
        }
    }

    /// Stages the original that is no file.
    mutating func stageOriginal(_ bytes: [UInt8], privateCopy: [UInt8]?, policy: OriginalPolicy) throws(EditError) {
        guard let name = names.original else { return }
        switch policy {
        case .none: return
        case .private: try stagePrivate(privateCopy, as: name)
        case .copy: try stage(bytes, as: name)
        case .link:
            throw .invalidOptions(reason: "a picture that is no file cannot be linked: choose to copy the original")
        }
    }

    /// The whole original must never stand in for a private one: a worker that gave none has failed.
    private mutating func stagePrivate(_ copy: [UInt8]?, as name: BytePath) throws(EditError) {
        guard let copy else { throw .crashed(signal: 0) }
        try stage(copy, as: name)
    }

    /// Stages the edited image of one size.
    mutating func stageEdited(_ image: EncodedImage, index: Int) throws(EditError) {
        try stage(image.bytes, as: names.edited[index])
    }

    private mutating func stage(_ bytes: [UInt8], as name: BytePath) throws(EditError) {
        let temporary = names.folder.temporaryName()
        do {
            let file = try OpenFile.creating(temporary)
            staged.append((temporary, name))
            try file.write(bytes.span)
            try file.close()
        } catch {
            throw .system(name, error.code, remedy: remedy(for: .copy))
        }
    }

    /// Gives everything its final name. Where that fails, what this picture had made is removed again.
    ///
    /// The folder is locked meanwhile: another run that writes the same names would otherwise put its edited image beside this
    /// original, or take away what this one has just replaced.
    mutating func commit() throws(EditError) {
        let lock = OpenFile.locking(folder: names.folder)
        try giveFinalNames(under: lock)
    }

    private mutating func giveFinalNames(under lock: borrowing OpenFile?) throws(EditError) {
        if existing == .overwrite { try removeOldEdited() }
        while let file = staged.first {
            let isNew = existing == .error || (try? file.final.statusIfPresent()) == .some(nil)
            do {
                switch existing {
                case .error: try file.temporary.renameWithoutReplacing(to: file.final)
                case .overwrite: try file.temporary.rename(to: file.final)
                }
            } catch {
                for name in made { try? name.remove() }
                throw isNameTaken(error.code) ? .exists(path: file.final) : .system(file.final, error.code)
            }
            // Renaming one name of a file to another name of it does nothing; the temporary one must still go.
            try? file.temporary.remove()
            staged.removeFirst()
            // What was replaced cannot be brought back, but an original must not go from beside an edited image.
            if isNew { made.append(file.final) }
        }
    }

    /// Takes old edited images away, so that none stands beside a new original that it was not made from, not for a moment.
    private func removeOldEdited() throws(EditError) {
        for name in names.edited {
            do { try name.remove() } catch {
                guard isNothingThere(error.code) else { throw .system(name, error.code) }
            }
        }
    }

    private func remedy(for policy: OriginalPolicy) -> String {
        policy == .link
            ? "the folder needs write permission, and hard links need input and output on one file system"
            : "the output folder needs write permission"
    }
}
