/// What runs have made in an output folder, by the journals that lie there: it is passed over where the folder is walked.
///
/// Names alone would not do, for another file may have taken the place of one that was made: the size must be the same too, or the
/// file, which a linked original stays when it is changed. Cost: reads the journals; 32 bytes for each file that was made.
struct MadeFiles {
    /// What the paths of the walk begin with.
    private var folder: BytePath
    /// Where that lies below the output folder.
    private var place: BytePath = ""
    /// Names, each with the size of its file and with its number: names themselves would take more memory.
    private var known: Set<Int> = []

    private enum Fact: Hashable { case size(Int), number(UInt64) }

    /// Reads the journals of an output folder; nil where there are none. What cannot be read counts as not there.
    init?(in output: BytePath) {
        guard let journals = JournalFolder(in: output) else { return nil }
        folder = output
        var known: Set<Int> = []
        try? journals.read { line in
            for output in JournalEntry(line)?.outputs ?? [] {
                known.insert(Self.key(output.name, .size(output.facts.size)))
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
