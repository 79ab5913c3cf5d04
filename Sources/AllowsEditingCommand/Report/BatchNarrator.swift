import AllowsEditing
import Synchronization

/// Tells what comes of a batch: records where they were asked for, the plan of a dry run, and failures for a person.
final class BatchNarrator: Sendable {
    private struct State {
        var failures = FailureTally()
        var table: PlanTable
        var space: OutputSpace
        var planned = 0
        var files = 0
    }

    private let records: RecordWriter?
    private let display: ProgressDisplay
    private let output: BytePath
    private let plan = StandardOutput()
    private let state: Mutex<State>

    init(_ batch: FolderBatch, records: RecordWriter?, display: ProgressDisplay) {
        self.records = records
        self.display = display
        output = batch.output
        let columns = StandardStream.output.isTerminal ? StandardStream.output.columns ?? 80 : nil
        state = Mutex(State(table: PlanTable(columns: columns), space: OutputSpace(batch)))
    }

    /// Tells of one input.
    func tell(_ record: BatchRecord) {
        // A record on the terminal must not run into the bar; one in a file need not take it away.
        if let records { records.isOutput ? display.aside { records.write(record) } : records.write(record) }
        switch record.outcome {
        case .planned(let details):
            let text = state.withLock { state in
                state.planned += 1
                state.files += details.edited.count + (details.original == nil ? 0 : 1)
                state.space.add(details)
                return records == nil ? state.table.add(record.input, details) : ""
            }
            printPlan(text)
        case .failed(let error):
            guard let line = state.withLock({ $0.failures.add(error, of: record.input) }) else { return }
            display.aside { complain(line) }
        default: break
        }
    }

    /// Tells what can be told only now: the rest of the plan and its totals, the room it takes, and the failures by their kinds.
    func end() {
        display.end()
        let (plan, warning, failures) = state.withLock { state in
            let rest = records == nil ? state.table.end() : ""
            return (
                records == nil && state.planned > 0 ? rest + Self.totals(state) : "", Self.warning(state, output),
                state.failures.summary
            )
        }
        printPlan(plan)
        if let warning { complain(warning) }
        if !failures.isEmpty { StandardStream.error.write(failures.map { $0 + "\n" }.joined()) }
    }

    private func printPlan(_ text: String) {
        guard !text.isEmpty else { return }
        display.aside { plan.write(text) }
    }

    /// Why not all of the plan was printed, for a person; nil where it was.
    var failure: String? { plan.failure }

    private static func totals(_ state: State) -> String {
        let space = state.space
        let pictures = "\(state.planned) \(state.planned == 1 ? "picture" : "pictures")"
        return "\(pictures), \(state.files) \(state.files == 1 ? "file" : "files"):"
            + " originals \(megabytes(space.originals)), edited about \(megabytes(space.edited))"
            + (space.replaced > 0 ? ", in place of \(megabytes(space.replaced))" : "") + "\n"
    }

    private static func warning(_ state: State, _ output: BytePath) -> String? {
        guard state.planned > 0, let free = state.space.free, free < state.space.needed else { return nil }
        return "the outputs take about \(megabytes(state.space.needed)), and \(megabytes(free)) are free where"
            + " \(output) is: make room, choose another --output, or leave out the originals"
    }

    private static func megabytes(_ bytes: Int) -> String { decimal(Double(bytes) / 1e6, places: 1) + " MB" }
}
