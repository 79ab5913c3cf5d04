/// What runs have made in an output folder, by the journals that lie there: it is passed over where the folder is walked.
///
/// Names alone would not do, for another file may have taken the place of one that was made: the size must be the same too, or of a
/// linked original the file, which it stays when it is changed. Cost: reads the journals; 16 bytes for each file that was made.
struct MadeFiles {
    /// What the paths of the walk begin with.
    private var folder: BytePath
    /// Where that lies below the output folder.
    private var place: BytePath = ""
    /// Names, each with the size of its file or with its number: names themselves would take more memory.
    private var known: Set<Int> = []

    private enum Fact: Hashable { case size(Int), number(UInt64) }

    /// Reads the journals of an output folder; nil where there are none. What cannot be read counts as not there.
    init?(in output: BytePath) {
        guard let journals = JournalFolder(in: output) else { return nil }
        folder = output
        var known: Set<Int> = []
        try? journals.read { line in
            guard let entry = JournalEntry(line) else { return }
            for output in entry.outputs {
                known.insert(Self.key(output.name, .size(output.facts.size)))
                // Numbers are given again once a file is gone, so they tell nothing of others.
                guard output.facts.number == entry.input.number, output.facts.number != 0 else { continue }
                known.insert(Self.key(output.name, .number(output.facts.number)))
            }
        }
        self.known = known
    }

    /// The same for paths that begin with a folder that is, or lies in, the output folder; nil for any other.
    func seen(from inner: BytePath) -> MadeFiles? {
        guard let whole = folder.resolved, let part = inner.resolved,
            part == whole || part.bytes.starts(with: whole.appending("x").bytes.dropLast())
        else { return nil }
        var made = self
        made.folder = inner
        made.place = part.relative(to: whole)
        return made
    }

    /// Whether a run has made this file.
    func contains(_ path: BytePath, _ status: FileStatus) -> Bool {
        let name = place.appending(path.relative(to: folder))
        return known.contains(Self.key(name, .size(status.size)))
            || known.contains(Self.key(name, .number(status.identity.inode)))
    }

    private static func key(_ name: BytePath, _ fact: Fact) -> Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(fact)
        return hasher.finalize()
    }
}
