/// One of several equal parts of a batch, each for a machine of its own.
///
/// Which part an input belongs to depends on its name below the output alone: its path below the folder that was given, or
/// its bare name. Not on the folder's own place, the order of the inputs, the other inputs or the machine. Source of the
/// method: FNV-1a of 64 bits over these bytes, mixed by the last steps of MurmurHash3, modulo the number of parts. FNV alone
/// would not do: its last bit is that of the sum of the bytes, and names are often numbers.
public struct Shard: Sendable, Hashable {
    /// Which part it is, from 1.
    public let index: Int
    /// How many there are.
    public let count: Int

    /// The part `index` of `count`; nil where there is none.
    public init?(_ index: Int, of count: Int) {
        guard count >= 1, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether an input is of this part. Cost: proportional to the bytes of the name.
    func contains(_ file: InputFile) -> Bool {
        contains(file.relativeFolder.appending(file.path.lastComponent))
    }

    /// Whether an input of this name is of this part: its path below the folder that was given, or its bare name.
    public func contains(_ name: BytePath) -> Bool {
        Self.hash(name.bytes) % UInt64(count) == UInt64(index - 1)
    }

    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for factor in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] as [UInt64] {
            hash = (hash ^ (hash >> 33)) &* factor
        }
        return hash ^ (hash >> 33)
    }
}

extension Shard: CustomStringConvertible {
    /// As `I/N`.
    public var description: String { "\(index)/\(count)" }
}
