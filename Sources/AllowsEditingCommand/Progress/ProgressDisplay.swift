import AllowsEditing
import Dispatch
import Synchronization

/// Shows on standard error how far a batch is, and keeps out of the way of everything else that is printed.
final class ProgressDisplay: Sendable {
    /// How progress is shown.
    enum Style: Equatable {
        /// One line that is written over and over, this often.
        case bar(hasColor: Bool, milliseconds: Int)
        /// A new line, this often.
        case lines(milliseconds: Int)
    }

    /// What the display needs of a terminal, for tests.
    struct Terminal: Sendable {
        /// Columns, asked for each time: windows are made larger and smaller.
        var columns: @Sendable () -> Int = { StandardStream.error.columns ?? 80 }
        var write: @Sendable (String) -> Void = { StandardStream.error.write($0) }
    }

    private struct State {
        var pace = ProgressPace()
        /// The bar that stands on the terminal; empty for none.
        var shown = ""
        var isOver = false
    }

    private let progress: BatchProgress
    private let style: Style?
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private let queue = DispatchQueue(label: "AllowsEditing.progress")
    private let state = Mutex(State())

    /// Begins to show the progress; nothing, where `style` is nil.
    init(_ progress: BatchProgress, _ style: Style?, terminal: Terminal = Terminal()) {
        self.progress = progress
        self.style = style
        self.terminal = terminal
        switch style {
        // What is through within a moment needs no bar.
        case .bar(_, let milliseconds)?: schedule(in: 3 * milliseconds, every: milliseconds)
        case .lines(let milliseconds)?: schedule(in: milliseconds, every: milliseconds)
        case nil: break
        }
    }

    private func schedule(in delay: Int, every milliseconds: Int) {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self, show() else { return }
            schedule(in: milliseconds, every: milliseconds)
        }
    }

    /// Lets something be printed where no bar stands.
    func aside(_ print: () -> Void) {
        state.withLock { state in
            erase(&state)
            print()
        }
    }

    /// Takes the bar away for good.
    func end() {
        state.withLock { state in
            erase(&state)
            state.isOver = true
        }
    }

    /// - Returns: false once there is nothing more to show.
    private func show() -> Bool {
        let snapshot = progress.snapshot
        return state.withLock { state in
            guard !state.isOver, let style else { return false }
            let line = ProgressLine(snapshot: snapshot, pace: state.pace.estimate(snapshot, at: seconds))
            switch style {
            case .lines: terminal.write("allows-editing: \(line.sentence)\n")
            case .bar(let hasColor, _):
                let bar = line.bar(columns: terminal.columns(), hasColor: hasColor)
                guard bar != state.shown else { return true }
                // Written over the one before, and what is left of that taken away: nothing flickers.
                terminal.write("\r" + bar + Self.eraseToEnd)
                state.shown = bar
            }
            return true
        }
    }

    private func erase(_ state: inout State) {
        guard !state.shown.isEmpty else { return }
        terminal.write("\r" + Self.eraseToEnd)
        state.shown = ""
    }

    private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    private static let eraseToEnd = "\u{1B}[K"
}

extension ProgressDisplay.Style {
    /// The style that the command line and the surroundings ask for; nil for silence.
    ///
    /// - Parameters:
    ///   - terminal: the value of `TERM`.
    ///   - noColor: the value of `NO_COLOR`; color is left out where there is any (no-color.org).
    init?(
        _ mode: ProgressMode, isTerminal: Bool = StandardStream.error.isTerminal,
        terminal: String? = environmentVariable("TERM"), noColor: String? = environmentVariable("NO_COLOR")
    ) {
        let canErase = isTerminal && terminal != nil && terminal != "" && terminal != "dumb"
        switch mode {
        case .off: return nil
        case .auto where !isTerminal: return nil
        case .auto, .on:
            self =
                canErase
                ? .bar(hasColor: (noColor ?? "").isEmpty, milliseconds: 100) : .lines(milliseconds: 10_000)
        }
    }
}
