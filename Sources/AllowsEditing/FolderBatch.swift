import Dispatch
import ImageCodecs
import Synchronization

/// A batch: files and folders in, pairs of edited images and originals out.
public struct FolderBatch: Sendable {
    /// Files and folders. A folder is walked with everything below it, and its tree is kept below the output. A file goes into the
    /// output folder itself, or below it with what its path has behind `/./`.
    public var inputs: [BytePath]
    /// The folder that receives the pairs; made when it is missing.
    public var output: BytePath
    /// Those of the inputs that are no files, by the paths that name them among the inputs.
    public var streamed: [BytePath: StreamedPicture] = [:]
    /// Takes the edited images in place of the output folder, which is then left alone, as are the originals; records have `-` for
    /// the paths of what it took. Called by the workers, several at a time, with the input and its images in the order of the sizes.
    /// What it throws is the failure of the picture; `isCancelled` tells it when to throw `cancelled`.
    public var receiver:
        (
            @Sendable (_ input: BytePath, _ images: [EncodedImage], _ isCancelled: () -> Bool) throws(EditError) -> Void
        )?
    /// How every picture is edited.
    public var options: EditOptions
    /// Crops of single pictures, which take the place of that of the options.
    public var boxes: CropBoxes?
    /// What happens to the originals.
    public var original: OriginalPolicy = .copy
    /// What happens to outputs that are there already.
    public var existing: ExistingPolicy = .error
    /// How the outputs are named.
    public var name: NameTemplate = .standard
    /// How many pictures are worked on at once.
    public var workers = Machine.processors
    /// Bytes for the pictures in flight, by the estimates of their plans.
    public var memory = FolderBatch.defaultMemory
    /// How worker processes are started that read, decode and encode in place of this one; nil for none. What a hostile file does to a
    /// worker process is the failure of one picture.
    public var isolation: WorkerCommand?
    /// The part of the inputs that this run is for; nil for all of them.
    public var shard: Shard?
    /// Whether the batch goes on with each new picture in its folders until its task is cancelled.
    public var isWatching = false
    /// Whether only plans are made and nothing is written.
    public var isDryRun = false

    /// A batch with the defaults: as many workers as processors, originals copied, nothing replaced.
    public init(inputs: [BytePath], output: BytePath, options: EditOptions = EditOptions()) {
        self.inputs = inputs
        self.output = output
        self.options = options
    }

    /// A quarter of the memory of the machine, and at least 256 MiB.
    public static var defaultMemory: Int { max(256 << 20, Machine.memory / 4) }

    /// The options as every worker takes them.
    var workerOptions: EditOptions { options.forWorker(ofBatchWith: memory) }

    /// Whether private copies of the originals are made: not where nobody gets an original.
    var makesPrivateOriginals: Bool { original == .private && receiver == nil }

    /// Refuses a picture that does not fit into the budget alone.
    static func check(_ needed: Int, fits memory: Int) throws(EditError) {
        guard needed > memory else { return }
        throw .image(.limitExceeded(limit: "bytes of memory", needed: needed, allowed: memory, flag: "--memory"))
    }

    /// Bytes that every worker keeps from one picture to the next.
    var keptBytes: Int { min(64 << 20, memory / (4 * max(1, workers))) }

    /// Runs the batch. One bad file is one failed record; it never ends the batch.
    ///
    /// The task's cancellation stops the batch: pictures that are being decoded are dropped between two rows, pairs that are being
    /// written are finished. It is the usual end of a batch that watches its folders, which counts as cancelled only where pictures
    /// that had come are left.
    ///
    /// - Parameters:
    ///   - progress: is told how far the run is; nil for nobody.
    ///   - report: called once for each input, in the order of the inputs, never twice at the same time.
    /// - Throws: `invalidOptions`, or `denied` or `io` where the output folder cannot be made, in a dry run where it could not be, or
    ///   where a folder cannot be watched.
    @discardableResult
    public func run(
        progress: BatchProgress? = nil, report: @escaping @Sendable (BatchRecord) -> Void = { _ in }
    ) async throws(EditError) -> BatchSummary {
        try options.validate()
        try name.validate(sizes: options.sizes.count, original: original)
        if receiver == nil {
            do { if isDryRun { try output.checkCanBeMade() } else { try output.makeFolders() } } catch {
                throw .system(output, error.code, remedy: "choose a folder that can be written to")
            }
        }
        let run = BatchRun(self, progress: progress, report: report)
        let result = await withTaskCancellationHandler {
            await run.result()
        } onCancel: {
            run.cancel()
        }
        return try result.get()
    }
}

