import Synchronization

/// The names of files that are not complete yet: `.allows-editing-RUN-NUMBER.tmp`, short, so that one fits wherever the final name
/// does, and hidden.
enum TemporaryName {
    private static let counter = Atomic<Int>(0)

    /// What a run is called. The number of its process would not do: containers that share a folder often have the same.
    static func newRun() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// A name that nothing has.
    static func next(of run: String) -> BytePath {
        BytePath(prefix(run) + "\(counter.wrappingAdd(1, ordering: .relaxed).newValue)" + ending)
    }

    /// Whether a run made a file of this name.
    static func isName(_ name: BytePath, of run: String) -> Bool {
        let (start, end) = ([UInt8](prefix(run).utf8), [UInt8](ending.utf8))
        guard name.bytes.starts(with: start), name.bytes.suffix(end.count) == end[...] else { return false }
        let number = name.bytes.dropFirst(start.count).dropLast(end.count)
        return !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func prefix(_ run: String) -> String { ".allows-editing-\(run)-" }
    private static let ending = ".tmp"
}

extension BytePath {
    /// A name of its own in this folder: short, so that it fits wherever a final name does, and hidden.
    func temporaryName() -> BytePath {
        appending(TemporaryName.next(of: run))
    }
}

/// Of this process alone, for files that belong to no run.
private let run = TemporaryName.newRun()
