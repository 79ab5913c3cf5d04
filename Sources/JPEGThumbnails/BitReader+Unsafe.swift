/// The next bits of a window, the first one highest.
///
/// A refill is one load and no branch: `position` is the byte behind those that are counted, but the bits below `count` are filled
/// too, with what the next refill brings again.
struct BitReader {
    private(set) var bits: UInt64 = 0
    /// Bits that are there.
    private(set) var count = 0
    /// The byte of the window behind them.
    private(set) var position = 0

    /// Brings `count` to 56 or more.
    ///
    /// Safety: 8 bytes readable at `position`. An MCU begins at or before the window's `limit`, and what it uses up at most lies, with
    /// what is read ahead, in the window's slack.
    @inline(__always)
    mutating func refill(_ window: Span<UInt8>) {
        let word = unsafe window.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
        bits |= word.bigEndian &>> UInt64(truncatingIfNeeded: count)
        position &+= (63 &- count) &>> 3
        count |= 56
    }

    /// Drops as many bits as the lowest six bits of `entry` say; that many must be there.
    ///
    /// A shift looks at six bits only: what an entry holds above them costs nothing.
    @inline(__always)
    mutating func use(_ entry: Int) {
        bits &<<= UInt64(truncatingIfNeeded: entry)
        count &-= entry & 63
    }

    /// The next bits as an index.
    @inline(__always)
    func peek(_ count: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(64 - count)) }

    /// The number that `size` bits behind the next `length` bits stand for (ITU T.81, F.2.2.1).
    @inline(__always)
    func value(after length: Int, size: Int) -> Int32 {
        let word = bits &<< UInt64(truncatingIfNeeded: length)
        let extra = Int32(truncatingIfNeeded: (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- size))
        // All ones where the first bit is 1, and the number is positive.
        let sign = Int32(truncatingIfNeeded: Int64(bitPattern: word) &>> 63)
        return extra &+ (~sign & (1 &- (1 &<< Int32(truncatingIfNeeded: size))))
    }

    /// The bits of the window that are used up.
    var usedBits: Int { 8 * position - count }

    /// The first byte of the window that is still needed.
    var firstByte: Int { position - count / 8 }

    /// Follows a window whose bytes before `dropped` are gone.
    mutating func drop(_ dropped: Int) { position -= dropped }
}
