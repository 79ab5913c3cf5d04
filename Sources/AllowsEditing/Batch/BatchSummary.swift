import Synchronization

/// What came of a whole batch.
public struct BatchSummary: Sendable {
    /// Pictures of which the pair was written, or planned in a dry run.
    public internal(set) var edited = 0
    /// Pictures whose pair was there already, and was left as it was.
    public internal(set) var skipped = 0
    /// Pictures of which nothing was written.
    public internal(set) var failed = 0
    /// Failed inputs that could not be read at all.
    public internal(set) var unreadable = 0
    /// Bytes of the inputs that were edited.
    public internal(set) var bytesIn = 0
    /// Bytes of the edited images.
    public internal(set) var bytesOut = 0
    /// Wall time.
    public internal(set) var seconds = 0.0
    /// The most bytes of memory the process held.
    public internal(set) var peakMemory = 0
    /// Names in the file of crops that are those of no input, in the order of their lines.
    public internal(set) var unusedCrops: [BytePath] = []
    /// Why the journal of the run is not complete: a later run that is to skip what is there will not know all of it. Nil where it is.
    public internal(set) var journalFailure: EditError?
    /// Whether pictures were only planned.
    public internal(set) var isDryRun = false
    /// Whether the batch was stopped before its end.
    public internal(set) var wasCancelled = false
    /// Inputs that a batch had found when it was stopped, and did not get to.
    public internal(set) var left = 0

    /// All inputs that were looked at.
    public var pictures: Int { edited + skipped + failed }
    /// Whether nothing could be done: no input could be read.
    public var nothingReadable: Bool { edited + skipped == 0 && failed == unreadable }

    mutating func count(_ record: BatchRecord) {
        switch record.outcome {
        case .edited(let details), .planned(let details):
            if case .planned = record.outcome { isDryRun = true }
            edited += 1
            bytesIn += details.inputBytes
            bytesOut += details.edited.reduce(0) { $0 + ($1.bytes ?? 0) }
        case .skipped: skipped += 1
        case .failed(let error):
            failed += 1
            if error.isUnreadableInput { unreadable += 1 }
        }
    }
}

extension BatchSummary: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        let rate = seconds > 0 ? Double(pictures) / seconds : 0
        let megabytes = { (bytes: Int) in decimal(Double(bytes) / 1e6, places: 1) + " MB" }
        let did = isDryRun ? ("to edit", "to skip", "would fail") : ("edited", "skipped", "failed")
        return
            "\(pictures) \(pictures == 1 ? "picture" : "pictures"): \(edited) \(did.0), \(skipped) \(did.1), \(failed) \(did.2)"
            + " · \(decimal(seconds, places: 2)) s, \(decimal(rate, places: 1)) pictures/s"
            + " · \(megabytes(bytesIn)) in" + (isDryRun ? "" : ", \(megabytes(bytesOut)) out")
            + " · peak \(decimal(Double(peakMemory) / 1e6, places: 0)) MB"
    }
}

/// Brings the records of all workers into the order of the inputs, and counts them.
final class RecordReporter: Sendable {
    private let report: @Sendable (BatchRecord) -> Void
    private let state = Mutex(State())

    private struct State {
        var summary = BatchSummary()
        var next = 0
        var early: [Int: BatchRecord] = [:]
    }

    init(_ report: @escaping @Sendable (BatchRecord) -> Void) { self.report = report }

    func add(_ record: BatchRecord, at index: Int) {
        // Reported under the lock, so that the reports stay in order and never overlap.
        state.withLock { state in
            state.summary.count(record)
            state.early[index] = record
            while let record = state.early.removeValue(forKey: state.next) {
                report(record)
                state.next += 1
            }
        }
    }

    func summary(seconds: Double, wasCancelled: Bool) -> BatchSummary {
        state.withLock { state in
            // After a cancellation, inputs that were never begun stand before some that were finished.
            for index in state.early.keys.sorted() { state.early.removeValue(forKey: index).map(report) }
            var summary = state.summary
            summary.seconds = seconds
            summary.peakMemory = Machine.peakMemory
            summary.wasCancelled = wasCancelled
            return summary
        }
    }
}
