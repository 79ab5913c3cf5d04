import AllowsEditing
import Synchronization

/// What was asked for, on standard output. After a failure nothing more is written there; the failure is kept.
final class StandardOutput: Sendable {
    private let hasFailed = Atomic<Bool>(false)

    /// Writes text, unless an earlier text could not be written.
    func write(_ text: String) {
        guard failure == nil, !StandardStream.output.write(text) else { return }
        hasFailed.store(true, ordering: .relaxed)
    }

    /// Why not everything was written, for a person; nil where it was.
    var failure: String? { hasFailed.load(ordering: .relaxed) ? "standard output could not be written" : nil }

    /// Prints one text, the whole of what a command has to say.
    ///
    /// - Returns: the exit code; where not all could be written, that is told.
    static func print(_ text: String) -> Int32 {
        let output = StandardOutput()
        output.write(text)
        guard let failure = output.failure else { return ExitCode.done }
        complain(failure)
        return ExitCode.someFailed
    }
}
