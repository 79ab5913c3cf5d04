import AllowsEditing

/// Runs a batch and tells what came of it: records where they were asked for, failures and the last line for a person.
struct BatchCommand: Sendable {
    private let batch: FolderBatch
    private let recordsPath: BytePath?
    private let isQuiet: Bool

    init(_ invocation: Invocation, batch: FolderBatch) {
        self.batch = batch
        recordsPath = invocation.records
        isQuiet = invocation.isQuiet
    }

    func run() async -> Int32 {
        do {
            // Before anything is begun: what a signal finds half done would otherwise stay.
            let signals = await TerminationSignals()
            let records = try recordsPath.map { path throws(EditError) in try RecordWriter(path) }
            let task = Task { [batch] () throws(EditError) in
                try await batch.run { record in
                    records?.write(record)
                    if batch.isDryRun, records == nil, let line = PlanTable.line(record) {
                        StandardStream.output.write(line)
                    }
                    if case .failed(let error) = record.outcome {
                        complain(error.path == record.input ? "\(error)" : "\(record.input): \(error)")
                    }
                }
            }
            signals.handle { task.cancel() }
            let summary = try await task.value
            signals.stop()
            if let first = summary.unusedCrops.first {
                let more = summary.unusedCrops.count - 1
                complain(
                    "--boxes names \(first)\(more > 0 ? " and \(more) more that are" : ", which is") not among the inputs"
                )
            }
            if let failure = summary.journalFailure {
                complain("the journal is not complete, and --existing skip will not know all pictures: \(failure)")
            }
            if !isQuiet { StandardStream.error.write("\(summary)\n") }
            if let failure = records?.failure {
                complain("not all records were written: \(failure)")
                return max(exitCode(summary), ExitCode.someFailed)
            }
            return exitCode(summary)
        } catch let error as EditError {
            complain(error.description)
            return ExitCode.nothingDone
        } catch {
            complain("\(error)")
            return ExitCode.nothingDone
        }
    }

    private func exitCode(_ summary: BatchSummary) -> Int32 {
        if summary.wasCancelled { return ExitCode.interrupted }
        if summary.failed == 0 { return ExitCode.done }
        return summary.nothingReadable ? ExitCode.nothingDone : ExitCode.someFailed
    }
}

/// The plan of a dry run for people: one line a picture.
enum PlanTable {
    static func line(_ record: BatchRecord) -> String? {
        guard case .planned(let details) = record.outcome else { return nil }
        let outputs = details.edited.map { "\($0.size) \($0.path)" }.joined(separator: ", ")
        return
            "\(record.input)  \(details.info.uprightSize)  crop \(details.plan.cropDescription)  \(details.route)  ->  \(outputs)\n"
    }
}
