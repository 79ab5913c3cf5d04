/// One block of an MCU: how it is read, and where its values go.
struct BlockPlace {
    var component: Int
    var tables: Tables.Use
    /// Where the values of this block of the first MCU of a row go.
    var offset: Int
    /// From MCU to MCU.
    var step: Int
    /// From row to row of MCUs.
    var rowStep: Int
    /// Whether four values are wanted instead of one.
    var isCorner: Bool
}

/// The decoder of blocks between two calls.
struct BlockState {
    var reader = BitReader()
    /// The DC value of the last block of each component.
    var predictions: InlineArray<3, Int32> = [0, 0, 0]
    /// Bits set by values that are no 16-bit numbers: no encoder writes them.
    var excess: UInt32 = 0
    /// Whether a code was none.
    var isDamaged = false

    /// Notes whether `value` has more than 16 bits.
    @inline(__always)
    mutating func check(_ value: Int32) {
        excess |= UInt32(bitPattern: value &+ 0x8000) & 0xffff_0000
    }
}
