extension [UInt8] {
    /// A copy of the input that libFuzzer hands over: reading beyond its end is then an error to the address sanitizer.
    ///
    /// - Safety: `count` bytes must be readable at `start`.
    @unsafe
    public init(input start: UnsafePointer<UInt8>?, count: Int) {
        self = unsafe [UInt8](UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// What a fuzzer tells libFuzzer of an input.
public enum Verdict {
    /// The input is kept if it reached something new.
    public static let taken: Int32 = 0
    /// The input is of no interest to this fuzzer and is never kept.
    public static let rejected: Int32 = -1
}
