// What a run does before its first picture: it removes what dead runs left, and puts many journals together. Where there is
// neither, it costs the look into one folder.
extension JournalFolder {
    /// Removes the temporary files of dead runs, and takes over their journals where there are many. What fails is left for the
    /// next run.
    func tidy(into journal: RunJournal) {
        guard let files = try? files() else { return }
        for file in files where file.isOpen { removeRemains(of: file) }
        if files.count > Self.mostJournals { merge(into: journal) }
    }

    /// More journals than this are put together.
    private static let mostJournals = 16

    /// A run of another machine, or of before this one was started, is dead when nothing of it has moved for so long: locks are not
    /// always seen by other machines.
    private static let patience: Int64 = 24 * 60 * 60 * 1_000_000_000

    private func removeRemains(of file: File) {
        // Whoever has the lock while we hold it takes the run for a living one, which does no harm.
        guard let open = try? OpenFile.readingNoLink(file.path, toLock: true), open.lock(),
            let status = try? open.status()
        else { return }
        var boot: BytePath?
        var folders: Set<BytePath> = []
        var hasPairs = false
        let read: Void? = try? open.forEachJournalLine { line, _ in
            var line = line
            switch line.kind {
            case .run: boot = line.text()
            case .folder: line.path().map { _ = folders.insert($0) }
            case .pair: hasPairs = true
            }
        }
        let isOurs = boot == Machine.boot && Machine.boot != Machine.unknownBoot
        guard read != nil, isOurs || isOld(status) else { return }
        for folder in folders where isInside(folder) {
            removeTemporaries(of: file.run, in: output.appending(folder), mustBeOld: !isOurs)
        }
        if hasPairs {
            try? file.path.rename(to: path.appending(BytePath("\(file.run).\(Self.closedExtension)")))
        } else {
            try? file.path.remove()
        }
    }

    private func isOld(_ status: FileStatus) -> Bool { Machine.date &- status.date > Self.patience }

    /// Whether a folder is reached from the output folder without following a link.
    private func isInside(_ folder: BytePath) -> Bool {
        var folder = folder
        while !folder.isEmpty {
            guard case .folder? = try? output.appending(folder).linkStatus().kind else { return false }
            folder = folder.parent
        }
        return true
    }

    private func removeTemporaries(of run: String, in folder: BytePath, mustBeOld: Bool) {
        for name in (try? folder.entries()) ?? [] where TemporaryName.isName(name, of: run) {
            let file = folder.appending(name)
            guard let status = try? file.linkStatus(), case .file = status.kind, !mustBeOld || isOld(status) else {
                continue
            }
            try? file.remove()
        }
    }

    /// Takes the lines of ended journals into that of this run, each pair once, and without what is no longer there.
    ///
    /// A journal as large as all others together stays as it is, so that a large one is not written again and again.
    private func merge(into journal: RunJournal) {
        var files = ((try? files()) ?? []).filter { !$0.isOpen }.map { file in
            (file: file, size: (try? file.path.linkStatus().size) ?? 0)
        }
        files.sort { ($0.size, $0.file.run) < ($1.size, $1.file.run) }
        while let largest = files.last, largest.size > files.dropLast().reduce(0, { $0 + $1.size }) {
            files.removeLast()
        }
        guard files.count > 1 else { return }
        // Where an entry comes again, the last one is kept: it has the latest dates.
        var last: [UInt64: Int] = [:]
        var count = 0
        var isWhole = true
        for (file, _) in files {
            isWhole =
                forEachEntry(of: file) { entry, _ in
                    last[entry.contents] = count
                    count += 1
                } && isWhole
        }
        var (position, lines): (Int, [UInt8]) = (0, [])
        for (file, _) in files {
            isWhole =
                forEachEntry(of: file) { entry, line in
                    defer { position += 1 }
                    guard last[entry.contents] == position, hasRemains(entry) else { return }
                    lines += line
                    guard lines.count >= 1 << 18 else { return }
                    journal.add(lines: lines)
                    lines.removeAll(keepingCapacity: true)
                } && isWhole
        }
        if !lines.isEmpty { journal.add(lines: lines) }
        // Not before what they said is said again, also after a power failure.
        guard isWhole, position == count, journal.synchronize() else { return }
        for (file, _) in files { try? file.path.remove() }
    }

    private func forEachEntry(of file: File, _ body: (JournalEntry, ArraySlice<UInt8>) -> Void) -> Bool {
        let read: Void? = try? OpenFile.readingNoLink(file.path).forEachJournalLine { line, bytes in
            if let entry = JournalEntry(line) { body(entry, bytes) }
        }
        return read != nil
    }

    /// Whether a file stands where the entry says, of the size that it says. Dates change when a tree is copied.
    private func hasRemains(_ entry: JournalEntry) -> Bool {
        entry.outputs.contains { (try? output.appending($0.name).status().size) == $0.facts.size }
    }
}
