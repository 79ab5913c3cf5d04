/// Milliseconds that a call takes.
func milliseconds<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start).milliseconds
}

/// Milliseconds of each of several calls, after one that does not count. A slow one is called less often.
func repeated<E: Error>(_ runs: Int, _ body: () throws(E) -> Void) throws(E) -> [Double] {
    let first = try milliseconds(body)
    let count = first > 500 ? min(runs, 2) : first > 100 ? min(runs, 3) : runs
    var values: [Double] = []
    for _ in 0..<count { values.append(try milliseconds(body)) }
    return values
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

extension [Double] {
    /// The value in the middle; of an even count the mean of the two.
    var median: Double {
        guard !isEmpty else { return .nan }
        let ordered = sorted()
        return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
    }

    var sum: Double { reduce(0, +) }
}