/// One run of a batch: its queue of pictures, its workers and its tally.
final class BatchRun: Sendable {
    let batch: FolderBatch
    private let budget: MemoryBudget
    private let reporter: RecordReporter
    private let progress: BatchProgress?
    private let places = OutputPlaces()
    private let isCancelled = Atomic<Bool>(false)
    private let stop = StopSignal()
    private let nextPosition = Atomic<Int>(0)
    /// Inputs of all rounds so far, of which there is one unless the folders are watched.
    private let begun = Atomic<Int>(0)
    private let journal: RunJournal
    /// How pairs are to be made whose inputs have no crop of their own.
    private let generalPair: WantedPair

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
    /// one more for each further folder that a pair is written to; this process has some.
    private func mostWorkers(_ planned: [PlannedInput]) -> Int {
        let folders = planned.map { (try? $0.names.get())?.folders.count ?? 0 }.max() ?? 0
        return (Machine.openFiles - 24) / ((batch.isolation == nil ? 4 : 8) + max(0, folders - 1))
    }

    var isStopped: Bool { isCancelled.load(ordering: .relaxed) }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        stop.raise()
    }

    func result() async -> Result<BatchSummary, EditError> {
        let start = Instant.now
        let unusedCrops: Result<[BytePath], EditError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "AllowsEditing.batch").async {
                continuation.resume(returning: Result { () throws(EditError) in try self.editAll() })
            }
        }
        return unusedCrops.map { unusedCrops in
            var summary = reporter.summary(seconds: start.elapsed / 1000, wasCancelled: isStopped)
            // To be stopped is the end of a watch: what counts is whether it had something left to do.
            if batch.isWatching, summary.pictures == begun.load(ordering: .relaxed) { summary.wasCancelled = false }
            summary.unusedCrops = unusedCrops
            journal.end()
            summary.journalFailure = journal.failure
            return summary
        }
    }

    /// Where the pairs go; nil where somebody receives them.
    var output: BytePath? { batch.receiver == nil ? batch.output : nil }

    /// Edits all inputs, and waits for that.
    ///
    /// - Returns: the names of crops that were not used.
    private func editAll() throws(EditError) -> [BytePath] {
        tidy()
        if batch.isWatching {
            try watch()
            return []
        }
        let files = FolderWalk.files(of: batch.inputs, excluding: output, streamed: readStreams())
        edit(plan(files))
        return batch.boxes?.names(unusedBy: files) ?? []
    }

    func plan(_ files: [InputFile]) -> [PlannedInput] {
        var inputs: Set<FileStatus.Identity> = []
        return plan(files, &inputs)
    }

    /// - Parameter inputs: those of earlier rounds, to which these are added.
    func plan(_ files: [InputFile], _ inputs: inout Set<FileStatus.Identity>) -> [PlannedInput] {
        let planned = PlannedInput.plan(
            files, output: output, options: batch.options, original: batch.original, existing: batch.existing,
            template: batch.name, shard: batch.shard, inputs: &inputs)
        return output != nil && batch.existing == .skip ? PlannedInput.resume(planned, of: batch) : planned
    }

    /// Edits pictures, several at a time, and waits until all are done or dropped. One call at a time.
    func edit(_ planned: [PlannedInput]) {
        guard !planned.isEmpty else { return }
        progress?.expect(planned)
        let first = begun.add(planned.count, ordering: .relaxed).oldValue
        nextPosition.store(0, ordering: .relaxed)
        let group = DispatchGroup()
        let workers = max(1, min(batch.workers, planned.count, mostWorkers(planned)))
        let order = PlannedInput.workOrder(planned, workers: workers)
        for worker in 0..<workers {
            DispatchQueue(label: "AllowsEditing.worker-\(worker)").async(group: group) {
                self.work(on: planned, order: order, workers: workers, first: first)
            }
        }
        group.wait()
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

    private func edit(_ input: PlannedInput, _ worker: PictureWorker) throws(EditError) -> BatchRecord.Outcome {
        let names = try input.names.get()
        if input.isComplete { return .skipped(names.kept) }
        var times = StageTimes()
        var mark = Instant.now
        var picture = try AdmittedPicture(PictureSource(input.file), budget, limit: batch.memory)
        times.read = mark.elapsed

        var replacing: PairWriter.Replacing = batch.existing == .overwrite ? .anything : .nothing
        if case .unclear(let earlier) = input.standing {
            switch try examine(earlier, names, facts(of: picture.bytes, picture.source), input.file) {
            case .complete(let entry):
                if !batch.isDryRun { journal.add(entry) }
                return .skipped(names.kept)
            case .replace(let files): replacing = .seen(files)
            }
        }
        let options = batch.options(for: input.file)
        let (info, plan) = try worker.plan(picture.bytes, options)
        // The name of the edited image was given by the first bytes that the file had when names were planned.
        guard plan.format == names.format else { throw .changed(path: input.file.path) }
        if batch.isDryRun {
            if batch.receiver == nil { try places.check(names) }
            return .planned(details(info, plan, names, picture.bytes.count))
        }
        // A private original is as large as the file, and beside it.
        try picture.makeRoom(for: plan.memory + (batch.makesPrivateOriginals ? picture.source.size : 0))
        let bytes = picture.bytes
        let edit = try worker.edit(bytes, info, plan, options)
        if isCancelled.load(ordering: .relaxed) { throw .cancelled }

        mark = .now
        if let receiver = batch.receiver {
            try receiver(input.file.path, edit.images) { isCancelled.load(ordering: .relaxed) }
        } else {
            let facts = facts(of: bytes, picture.source)
            var writer = try PairWriter(names, replacing: replacing, journal: journal)
            try picture.source.stageOriginal(
                in: &writer, bytes: bytes, hash: facts.hash, privateCopy: edit.privateOriginal, policy: batch.original)
            for (index, image) in edit.images.enumerated() { try writer.stageEdited(image, index: index) }
            let entry = writer.entry(
                fingerprint: wantedPair(input.file).fingerprint, findings: Set(edit.findings), input: facts)
            do { try writer.commit(entry) } catch {
                // Another run that does the same was a moment faster.
                guard case .exists = error, batch.existing == .skip, entry.stands(in: batch.output) else { throw error }
                return .skipped(names.kept)
            }
        }
        times.write = mark.elapsed
        times.decode = edit.times.decode
        times.resample = edit.times.resample
        times.encode = edit.times.encode
        return .edited(details(info, plan.placed(at: edit.place), names, bytes.count, edit, times))
    }

    private func facts(of bytes: [UInt8], _ source: borrowing PictureSource) -> FileFacts {
        let hash = ContentHash.of(bytes.span)
        return source.status.map { FileFacts($0, hash: hash) } ?? FileFacts(bytes: bytes.count, hash: hash)
    }

    private func wantedPair(_ file: InputFile) -> WantedPair {
        batch.boxes == nil ? generalPair : batch.wantedPair(for: file)
    }

    private func examine(_ earlier: EarlierWork, _ names: OutputNames, _ facts: FileFacts, _ file: InputFile)
        throws(EditError) -> EarlierWork.Verdict
    {
        let linked = batch.original == .link ? (try? file.path.status())?.identity : nil
        return try earlier.verdict(names, input: facts, wanted: wantedPair(file), linked: linked)
    }

    private func details(
        _ info: ImageInfo, _ plan: EditPlan, _ names: OutputNames, _ inputBytes: Int, _ edit: Workspace.Edit? = nil,
        _ times: StageTimes = StageTimes()
    ) -> BatchRecord.Details {
        // Records may wait for one before them, and a profile takes up to a few megabytes.
        var (info, plan) = (info, plan)
        info.colorProfile = nil
        plan.color.profile = nil
        return BatchRecord.Details(
            info: info, plan: plan,
            edited: names.edited.enumerated().map { index, path in
                BatchRecord.Output(path: path, size: plan.outputs[index].size, bytes: edit?.images[index].bytes.count)
            },
            original: names.original.map { path in
                let bytes = batch.original == .private ? edit?.privateOriginal?.count : inputBytes
                return .init(path: path, size: info.uprightSize, bytes: bytes)
            },
            inputBytes: inputBytes, findings: edit?.findings ?? plan.findings, fraction: edit?.fraction,
            inflatedWholePicture: edit?.isWhole ?? plan.decode.allowsWholePicture, times: times,
            previews: edit?.previews)
    }
}
