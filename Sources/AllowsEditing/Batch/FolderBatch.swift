import ImageCodecs

/// A batch: files and folders in, pairs of edited images and originals out.
public struct FolderBatch: Sendable {
    /// Files and folders. A folder is walked with everything below it, and its tree is kept below the output. A file goes into the
    /// output folder itself, or below it with what its path has behind `/./`. A file that is given again, by whatever path, is one input
    /// still where its outputs would have the same names: it is edited once, and has one record, with the first of its paths.
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
    var keptBytes: Int { min(64 << 20, memory / max(1, workers) / 4) }

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
