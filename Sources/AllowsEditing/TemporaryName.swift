import Synchronization

extension BytePath {
    /// A name of its own in this folder: short, so that it fits wherever a final name does, and hidden.
    func temporaryName() -> BytePath {
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        return appending(BytePath(".allows-editing-\(run)-\(number).tmp"))
    }
}

/// Of this process alone. Its number would not do: containers that share a folder often have the same.
private let run = String(UInt64.random(in: .min ... .max), radix: 36)

private let counter = Atomic<Int>(0)
