import Dispatch
import Synchronization

/// Admits pictures by the bytes they take.
///
/// A picture that alone exceeds the budget would be admitted when nothing else is in flight; `FolderBatch` refuses it before.
/// Nobody may wait while holding a reservation, so nobody waits for ever; `Reservation.grow` therefore never waits.
final class MemoryBudget: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var used = 0
        var admitted = 0
        var waiting: [(bytes: Int, signal: DispatchSemaphore)] = []

        func fits(_ bytes: Int, _ limit: Int) -> Bool { admitted == 0 || bytes <= limit - used }

        mutating func admit(_ bytes: Int) {
            used += bytes
            admitted += 1
        }
    }

    init(limit: Int) { self.limit = limit }

    /// Bytes of the budget that one picture holds, given back when it goes out of scope.
    struct Reservation: ~Copyable {
        private let budget: MemoryBudget
        private var bytes: Int

        fileprivate init(_ budget: MemoryBudget, _ bytes: Int) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit { budget.release(bytes) }

        /// Takes more where there is room now, or where nobody else is in flight.
        mutating func grow(by more: Int) -> Bool {
            let granted = budget.grow(by: more)
            if granted { bytes += more }
            return granted
        }
    }

    /// Waits until there is room. First come, first served: a large picture is not overtaken for ever by small ones.
    func reserve(_ bytes: Int) -> Reservation {
        let signal: DispatchSemaphore? = state.withLock { state in
            if state.waiting.isEmpty, state.fits(bytes, limit) {
                state.admit(bytes)
                return nil
            }
            let signal = DispatchSemaphore(value: 0)
            state.waiting.append((bytes, signal))
            return signal
        }
        signal?.wait()
        return Reservation(self, bytes)
    }

    /// Sets bytes aside for as long as the budget lives. They keep nobody out who is alone.
    func setAside(_ bytes: Int) { state.withLock { $0.used += bytes } }

    private func grow(by more: Int) -> Bool {
        state.withLock { state in
            guard state.admitted == 1 || more <= limit - state.used else { return false }
            state.used += more
            return true
        }
    }

    private func release(_ bytes: Int) {
        let signals: [DispatchSemaphore] = state.withLock { state in
            state.used -= bytes
            state.admitted -= 1
            var signals: [DispatchSemaphore] = []
            while let next = state.waiting.first, state.fits(next.bytes, limit) {
                state.waiting.removeFirst()
                state.admit(next.bytes)
                signals.append(next.signal)
            }
            return signals
        }
        for signal in signals { signal.signal() }
    }
}
