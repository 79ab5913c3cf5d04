import Synchronization

@testable import AllowsEditing

/// Keeps the records of a batch.
final class RecordCollector: Sendable {
    private let list = Mutex<[BatchRecord]>([])
    func add(_ record: BatchRecord) { list.withLock { $0.append(record) } }
    var all: [BatchRecord] { list.withLock { $0 } }
}
