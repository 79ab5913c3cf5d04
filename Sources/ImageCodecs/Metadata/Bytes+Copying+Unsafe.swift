extension [UInt8] {
    /// A copy of the bytes.
    init(copying bytes: Span<UInt8>) {
        self = []
        append(copying: bytes)
    }

    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
