import Synchronization

/// The journal of one run: what it is about to put into the output folder, a line for each pair.
///
/// It lies in `.allows-editing` in the output folder. Each run has a file of its own, so that any number of them can write into one
/// output folder, also over a network. While the run lives, the file is locked and named `RUN.open`; when it ends, it becomes
/// `RUN.journal`. One named `open` that nobody locks is that of a run that was killed: its temporary files are removed by the next.
///
/// A line is written before the pair gets its names: what has its name is in a journal, and what a journal names need not be there.
/// Nothing is made before the first pair is written. A journal that cannot be written does not stop a batch; the failure is kept.
final class RunJournal: Sendable {
    /// Part of the name of the journal and of those of the temporary files.
    let run = TemporaryName.newRun()
    private let output: BytePath
    private let state = Mutex(State())

    private struct State {
        var file: AppendingFile?
        var failure: EditError?
        var folders: Set<BytePath> = []
        /// Whether it says more than where temporary files may be.
        var hasPairs = false
    }

    /// The journal of a run that writes into this folder.
    init(output: BytePath) { self.output = output }

    private var folder: BytePath { output.appending(JournalFolder.name) }
    private var openPath: BytePath { folder.appending(BytePath("\(run).\(JournalFolder.openExtension)")) }

    /// Why it is not complete; nil where it is.
    var failure: EditError? { state.withLock { $0.file?.failure ?? $0.failure } }

    /// Notes that temporary files are made in a folder, from now on. Called before the first of them.
    func enter(_ folder: BytePath) {
        state.withLock { state in
            guard state.folders.insert(folder).inserted else { return }
            var line = JournalLineWriter(.folder)
            line.put(path: folder.relative(to: output))
            write(line.line, &state)
        }
    }

    /// Notes a pair that is about to get its names.
    func add(_ entry: JournalEntry) { add(lines: entry.line) }

    /// Takes over lines of other journals.
    func add(lines: [UInt8]) {
        state.withLock { state in
            state.hasPairs = true
            write(lines, &state)
        }
    }

    /// Returns once everything is on the disk; false where it is not.
    func synchronize() -> Bool {
        state.withLock { $0.file }?.synchronize()
        return failure == nil
    }

    /// Ends the journal: no temporary file is left, and nobody writes any more.
    func end() {
        state.withLock { state in
            guard state.file != nil else { return }
            if state.hasPairs {
                let closed = folder.appending(BytePath("\(run).\(JournalFolder.closedExtension)"))
                try? openPath.rename(to: closed)
            } else {
                try? openPath.remove()
            }
        }
    }

    private func write(_ line: [UInt8], _ state: inout State) {
        if state.file == nil, state.failure == nil {
            do throws(SystemError) { state.file = try open() } catch { state.failure = .system(folder, error.code) }
        }
        state.file?.write(line)
    }

    private func open() throws(SystemError) -> AppendingFile {
        try folder.makeFolders()
        guard case .folder = try folder.linkStatus().kind else { throw .notAFolder }
        let file = try OpenFile.creatingToAppend(openPath)
        // Until the first line stands nobody takes it for that of a dead run, whether or not it is locked yet. Where there are no
        // locks, it is taken for that of a living one.
        _ = file.lock(waits: true)
        let journal = AppendingFile(file, at: openPath)
        var line = JournalLineWriter(.run)
        line.put(Machine.boot)
        journal.write(line.line)
        return journal
    }
}
