import Dispatch

extension DispatchQueue {
    /// Does something that may wait on this queue, and gives its result to the task.
    func result<Value: Sendable, Failure: Error>(_ body: @escaping @Sendable () throws(Failure) -> Value) async
        -> Result<Value, Failure>
    {
        await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result { () throws(Failure) in try body() }) }
        }
    }
}
