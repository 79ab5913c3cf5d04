import AllowsEditing

/// How fast a batch has been lately. The last half minute counts: what was skipped at the start says nothing of the pictures that
/// follow.
struct ProgressPace {
    /// What is to be expected.
    struct Estimate: Equatable {
        let picturesPerSecond: Double
        let secondsLeft: Double
    }

    private struct Moment {
        let seconds: Double
        let finished: Int
        let work: Int
    }

    private static let window = 30.0
    private var moments: [Moment] = []

    /// Notes what has been done by this second, counted from any start; nil until there is something to go by.
    mutating func estimate(_ snapshot: BatchProgress.Snapshot, at seconds: Double) -> Estimate? {
        guard let inputs = snapshot.inputs else { return nil }
        if snapshot.finished >= inputs {
            // The time until something new comes is nobody's.
            moments = []
            return nil
        }
        let now = Moment(seconds: seconds, finished: snapshot.finished, work: snapshot.finishedWork)
        // One a second is enough; the first two are kept until there are older ones than the window needs.
        if moments.isEmpty || seconds - moments[moments.count - 1].seconds >= 1 { moments.append(now) }
        while moments.count > 1, seconds - moments[1].seconds >= Self.window { moments.removeFirst() }
        let time = seconds - moments[0].seconds
        let (finished, work) = (now.finished - moments[0].finished, now.work - moments[0].work)
        guard time > 0, finished > 0, work > 0 else { return nil }
        return Estimate(
            picturesPerSecond: Double(finished) / time,
            secondsLeft: Double(max(0, snapshot.work - now.work)) * time / Double(work))
    }
}
