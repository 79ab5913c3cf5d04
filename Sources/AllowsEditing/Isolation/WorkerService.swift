import ImageCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The life of a worker process: pictures come in on standard input, edited images go out on standard output.
///
/// It can open no file, reach no network and start no program where the system can take that from it (Linux, seccomp), and has no
/// more memory than the limits of the options allow.
public struct WorkerService {
    private let options: EditOptions
    private let channel = WorkerChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
    private let workspace: Workspace

    /// What a process needs beside the picture: the program, its stacks and the line to the parent.
    private static let ownMemory = 128 << 20

    /// A service for the pictures of a batch.
    public init(_ batch: FolderBatch) {
        options = batch.workerOptions
        workspace = Workspace(
            usesThreads: batch.workers > 1, keptBytes: batch.keptBytes,
            makesPrivateOriginal: batch.makesPrivateOriginals
        )
    }

    /// Serves until standard input ends.
    public func run() {
        // Interrupting a batch is the parent's business.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        Confinement.confine()
        var next = receive()
        while let message = next {
            next = nil
            // The file of a message is let go before the next one is received.
            let answer = serve(consume message)
            next = answer ?? receive()
        }
    }

    /// Answers a message. Returns what the parent says where it does not go on with the picture.
    private func serve(_ message: consuming WorkerMessage) -> WorkerMessage? {
        guard case .file(let file, let crop) = message else { exit(0) }
        do throws(EditError) {
            return try edit(file, options.cropping(by: crop))
        } catch {
            try? channel.send(.failed(kind: error.kind, description: error.description))
            return nil
        }
    }

    /// What the parent says next. Each picture has the same memory, however many there were before it.
    private func receive() -> WorkerMessage? {
        try? channel.receive(most: .max) { count in
            // The file is there twice while it is taken from its message, and so may be the edited image.
            let (copies, overflows) = count.multipliedReportingOverflow(by: 4)
            let most = [Self.ownMemory + workspace.keptBytes, options.limits.maxMemory, overflows ? .max : copies]
                .reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
            Confinement.limitMemory(most)
        }
    }

    /// Plans a picture, and edits it if the parent says so. Returns what the parent says otherwise.
    private func edit(_ file: [UInt8], _ options: EditOptions) throws(EditError) -> WorkerMessage? {
        let info = try probe(file.span, options)
        let plan = try EditPlan(info, options)
        guard (try? channel.send(.planned)) != nil, let next = receive() else { return nil }
        guard case .go = next else { return next }
        let edit = try workspace.edit(file.span, info, plan, options)
        try? channel.send(.edited(edit))
        return nil
    }
}
