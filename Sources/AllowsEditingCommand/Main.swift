import AllowsEditing

/// The command `allows-editing`.
@main
struct Main {
    static func main() async {
        openStandardStreams()
        ignoreWritingSignals()
        let arguments = RawArguments.all.dropFirst()
        let code: Int32
        do {
            code = try await run(Invocation(arguments: Array(arguments)))
        } catch {
            complain(error.message)
            code = ExitCode.usage
        }
        terminate(code)
    }

    private static func run(_ invocation: Invocation) async throws(UsageError) -> Int32 {
        switch invocation.task {
        case .help: return StandardOutput.print(try Help.text(on: invocation.inputs.first))
        case .version: return StandardOutput.print(Help.version)
        case .completions: return StandardOutput.print(try Shell(invocation.inputs).script)
        case .manual: return StandardOutput.print(Manual.page)
        case .selfTest:
            let test = SelfTest()
            let code = StandardOutput.print("\(Help.version)\(test)\n")
            return test.passed ? code : ExitCode.someFailed
        case .inspect: return try InspectCommand(invocation).run()
        case .worker:
            WorkerService(try invocation.batch()).run()
            return ExitCode.done
        case .batch:
            var batch = try invocation.batch()
            try invocation.checkStreams()
            do { batch.boxes = try invocation.boxes.map(CropBoxes.init(contentsOf:)) } catch {
                throw UsageError("--boxes: \(error)")
            }
            if invocation.isIsolated { batch.isolation = .thisProgram }
            do { batch.inputs += try invocation.listedInputs() } catch {
                complain("--files-from: \(error)")
                return ExitCode.nothingDone
            }
            invocation.announceWatch()
            return await BatchCommand(invocation, batch: batch).run()
        }
    }
}

extension WorkerCommand {
    /// This program again, as a worker with the same options.
    fileprivate static var thisProgram: WorkerCommand {
        let arguments = RawArguments.all
        return WorkerCommand(
            path: "/proc/self/exe",
            arguments: Array(arguments.prefix(1)) + [[UInt8]("--isolated-worker".utf8)] + arguments.dropFirst())
    }
}

/// One line on standard error.
func complain(_ message: String) { StandardStream.error.write("allows-editing: \(message)\n") }
