import Dispatch
import ImageCodecs
import Synchronization

/// One run of a picker: pulls files from its source, has workers pick them, and hands the outcomes out in the order of the source.
///
/// Nobody waits for a slow consumer: work is begun only while less than a window of outcomes is begun and not taken, and while those
/// that wait hold less than the memory of the picker. Then the queues are empty, and hold no threads.
final class PickRun: Sendable {
    private let picker: ImagePicker
    private let workers: Int
    private let stop = StopSignal()
    /// The same as of the state, for those who ask while they work.
    private let isCancelled = Atomic<Bool>(false)
    private let state: Mutex<State>
    /// Used on its queue alone, which may wait there for pictures that are yet to come.
    private let feed: Mutex<PickFeed>
    private let feedQueue = DispatchQueue(label: "AllowsEditing.picker.source")

    typealias Consumer = CheckedContinuation<Outcomes.Element?, Never>

    private struct State {
        var idle: [PickWorker]
        /// Numbers of the next picture to begin, and of the next outcome to hand out.
        var begun = 0
        var taken = 0
        var finished: [Int: PickWorker.Outcome] = [:]
        /// Bytes of the finished outcomes.
        var heldBytes = 0
        var isFeeding = false
        var isCancelled = false
        var sourceEnded = false
        /// Whether the last of the outcomes was followed by nil.
        var isComplete = false
        var hasGivenAny = false
        /// Standard input had not a byte.
        var endedEmpty = false
        var consumers: [Consumer] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    /// What is to be done once the state is unlocked.
    private struct Next {
        var answers: [(Consumer, Outcomes.Element?)] = []
        var worker: PickWorker?
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    init(_ picker: ImagePicker) {
        var picker = picker
        picker.options = picker.options.forWorker(ofBatchWith: picker.memory)
        self.picker = picker
        // Each has up to four files open, and this process has some.
        let workers = max(1, min(picker.workers, (Machine.openFiles - 24) / 4))
        self.workers = workers
        let budget = MemoryBudget(limit: picker.memory)
        let idle = (0..<workers).map { [stop] number in PickWorker(number, picker, of: workers, budget, stop) }
        state = Mutex(State(idle: idle))
        feed = Mutex(PickFeed(picker))
    }

    /// The next outcome; nil at the end, and after a cancellation.
    func next() async -> Outcomes.Element? {
        await withCheckedContinuation { consumer in
            advance { $0.consumers.append(consumer) }
        }
    }

    /// Stops what is being decoded, and gives nothing more.
    func cancel() {
        // First the state: what is stopped must not be handed out as a failure.
        advance { $0.isCancelled = true }
        isCancelled.store(true, ordering: .relaxed)
        stop.raise()
    }

    /// Ends the run and waits until nothing of it is left.
    ///
    /// - Returns: whether it ended before its source did.
    func end() async -> Bool {
        let wasCut = state.withLock { !$0.isComplete || $0.endedEmpty }
        cancel()
        await withCheckedContinuation { watcher in
            advance { $0.watchers.append(watcher) }
        }
        return wasCut
    }

    /// Changes the state, and does what follows from that.
    private func advance(_ change: (inout sending State) -> Void) {
        let next = state.withLock { state -> Next in
            change(&state)
            return self.next(&state)
        }
        for (consumer, element) in next.answers { consumer.resume(returning: element) }
        if let worker = next.worker { feedQueue.async { self.begin(worker) } }
        for watcher in next.watchers { watcher.resume() }
    }

    private func next(_ state: inout State) -> Next {
        var next = Next()
        if state.isCancelled {
            next.answers = state.consumers.map { ($0, nil) }
            state.consumers = []
            state.finished = [:]
        }
        while let outcome = state.finished[state.taken] {
            if let element = outcome.element {
                guard !state.consumers.isEmpty else { break }
                next.answers.append((state.consumers.removeFirst(), element))
                state.hasGivenAny = true
            }
            state.heldBytes -= outcome.bytes
            state.finished[state.taken] = nil
            state.taken += 1
        }
        if !state.isCancelled, state.sourceEnded, state.taken == state.begun, !state.consumers.isEmpty {
            if !state.hasGivenAny, !state.endedEmpty {
                let error = PickerError.sourceUnavailable(.empty(picker.source, picker.allow))
                next.answers.append((state.consumers.removeFirst(), .failure(error)))
                state.hasGivenAny = true
            }
            if !state.consumers.isEmpty {
                state.isComplete = true
                next.answers += state.consumers.map { ($0, nil) }
                state.consumers = []
            }
        }
        let waiting = state.begun - state.taken
        if !state.isCancelled, !state.sourceEnded, !state.isFeeding, waiting < window,
            waiting == 0 || state.heldBytes < picker.memory,
            // Who wants one picture alone wants nothing read behind it.
            !picker.isSingle || !state.consumers.isEmpty, let worker = state.idle.popLast()
        {
            state.isFeeding = true
            next.worker = worker
        }
        if state.isCancelled, !state.isFeeding, state.idle.count == workers {
            next.watchers = state.watchers
            state.watchers = []
        }
        return next
    }

    private var window: Int { picker.isSingle ? 1 : 2 * workers }

    /// Gets the next file of the source and gives it to a worker.
    private func begin(_ worker: PickWorker) {
        let item = feed.withLock { $0.next { isCancelled.load(ordering: .relaxed) } }
        switch item {
        case .picture(let file):
            let number = state.withLock { state in
                state.begun += 1
                return state.begun - 1
            }
            worker.pick(file) { outcome in
                self.advance { state in
                    state.finished[number] = outcome
                    state.heldBytes += outcome.bytes
                    state.idle.append(worker)
                }
            }
            advance { $0.isFeeding = false }
        case .end(let failure, let isEmpty):
            advance { state in
                if let failure {
                    state.finished[state.begun] = PickWorker.Outcome(element: .failure(failure))
                    state.begun += 1
                }
                state.endedEmpty = isEmpty
                state.sourceEnded = true
                state.isFeeding = false
                state.idle.append(worker)
            }
        }
    }
}

/// Holds a run: when nobody does, it is cancelled.
final class PickRunOwner: Sendable {
    private let run: PickRun

    init(_ picker: ImagePicker) { run = PickRun(picker) }

    deinit { run.cancel() }

    /// The next outcome; nil at the end, and soon after the task was cancelled.
    func next() async -> Outcomes.Element? {
        await withTaskCancellationHandler {
            await run.next()
        } onCancel: {
            run.cancel()
        }
    }

    @discardableResult
    func end() async -> Bool { await run.end() }
}
