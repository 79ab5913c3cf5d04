import ImageCodecs

/// Writes the outputs of one picture: both or neither.
///
/// Everything is first written under a temporary name in the target folder, then noted in the journal of the run, and then renamed,
/// the original first and the edited images last; where a pair is replaced, the old edited images go first. Whenever the process ends,
/// no final name holds half a file, and no edited image stands without the original it was made from.
struct PairWriter: ~Copyable {
    /// What may be replaced.
    enum Replacing {
        case nothing
        case anything
        /// What stands at these names, as long as it is what was seen there.
        case seen([BytePath: FileStatus])
    }

    private let names: OutputNames
    private let replacing: Replacing
    private let journal: RunJournal?
    private let mode: FileStatus.Mode
    /// Edited images of another picture, which go with the original that they were made from.
    var outdated: [JournalEntry.Output] = []
    /// Files that are written but not yet renamed, and the names they are to have.
    private var staged: [Staged] = []
    /// Final names that this picture has made, and that nothing had before.
    private var made: [BytePath] = []

    private struct Staged {
        let temporary: BytePath
        let final: BytePath
        var facts: FileFacts?
    }

    /// - Parameters:
    ///   - journal: that of the run; nil for pairs that nobody will want to resume.
    ///   - mode: the permissions of all files from their beginning.
    init(
        _ names: OutputNames, replacing: Replacing, journal: RunJournal? = nil, mode: FileStatus.Mode = 0o666
    ) throws(EditError) {
        self.names = names
        self.replacing = replacing
        self.journal = journal
        self.mode = mode
        for folder in names.folders {
            do { try folder.makeFolders() } catch {
                throw .system(folder, error.code, remedy: "the output folder needs write permission")
            }
            journal?.enter(folder)
        }
    }

    deinit {
        for file in staged { try? file.temporary.remove() }
    }

    /// Stages the original: as a second name of the source, or as a copy, whole or private.
    ///
    /// - Parameter hash: of the bytes.
    mutating func stageOriginal(
        _ source: borrowing SourceFile, bytes: [UInt8], hash: UInt64, privateCopy: [UInt8]?, policy: OriginalPolicy
    ) throws(EditError) {
        guard let name = names.original else { return }
        if policy == .private { return try stagePrivate(privateCopy, as: name) }
        let temporary = temporaryName(beside: name)
        var status: FileStatus?
        do {
            switch policy {
            case .none, .private: return
            case .link:
                try source.path.hardLink(at: temporary)
                staged.append(Staged(temporary: temporary, final: name))
                status = try temporary.status()
            case .copy:
                // One that is shortened meanwhile gives a copy that is too short.
                let file = try OpenFile.creating(temporary, mode: mode)
                staged.append(Staged(temporary: temporary, final: name))
                if try !file.copyContents(of: source.file, size: bytes.count) { try file.write(bytes.span) }
                status = try file.status()
                try file.close()
            }
        } catch {
            throw .system(name, error.code, remedy: remedy(for: policy))
        }
        // What was decoded and what was copied or linked must be the same file, and unchanged.
        guard let now = try? source.file.status(), now == source.status, status?.size == bytes.count,
            policy != .link || status == now
        else {
            throw .changed(path: source.path)
        }
        staged[staged.count - 1].facts = status.map { FileFacts($0, hash: hash) }
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
        let temporary = temporaryName(beside: name)
        do {
            let file = try OpenFile.creating(temporary, mode: mode)
            staged.append(Staged(temporary: temporary, final: name))
            try file.write(bytes.span)
            staged[staged.count - 1].facts = FileFacts(try file.status(), hash: ContentHash.of(bytes.span))
            try file.close()
        } catch {
            throw .system(name, error.code, remedy: remedy(for: .copy))
        }
    }

    /// What the journal is to say of the files that are staged.
    func entry(fingerprint: UInt64, findings: Set<Finding>, input: FileFacts) -> JournalEntry {
        JournalEntry(
            fingerprint: fingerprint, findings: findings, input: input,
            outputs: staged.compactMap { file in
                file.facts.map { .init(name: file.final.relative(to: names.output), facts: $0) }
            })
    }

    /// Gives everything its final name, once the journal has its entry. Where that fails, what this picture had made is removed again.
    ///
    /// The folders are locked meanwhile: another run that writes the same names would otherwise put its edited image beside this
    /// original, or take away what this one has just replaced.
    mutating func commit(_ entry: JournalEntry? = nil) throws(EditError) {
        if let entry { journal?.add(entry) }
        let folders = inLockingOrder(names.folders + outdated.map { names.output.appending($0.name).parent })
        try giveFinalNames(locking: folders[...], under: nil)
    }

    /// Every run locks folders in the same order, and none twice, or two of them could wait for each other.
    private func inLockingOrder(_ folders: [BytePath]) -> [BytePath] {
        guard folders.count > 1 else { return folders }
        var found: [FileStatus.Identity: BytePath] = [:]
        for folder in folders { (try? folder.status()).map { found[$0.identity] = folder } }
        return found.sorted { ($0.key.device, $0.key.inode) < ($1.key.device, $1.key.inode) }.map(\.value)
    }

    private mutating func giveFinalNames(
        locking folders: ArraySlice<BytePath>, under lock: borrowing OpenFile?
    ) throws(EditError) {
        guard let folder = folders.first else { return try giveFinalNames() }
        let lock = OpenFile.locking(folder: folder)
        try giveFinalNames(locking: folders.dropFirst(), under: lock)
    }

    private mutating func giveFinalNames() throws(EditError) {
        try removeOldEdited()
        while let file = staged.first {
            let isReplaced = mayReplace(file.final)
            let isNew = !isReplaced || (try? file.final.statusIfPresent()) == .some(nil)
            do {
                if isReplaced {
                    try file.temporary.rename(to: file.final)
                } else {
                    try file.temporary.renameWithoutReplacing(to: file.final)
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
        if let original = names.original, mayReplace(original) { try removeOutdated() }
        for name in names.edited where mayReplace(name) {
            do { try name.remove() } catch {
                guard isNothingThere(error.code) else { throw .system(name, error.code) }
            }
        }
    }

    /// Only what is still what a run made.
    private func removeOutdated() throws(EditError) {
        for output in outdated {
            let path = names.output.appending(output.name)
            guard let status = try? path.linkStatus(), output.facts.fits(status) else { continue }
            try path.attempt { () throws(SystemError) in try path.remove() }
        }
    }

    private func mayReplace(_ name: BytePath) -> Bool {
        switch replacing {
        case .nothing: false
        case .anything: true
        case .seen(let files): files[name].map { (try? name.status()) == $0 } ?? false
        }
    }

    private func remedy(for policy: OriginalPolicy) -> String {
        policy == .link
            ? "the folder needs write permission, and hard links need input and output on one file system"
            : "the output folder needs write permission"
    }

    private func temporaryName(beside name: BytePath) -> BytePath {
        journal.map { name.parent.appending(TemporaryName.next(of: $0.run)) } ?? name.parent.temporaryName()
    }
}
