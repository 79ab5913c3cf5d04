import AllowsEditing

/// What one command line asks for.
struct Invocation {
    /// What is to be done.
    enum Task: Equatable { case batch, inspect, selfTest, help, completions, manual, version, worker }

    var task = Task.batch
    var inputs: [BytePath] = []
    /// Lists of more inputs.
    var lists: [BytePath] = []
    var listSeparator = InputList.Separator.lineFeed
    var part: Part?
    var output: BytePath?
    var sizes: [OutputSize] = []
    var options = EditOptions()
    var original = OriginalPolicy.copy
    /// Nil where nothing is said about it.
    var existing: ExistingPolicy?
    /// The template of `--name`.
    var name: [UInt8]?
    var workers: Int?
    var memory: Int?
    var records: BytePath?
    var sheet: BytePath?
    var boxes: BytePath?
    var isDryRun = false
    var isWatching = false
    var allowsTruncated = false
    var isIsolated = false
    var isQuiet = false
    var progress = ProgressMode.auto
    var printsJSON = false
    /// Whether an option says something about the edit: `inspect` then tells what the edit would do.
    var describesEdit = false

    /// The batch that the command line describes.
    ///
    /// - Throws: `UsageError` where something is missing or contradicts something else.
    func batch() throws(UsageError) -> FolderBatch {
        guard !inputs.isEmpty || !lists.isEmpty else { throw UsageError("no INPUT: name a folder or a picture") }
        guard let output else { throw UsageError("--output is missing: name the folder that receives the pictures") }
        var batch = FolderBatch(inputs: inputs, output: output, options: try editOptions())
        batch.original = original
        batch.existing = existingPolicy
        batch.isWatching = isWatching
        if let sheet, sheet == records { throw UsageError("--sheet and --records name the same file: \(sheet)") }
        if sheet != nil, isDryRun {
            throw UsageError("--sheet and --dry-run: a dry run makes no pictures that a page could show")
        }
        if sheet != nil { batch.options.previewSide = ContactSheet.previewSide }
        if let name {
            do {
                batch.name = try NameTemplate(bytes: name)
                try batch.name.validate(sizes: batch.options.sizes.count, original: original)
            } catch {
                throw UsageError("--name: \(error)")
            }
        }
        batch.isDryRun = isDryRun
        batch.shard = try shard(environment: environmentVariable)
        if let workers { batch.workers = workers }
        if let memory { batch.memory = memory }
        try checkLists()
        try checkWatch()
        try connectStreams(to: &batch)
        return batch
    }

    /// The options of the edit that the command line describes.
    ///
    /// - Throws: `UsageError` where they contradict each other.
    func editOptions() throws(UsageError) -> EditOptions {
        var options = options
        if !sizes.isEmpty { options.sizes = sizes }
        if allowsTruncated { options.failOn.remove(.truncated) }
        do { try options.validate() } catch { throw UsageError(error.description) }
        return options
    }
}

/// A command line that cannot be understood: one line that names the flag, the value and what is allowed.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}
