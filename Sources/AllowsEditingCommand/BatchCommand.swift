import AllowsEditing

/// Runs a batch from the first signal that could interrupt it to the last line for a person.
struct BatchCommand: Sendable {
    private let batch: FolderBatch
    private let recordsPath: BytePath?
    private let sheetPath: BytePath?
    private let isQuiet: Bool
    private let progressStyle: ProgressDisplay.Style?

    init(_ invocation: Invocation, batch: FolderBatch) {
        self.batch = batch
        recordsPath = invocation.records
        sheetPath = invocation.sheet
        isQuiet = invocation.isQuiet
        progressStyle = isQuiet ? nil : ProgressDisplay.Style(invocation.progress)
    }

    func run() async -> Int32 {
        var sheet: ContactSheet?
        // Before the process ends: until then, others may hold the page as well.
        defer { sheet?.abandon() }
        do {
            // Before anything is begun: what a signal finds half done would otherwise stay.
            let signals = await TerminationSignals()
            let records = try recordsPath.map { path throws(EditError) in try RecordWriter(path) }
            sheet = try sheetPath.map { path throws(EditError) in try ContactSheet(path, of: batch) }
            let progress = BatchProgress()
            let display = ProgressDisplay(progress, progressStyle)
            // Before whatever is printed next, an error of the batch included.
            defer { display.end() }
            let narrator = BatchNarrator(batch, records: records, display: display)
            let task = Task { [batch, sheet] () throws(EditError) in
                try await batch.run(progress: progress) { record in
                    narrator.tell(record)
                    sheet?.add(record)
                }
            }
            signals.handle { task.cancel() }
            let summary = try await task.value
            signals.stop()
            narrator.end()
            return end(summary, narrator, records, sheet)
        } catch let error as EditError {
            complain("\(error)\n-> \(remedy(for: error))")
            return ExitCode.nothingDone
        } catch {
            complain("\(error)")
            return ExitCode.nothingDone
        }
    }

    /// What a person can do about what has kept the batch from being begun: not always what they could do about a picture.
    private func remedy(for error: EditError) -> String {
        switch error {
        case .exists(let path) where path == recordsPath || path == sheetPath:
            "name another FILE: this one holds something else, and is left alone"
        case .invalidOptions where batch.isWatching: "watch folders that are there, and lie outside of --output"
        default: error.remedy
        }
    }

    /// What is said of the whole batch, and to the shell.
    private func end(
        _ summary: BatchSummary, _ narrator: BatchNarrator, _ records: RecordWriter?, _ sheet: ContactSheet?
    ) -> Int32 {
        if let first = summary.unusedCrops.first {
            let more = summary.unusedCrops.count - 1
            complain(
                "--boxes names \(first)\(more > 0 ? " and \(more) more that are" : ", which is") not among the inputs"
            )
        }
        if let failure = summary.journalFailure {
            complain("the journal is not complete, and --existing skip will not know all pictures: \(failure)")
        }
        let sheetFailure = sheet?.failure(finishing: summary)
        if !isQuiet {
            if summary.wasCancelled, summary.left > 0, !batch.isDryRun { complain(interruption(summary.left)) }
            StandardStream.error.write("\(summary)\n")
        }
        let failures = [
            narrator.failure.map { "not all of the plan was printed: \($0)" },
            records?.failure.map { "not all records were written: \($0)" },
            sheetFailure.map { "the sheet was not written: \($0)" },
        ].compactMap { $0 }
        failures.forEach(complain)
        return failures.isEmpty ? exitCode(summary) : max(exitCode(summary), ExitCode.someFailed)
    }

    private func interruption(_ left: Int) -> String {
        let canGoOn = batch.receiver == nil && batch.streamed.isEmpty
        return "interrupted with \(left) \(left == 1 ? "picture" : "pictures") left"
            + (canGoOn ? ": --existing skip goes on" : "")
    }

    private func exitCode(_ summary: BatchSummary) -> Int32 {
        if summary.wasCancelled { return ExitCode.interrupted }
        if summary.failed == 0 { return ExitCode.done }
        return summary.nothingReadable ? ExitCode.nothingDone : ExitCode.someFailed
    }
}
