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
        workspace = Workspace(usesThreads: batch.workers > 1, keptBytes: batch.keptBytes)
    }

    /// Serves until standard input ends.
    public func run() {
        // Interrupting a batch is the parent's business.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        Confinement.confine()
        var next = try? channel.receive()
        while case .file(let file)? = next {
            next = nil
            // The file is there twice while it is taken from its message, and so may be the edited image.
            Confinement.limitMemory(Self.ownMemory + options.limits.maxMemory + 3 * file.count)
            do throws(EditError) {
                // The parent may go on to another picture instead.
                next = try edit(file)
            } catch {
                guard (try? channel.send(.failed(kind: error.kind, description: error.description))) != nil else {
                    return
                }
            }
            next = next ?? (try? channel.receive())
        }
    }

    /// Plans a picture, and edits it if the parent says so. Returns what the parent says otherwise.
    private func edit(_ file: [UInt8]) throws(EditError) -> WorkerMessage? {
        let info = try probe(file.span, options)
        let plan = try EditPlan(info, options)
        guard (try? channel.send(.planned)) != nil, let next = try? channel.receive() else { return nil }
        guard case .go = next else { return next }
        let edit = try workspace.edit(file.span, info, plan, options)
        try? channel.send(.edited(edit))
        return nil
    }
}
