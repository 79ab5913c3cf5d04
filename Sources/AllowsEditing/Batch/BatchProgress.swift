import Synchronization

/// How far a run of a batch is, for others to look at while it runs.
///
/// Workers note here what they begin and finish; whoever shows it looks as often as it likes. Cost: two short locks a picture.
public final class BatchProgress: Sendable {
    /// What is known at one moment.
    public struct Snapshot: Sendable, Equatable {
        /// Inputs of the batch; nil until all of them have been found.
        public var inputs: Int?
        /// Inputs that are through, however that ended.
        public var finished = 0
        /// Those of them that failed.
        public var failed = 0
        /// The input that was begun last; nil before the first.
        public var current: BytePath?
        /// What all inputs cost, in bytes, with something for each file; only good for comparing.
        public var work = 0
        /// The same of the inputs that are through.
        public var finishedWork = 0

        /// Nothing is known yet.
        public init() {}
    }

    private let state = Mutex(Snapshot())

    /// Progress of a batch that has not begun.
    public init() {}

    /// What is known now.
    public var snapshot: Snapshot { state.withLock { $0 } }

    /// Adds inputs to those that are known.
    func expect(_ inputs: [PlannedInput]) {
        let work = inputs.reduce(0) { $0 + Self.work($1) }
        state.withLock { state in
            state.inputs = (state.inputs ?? 0) + inputs.count
            state.work += work
        }
    }

    func begin(_ input: PlannedInput) { state.withLock { $0.current = input.file.path } }

    func finish(_ input: PlannedInput, _ outcome: BatchRecord.Outcome) {
        state.withLock { state in
            state.finished += 1
            if case .failed = outcome { state.failed += 1 }
            state.finishedWork += Self.work(input)
        }
    }

    /// Bytes tell best how long a picture takes; opening, planning and writing the smallest one take as long as some bytes more.
    private static func work(_ input: PlannedInput) -> Int { input.byteCount + (32 << 10) }
}
