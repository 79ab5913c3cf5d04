import ImageCodecs

/// What is known of the outputs of one picture before it is read.
enum Standing: Sendable {
    /// None of them matters: none is there, or whatever is there may be replaced.
    case free
    /// Some are there, and the journals have not been asked yet.
    case occupied([FileStatus?])
    /// All are there, made of this input with these options.
    case complete
    /// Some are there, and contents decide.
    case unclear(EarlierWork)
}

/// What stands at the names of a picture's outputs, and what journals say of files of these names.
struct EarlierWork: Sendable {
    /// One for each name, in their order; nil where nothing is there.
    let found: [FileStatus?]
    let entries: [JournalEntry]

    /// What comes of it.
    enum Verdict {
        /// Everything is there. The entry says so with the dates of today.
        case complete(JournalEntry)
        /// What is there was made by earlier runs, and may be replaced as long as it stays what it is.
        case replace([BytePath: FileStatus])
    }

    /// Compares contents where a look does not tell. Cost: reads outputs whose dates are not those of the journal.
    ///
    /// - Parameters:
    ///   - input: the input as it is now.
    ///   - linked: the file of the input, of which an original may be a second name.
    /// - Throws: `unknownOutput` where something is there that no earlier run made.
    func verdict(
        _ names: OutputNames, input: FileFacts, wanted: WantedPair, linked: FileStatus.Identity?
    ) throws(EditError) -> Verdict {
        var isAsWanted = true
        var seen: [BytePath: FileStatus] = [:]
        var outputs: [JournalEntry.Output] = []
        for (path, status) in zip(names.all, found) {
            guard let status else { continue }
            let name = path.relative(to: names.output)
            let known = entries.flatMap(\.outputs).filter { $0.name == name }.map(\.facts)
            let isLink = path == names.original && status.identity == linked
            if isLink, !wanted.isLinked { isAsWanted = false }
            guard let facts = isLink ? input : try Self.facts(of: path, status, known: known) else {
                throw .unknownOutput(path: path)
            }
            seen[path] = status
            outputs.append(.init(name: name, facts: facts))
        }
        let isComplete =
            isAsWanted && outputs.count == found.count
            && entries.contains { entry in
                entry.isWanted(wanted) && entry.input.hasContents(of: input)
                    && entry.outputs.elementsEqual(outputs) { $0.name == $1.name && $0.facts.hasContents(of: $1.facts) }
            }
        guard isComplete else { return .replace(seen) }
        return .complete(
            JournalEntry(
                fingerprint: wanted.fingerprint, findings: entries.first { $0.isWanted(wanted) }?.findings ?? [],
                input: input, outputs: outputs))
    }

    /// The facts of a file that an earlier run made; nil for one that none did.
    private static func facts(of path: BytePath, _ status: FileStatus, known: [FileFacts]) throws(EditError)
        -> FileFacts?
    {
        if let facts = known.first(where: { $0.fits(status) }) { return FileFacts(status, hash: facts.hash) }
        // A power failure may leave the name of a file that was never written; there is nothing in it to be lost.
        if status.size == 0, !known.isEmpty { return FileFacts(status, hash: 0) }
        guard known.contains(where: { $0.size == status.size }) else { return nil }
        let file = try SourceFile(path)
        let hash = try path.attempt { () throws(SystemError) in try ContentHash.of(file.file) }
        guard file.status == status else { throw .changed(path: path) }
        let facts = FileFacts(status, hash: hash)
        return known.contains { $0.hasContents(of: facts) } ? facts : nil
    }
}

/// How a pair is to be made.
struct WantedPair {
    let fingerprint: UInt64
    /// Whether the original is to be a second name of the input.
    let isLinked: Bool
    /// What the input may not have.
    let failOn: Set<Finding>
}

extension JournalEntry {
    /// Whether the pair was made as is wanted now, and would not fail now.
    func isWanted(_ wanted: WantedPair) -> Bool {
        fingerprint == wanted.fingerprint && findings.isDisjoint(with: wanted.failOn)
    }
}

extension OutputNames {
    /// The record of a pair that was left as it was.
    var kept: BatchRecord.Kept { BatchRecord.Kept(edited: edited, original: original) }
}
