/// A picture that a budget of memory has let in, and its bytes.
struct AdmittedPicture: ~Copyable {
    let source: PictureSource
    /// The whole file.
    private(set) var bytes: [UInt8]
    private let budget: MemoryBudget
    private let limit: Int
    /// Never nil but while it is exchanged.
    private var reservation: MemoryBudget.Reservation?

    /// Waits for room for the file, and reads it.
    ///
    /// - Throws: `limitExceeded` where the file alone is larger than the whole budget, and what reading throws.
    init(_ source: consuming PictureSource, _ budget: MemoryBudget, limit: Int) throws(EditError) {
        try FolderBatch.check(source.size, fits: limit)
        let reservation = budget.reserve(source.readingBytes)
        bytes = try source.bytes()
        self.reservation = consume reservation
        self.budget = budget
        self.limit = limit
        self.source = source
    }

    /// Waits for room for what is done with the picture. Its bytes are let go and read again where it takes a while.
    ///
    /// - Throws: `limitExceeded` where the budget has never so much, `outOfMemory` where the system has not, and what reading throws.
    mutating func makeRoom(for memory: Int) throws(EditError) {
        try FolderBatch.check(source.size + memory, fits: limit)
        if reservation?.grow(by: memory) != true {
            // To wait with the file in memory could be to wait for ever.
            bytes = []
            reservation = nil
            reservation = budget.reserve(source.readingBytes + memory)
            bytes = try source.bytes()
        }
        guard Machine.hasRoom(for: memory) else {
            throw .image(.outOfMemory("the picture needs up to \(memory) bytes while it is edited"))
        }
    }
}
