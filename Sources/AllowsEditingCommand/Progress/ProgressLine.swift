import AllowsEditing

/// What is shown of a running batch: one line with a bar for a terminal, or one without it.
struct ProgressLine {
    let snapshot: BatchProgress.Snapshot
    /// Pictures a second and seconds left, where enough is known to tell.
    let pace: ProgressPace.Estimate?

    /// Fitted to a terminal.
    ///
    /// - Parameter columns: of the terminal; the last one stays free, as some would begin a new line after it.
    func bar(columns: Int, hasColor: Bool) -> String {
        let columns = columns - 1
        guard let inputs = snapshot.inputs, inputs > 0 else {
            return TerminalText.shortened("looking for pictures", to: columns)
        }
        let failed = snapshot.failed > 0 ? " · \(snapshot.failed) failed" : ""
        let facts = " \(snapshot.finished)/\(inputs)" + paceText
        let needed = TerminalText.width(facts + failed)
        guard needed <= columns else { return TerminalText.shortened("\(snapshot.finished)/\(inputs)", to: columns) }
        let width = min(24, max(0, (columns - needed) / 3 - 2))
        let bar = width < 4 ? "" : Self.bar(part: part, width: width)
        var line = (hasColor ? Self.green(bar) : bar) + facts
        line += hasColor && !failed.isEmpty ? Self.red(failed) : failed
        let left = columns - needed - bar.count - 3
        guard let current = snapshot.current, left >= 8, !isIdle else { return line }
        return line + " · " + TerminalText.shortened(TerminalText.harmless(current.description), to: left)
    }

    /// For a log.
    var sentence: String {
        guard let inputs = snapshot.inputs else { return "looking for pictures" }
        let failed = snapshot.failed > 0 ? ", \(snapshot.failed) failed" : ""
        return "\(snapshot.finished) of \(inputs) pictures\(failed)" + paceText
    }

    /// Whether all that has come is done, as in a watch.
    private var isIdle: Bool { snapshot.finished >= snapshot.inputs ?? .max }

    private var paceText: String {
        guard let pace, !isIdle else { return "" }
        return " · \(decimal(pace.picturesPerSecond, places: 1))/s · \(Self.clock(pace.secondsLeft)) left"
    }

    /// How much of the work is done, 0…1. Large pictures count for more than small ones.
    private var part: Double { min(1, Double(snapshot.finishedWork) / Double(max(1, snapshot.work))) }

    /// For example `[=====>    ]`. ASCII, since not every terminal has more.
    private static func bar(part: Double, width: Int) -> String {
        let done = min(width, Int(part * Double(width)))
        let head = done < width ? ">" : ""
        return "[" + String(repeating: "=", count: done) + head
            + String(repeating: " ", count: max(0, width - done - 1)) + "]"
    }

    /// `0:07`, `12:34` or `1:02:03`.
    static func clock(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 359_999).rounded(.up))
        let padded = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":" + padded(seconds % 60)
    }

    private static func green(_ text: String) -> String { "\u{1B}[32m\(text)\u{1B}[0m" }
    private static func red(_ text: String) -> String { "\u{1B}[31m\(text)\u{1B}[0m" }
}
