/// Scratch memory that only grows, aligned to 64 bytes. Growing loses the contents.
@safe struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<Element>

    init() { unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0) }

    deinit { unsafe memory.baseAddress.map { unsafe UnsafeMutableRawPointer($0).deallocate() } }

    /// The first element. Valid until the next call of `reserve`.
    var base: UnsafeMutablePointer<Element> {
        guard let base = unsafe memory.baseAddress else { preconditionFailure("no memory was reserved") }
        return unsafe base
    }

    /// Makes room for `count` elements. Memory that is new is zero.
    mutating func reserve(_ count: Int) {
        guard unsafe count > memory.count else { return }
        unsafe memory.baseAddress.map { unsafe UnsafeMutableRawPointer($0).deallocate() }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        precondition(!overflow, "the rows are too large for this machine's memory")
        let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        unsafe raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        unsafe memory = UnsafeMutableBufferPointer(
            start: raw.bindMemory(to: Element.self, capacity: count), count: count)
    }
}
