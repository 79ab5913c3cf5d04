import Dispatch
import ImageCodecs
import Synchronization

/// One run of a batch: its queue of pictures, its workers and its tally.
final class BatchRun: Sendable {
    let batch: FolderBatch
    let budget: MemoryBudget
    private let reporter: RecordReporter
    private let progress: BatchProgress?
    let places = OutputPlaces()
    let isCancelled = Atomic<Bool>(false)
    private let stop = StopSignal()
    private let nextPosition = Atomic<Int>(0)
    /// Inputs of all rounds so far, of which there is one unless the folders are watched.
    private let begun = Atomic<Int>(0)
    let journal: RunJournal
    /// How pairs are to be made whose inputs have no crop of their own.
    let generalPair: WantedPair

    init(_ batch: FolderBatch, progress: BatchProgress?, report: @escaping @Sendable (BatchRecord) -> Void) {
        var batch = batch
        batch.options = batch.workerOptions
        self.batch = batch
        budget = MemoryBudget(limit: batch.memory)
        journal = RunJournal(output: batch.output)
        generalPair = batch.wantedPair()
        reporter = RecordReporter(report)
        self.progress = progress
    }

    /// As many as the limit of open files allows: each has up to four open, or eight where it speaks with a process of its own, and
    /// one more for each further folder that a pair is written to; this process has some. Fewer than the 255 threads of Dispatch in any
    /// case: it needs some for what must not wait for a worker, above all for signals.
    private func mostWorkers(_ planned: [PlannedInput]) -> Int {
        let folders = planned.map { (try? $0.names.get())?.folders.count ?? 0 }.max() ?? 0
        return min(240, (Machine.openFiles - 24) / ((batch.isolation == nil ? 4 : 8) + max(0, folders - 1)))
    }

    var isStopped: Bool { isCancelled.load(ordering: .relaxed) }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        stop.raise()
    }

    func result() async -> Result<BatchSummary, EditError> {
        let start = Instant.now
        return await editAll().map { unusedCrops in
            var summary = reporter.summary(seconds: start.elapsed / 1000, wasCancelled: isStopped)
            summary.left = begun.load(ordering: .relaxed) - summary.pictures
            // To be stopped is the end of a watch: what counts is whether it had something left to do.
            if batch.isWatching, summary.left == 0 { summary.wasCancelled = false }
            summary.unusedCrops = unusedCrops
            journal.end()
            summary.journalFailure = journal.failure
            return summary
        }
    }

    /// Where the pairs go; nil where somebody receives them.
    var output: BytePath? { batch.receiver == nil ? batch.output : nil }

    /// Edits all inputs. While it waits for its workers it holds no thread, for those are few where there are many batches; a watch
    /// holds one.
    ///
    /// - Returns: the names of crops that were not used.
    private func editAll() async -> Result<[BytePath], EditError> {
        let queue = DispatchQueue(label: "AllowsEditing.batch")
        if batch.isWatching {
            return await queue.result { () throws(EditError) in
                self.tidy()
                try self.watch()
                return []
            }
        }
        let (planned, unusedCrops) = await queue.result {
            self.tidy()
            let files = FolderWalk.files(of: self.batch.inputs, excluding: self.output, streamed: self.readStreams())
            return (self.plan(files), self.batch.boxes?.names(unusedBy: files) ?? [])
        }.get()
        let workers = begin(planned)
        await withCheckedContinuation { continuation in
            workers.notify(queue: queue) { continuation.resume() }
        }
        return .success(unusedCrops)
    }

    func plan(_ files: [InputFile]) -> [PlannedInput] {
        var inputs = InputEntries()
        return plan(files, &inputs)
    }

    /// - Parameter inputs: those of earlier rounds, to which these are added.
    func plan(_ files: [InputFile], _ inputs: inout InputEntries) -> [PlannedInput] {
        let planned = PlannedInput.plan(
            files, output: output, options: batch.options, original: batch.original, existing: batch.existing,
            template: batch.name, shard: batch.shard, inputs: &inputs)
        guard output != nil, batch.existing != .error else { return planned }
        return PlannedInput.resume(planned, of: batch, inputs: inputs)
    }

    /// Edits pictures, and waits until all are done or dropped.
    func edit(_ planned: [PlannedInput]) { begin(planned).wait() }

    /// Begins to edit pictures, several at a time. Only once all of the last call are done.
    ///
    /// - Returns: the workers, who are gone once all are done or dropped.
    private func begin(_ planned: [PlannedInput]) -> DispatchGroup {
        let group = DispatchGroup()
        guard !planned.isEmpty else { return group }
        progress?.expect(planned)
        let first = begun.add(planned.count, ordering: .relaxed).oldValue
        nextPosition.store(0, ordering: .relaxed)
        let workers = max(1, min(batch.workers, planned.count, mostWorkers(planned)))
        let order = PlannedInput.workOrder(planned, workers: workers)
        for worker in 0..<workers {
            DispatchQueue(label: "AllowsEditing.worker-\(worker)").async(group: group) {
                self.work(on: planned, order: order, workers: workers, first: first)
            }
        }
        return group
    }

    /// Removes what dead runs left in the output folder.
    private func tidy() {
        guard let output, !batch.isDryRun else { return }
        JournalFolder(in: output)?.tidy(into: journal)
    }

    /// Reads the inputs that are no files. They hold their memory to the end.
    private func readStreams() -> [BytePath: InputFile] {
        var files: [BytePath: InputFile] = [:]
        for (path, picture) in batch.streamed where batch.inputs.contains(path) {
            let file = InputFile(path, picture, most: batch.memory) { isCancelled.load(ordering: .relaxed) }
            if let content = file.content { budget.setAside(content.bytes.count) }
            files[path] = file
        }
        return files
    }

    /// One worker: takes the next picture until there is none, with one workspace for all of them.
    ///
    /// - Parameter first: how many inputs were before these.
    private func work(on planned: [PlannedInput], order: [Int], workers: Int, first: Int) {
        let worker = worker()
        while !isCancelled.load(ordering: .relaxed) {
            let position = nextPosition.add(1, ordering: .relaxed).oldValue
            guard position < order.count else { return }
            let index = order[position]
            let input = planned[index]
            // While this picture is decoded, the one that this worker will probably take next is read from the disk.
            if position + workers < order.count { planned[order[position + workers]].prefetch() }
            progress?.begin(input)
            let outcome: BatchRecord.Outcome
            do { outcome = try edit(input, worker) } catch {
                // A picture that was stopped counts as one that was not begun.
                if error == .cancelled { return }
                outcome = .failed(error)
            }
            progress?.finish(input, outcome)
            reporter.add(BatchRecord(input: input.file.path, outcome: outcome), at: first + index)
        }
    }

    private func worker() -> PictureWorker {
        if let command = batch.isolation {
            let process = WorkerProcess(command, seconds: batch.options.limits.maxSeconds) { [self] in
                isCancelled.load(ordering: .relaxed)
            }
            return .isolated(process, makesPrivateOriginal: batch.makesPrivateOriginals)
        }
        // One job is a promise to leave the other processors alone.
        return .inProcess(
            Workspace(
                usesThreads: batch.workers > 1, keptBytes: batch.keptBytes,
                makesPrivateOriginal: batch.makesPrivateOriginals, stop: stop))
    }
}
