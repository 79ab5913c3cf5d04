import Synchronization
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// What is shown of a running batch.
@Suite("Progress")
struct ProgressTests {
    private func snapshot(_ finished: Int, of inputs: Int?, current: BytePath? = nil, failed: Int = 0)
        -> BatchProgress.Snapshot
    {
        var snapshot = BatchProgress.Snapshot()
        (snapshot.inputs, snapshot.finished, snapshot.failed, snapshot.current) = (inputs, finished, failed, current)
        (snapshot.work, snapshot.finishedWork) = (1000 * (inputs ?? 0), 1000 * finished)
        return snapshot
    }

    private func line(_ snapshot: BatchProgress.Snapshot) -> ProgressLine {
        ProgressLine(snapshot: snapshot, pace: .init(picturesPerSecond: 45.62, secondsLeft: 195))
    }

    @Test("the bar tells count, failures, rate, time left and the file that is worked on")
    func everything() {
        let line = line(snapshot(500, of: 1000, current: "photos/trip/IMG_1.JPG", failed: 2))
        #expect(
            line.bar(columns: 120, hasColor: false)
                == "[============>           ] 500/1000 · 45.6/s · 3:15 left · 2 failed · photos/trip/IMG_1.JPG")
        #expect(line.sentence == "500 of 1000 pictures, 2 failed · 45.6/s · 3:15 left")
        #expect(line.bar(columns: 120, hasColor: true).contains("\u{1B}[31m · 2 failed\u{1B}[0m"))
    }

    @Test("the bar fits every width, whatever the file is called")
    func fits() {
        let names: [BytePath] = [
            "a.jpg", BytePath(String(repeating: "long/", count: 60) + "IMG_1.JPG"), "写真/旅行/とても長い名前の写真.jpg",
            "e\u{301}\u{1F600}\u{1F469}\u{200D}\u{1F680}.jpg", "evil\u{1B}[2J\r\n\u{202E}gpj.\u{7F}\u{9B}31m",
            BytePath(bytes: [0x63, 0xE9, 0xFF, 0x2E]), "",
        ]
        for name in names {
            for columns in 1...130 {
                let bar = line(snapshot(7, of: 20_000, current: name, failed: columns % 2)).bar(
                    columns: columns, hasColor: false)
                #expect(TerminalText.width(bar) < columns, "\(columns) columns")
                #expect(
                    bar.unicodeScalars.allSatisfy {
                        $0.value >= 32 && $0 != "\u{7F}" && $0 != "\u{202E}" && $0 != "\u{9B}"
                    })
            }
        }
    }

    @Test("before the inputs are found there is no count, and without any nothing is divided by it")
    func unknown() {
        for inputs in [nil, 0] {
            let line = ProgressLine(snapshot: snapshot(0, of: inputs), pace: nil)
            #expect(line.bar(columns: 80, hasColor: true) == "looking for pictures")
        }
        #expect(ProgressLine(snapshot: snapshot(0, of: nil), pace: nil).sentence == "looking for pictures")
    }

    @Test("time is told in seconds, minutes and hours, rounded up")
    func clock() {
        #expect(
            [0, 0.2, 59.5, 61, 3600, 86_399, 1e12].map(ProgressLine.clock) == [
                "0:00", "0:01", "1:00", "1:01", "1:00:00", "23:59:59", "99:59:59",
            ])
    }

    @Test("the pace is that of the last half minute, and the time left goes by bytes")
    func pace() {
        var pace = ProgressPace()
        #expect(pace.estimate(snapshot(0, of: 100), at: 0) == nil)
        #expect(pace.estimate(snapshot(20, of: 100), at: 2) == .init(picturesPerSecond: 10, secondsLeft: 8))
        // Twenty at once, then one a second: soon the twenty do not count any more.
        for second in 3...60 { _ = pace.estimate(snapshot(18 + second, of: 100), at: Double(second)) }
        #expect(pace.estimate(snapshot(79, of: 100), at: 61) == .init(picturesPerSecond: 1, secondsLeft: 21))
        var large = snapshot(10, of: 20)
        (large.work, large.finishedWork) = (10_000, 1000)
        var other = ProgressPace()
        _ = other.estimate(snapshot(0, of: 20), at: 0)
        #expect(other.estimate(large, at: 1) == .init(picturesPerSecond: 10, secondsLeft: 9))
    }

    @Test("where all that came is done, no time passes and no file is worked on")
    func idle() {
        let line = line(snapshot(3, of: 3, current: "in/a.jpg", failed: 1))
        #expect(line.bar(columns: 60, hasColor: false) == "[============] 3/3 · 1 failed")
        #expect(line.sentence == "3 of 3 pictures, 1 failed")
        // A watch that waited for an hour tells the pace of what comes then.
        var pace = ProgressPace()
        _ = pace.estimate(snapshot(0, of: 10), at: 0)
        #expect(pace.estimate(snapshot(10, of: 10), at: 5) == nil)
        _ = pace.estimate(snapshot(10, of: 30), at: 3600)
        #expect(pace.estimate(snapshot(20, of: 30), at: 3601) == .init(picturesPerSecond: 10, secondsLeft: 1))
    }

    @Test("a bar on a terminal that can erase, lines or silence elsewhere")
    func styles() {
        func style(_ mode: ProgressMode, _ isTerminal: Bool, _ terminal: String?, _ noColor: String? = nil)
            -> ProgressDisplay.Style?
        {
            ProgressDisplay.Style(mode, isTerminal: isTerminal, terminal: terminal, noColor: noColor)
        }
        #expect(style(.auto, true, "xterm") == .bar(hasColor: true, milliseconds: 100))
        #expect(style(.on, true, "xterm", "1") == .bar(hasColor: false, milliseconds: 100))
        #expect(style(.on, true, "xterm", "") == .bar(hasColor: true, milliseconds: 100))
        #expect(style(.auto, true, "dumb") == .lines(milliseconds: 10_000))
        #expect(style(.auto, true, nil) == .lines(milliseconds: 10_000))
        #expect(style(.auto, false, "xterm") == nil)
        #expect(style(.on, false, "xterm") == .lines(milliseconds: 10_000))
        #expect(style(.off, true, "xterm") == nil)
    }

    /// A terminal that keeps what is written to it.
    private final class Screen: Sendable {
        let writes = Mutex<[String]>([])
        var terminal: ProgressDisplay.Terminal {
            .init(columns: { 80 }, write: { [self] text in writes.withLock { $0.append(text) } })
        }
        /// Waits for something to be written, a second at most.
        func wait() async throws {
            for _ in 0..<1000 where writes.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private static func inputs(_ count: Int) -> [PlannedInput] {
        (0..<count).map { index in
            PlannedInput(
                file: InputFile(path: BytePath("\(index).jpg"), relativeFolder: ""), names: .failure(.cancelled),
                byteCount: 10)
        }
    }

    @Test("the bar is taken away before anything else is printed, and for good at the end")
    func aside() async throws {
        let (progress, screen) = (BatchProgress(), Screen())
        progress.expect(Self.inputs(3))
        let display = ProgressDisplay(progress, .bar(hasColor: false, milliseconds: 1), terminal: screen.terminal)
        try await screen.wait()
        display.aside { screen.terminal.write("a line\n") }
        display.end()
        let writes = screen.writes.withLock { $0 }
        let line = try #require(writes.firstIndex(of: "a line\n"))
        #expect(line > 0 && writes[line - 1] == "\r\u{1B}[K")
        #expect(writes[0] == "\r[>                      ] 0/3\u{1B}[K")
        #expect(writes.last == "\r\u{1B}[K" || writes.last == "a line\n")
        try await Task.sleep(for: .milliseconds(20))
        #expect(screen.writes.withLock { $0.count } == writes.count)
    }

    @Test("what has not changed is not written again")
    func unchanged() async throws {
        let (progress, screen) = (BatchProgress(), Screen())
        progress.expect(Self.inputs(3))
        let display = ProgressDisplay(progress, .bar(hasColor: false, milliseconds: 1), terminal: screen.terminal)
        try await screen.wait()
        try await Task.sleep(for: .milliseconds(50))
        #expect(screen.writes.withLock { $0.count } == 1)
        display.end()
    }

    @Test("a log gets lines, and nothing that moves a cursor")
    func lines() async throws {
        let (progress, screen) = (BatchProgress(), Screen())
        progress.expect(Self.inputs(3))
        let display = ProgressDisplay(progress, .lines(milliseconds: 1), terminal: screen.terminal)
        try await screen.wait()
        display.aside {}
        display.end()
        #expect(screen.writes.withLock { $0.allSatisfy { $0 == "allows-editing: 0 of 3 pictures\n" } })
    }
}
