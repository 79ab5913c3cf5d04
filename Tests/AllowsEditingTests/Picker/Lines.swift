import Synchronization

/// What was noted on the way, by whomever, in its order.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var count: Int { lines.withLock { $0.count } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
