/// The inner loops of one instruction set. One row or one pair of rows per call, integers only.
///
/// A new instruction set is a new file with such a table and one line in `InstructionSet`.
@safe struct Kernels: Sendable {
    /// Two output rows out of 8-bit source rows.
    ///
    /// For each column: `out0 = (Σ row × weight0 + half) >> shift`, the same for `out1`, saturated to 16 bits. `weights`
    /// holds for each pair of rows two words: the weights of the pair for `out0`, then for `out1`, each word the weight of
    /// the even row below that of the odd row. `out0` has no weights from pair `both.upperBound` on, `out1` none before
    /// `both.lowerBound`: these products are left out.
    ///
    /// Safety: `2 * pairs` row pointers with `columns` readable bytes each; `2 * pairs` words of weights; `columns`
    /// writable elements at both outputs, which overlap nothing.
    typealias VerticalBytes =
        @Sendable (
            _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ pairs: Int, _ both: Range<Int>,
            _ weights: UnsafePointer<Int32>, _ shift: Int32, _ columns: Int,
            _ out0: UnsafeMutablePointer<Int16>, _ out1: UnsafeMutablePointer<Int16>
        ) -> Void

    /// One output row out of 16-bit source rows; else as `VerticalBytes`, with one word of weights for each pair of rows.
    ///
    /// Safety: `2 * pairs` row pointers with `columns` readable elements each; `pairs` words of weights; `columns` writable
    /// elements at the output, which overlaps nothing.
    typealias VerticalWords =
        @Sendable (
            _ rows: UnsafePointer<UnsafePointer<Int16>>, _ pairs: Int, _ weights: UnsafePointer<Int32>, _ shift: Int32,
            _ columns: Int, _ out: UnsafeMutablePointer<Int16>
        ) -> Void

    /// Straight RGBA to premultiplied samples with 6 fraction bits: `round(c × a × 64 / 255)`, and `a × 64`.
    ///
    /// Safety: `4 * columns` bytes readable at `row`, as many elements writable at `out`.
    typealias Premultiply =
        @Sendable (_ row: UnsafePointer<UInt8>, _ columns: Int, _ out: UnsafeMutablePointer<Int16>) -> Void

    /// Interleaved samples into one plane for each channel, plane `c` at `planes + c * planeStride`.
    ///
    /// Safety: `columns * channels` readable elements at `row`; `columns` writable elements at each plane.
    typealias Deinterleave =
        @Sendable (
            _ row: UnsafePointer<Int16>, _ columns: Int, _ channels: Int, _ planes: UnsafeMutablePointer<Int16>,
            _ planeStride: Int
        ) -> Void

    /// The sums of one plane's row: `sums[i] = Σ plane[firsts[i] + k] × weights[i × stride + k]` over `k < stride`.
    ///
    /// Safety: `firsts[i] + stride` readable elements at `plane` for every i < `count`; `count * stride` weights, `stride` a
    /// multiple of 8; `count` readable elements at `firsts` and writable ones at `sums`.
    typealias Horizontal =
        @Sendable (
            _ plane: UnsafePointer<Int16>, _ firsts: UnsafePointer<Int32>, _ weights: UnsafePointer<Int16>,
            _ stride: Int,
            _ count: Int, _ sums: UnsafeMutablePointer<Int32>
        ) -> Void

    var verticalBytes: VerticalBytes
    var verticalWords: VerticalWords
    var premultiply: Premultiply = unsafe premultiplyRGBA
    var deinterleave: Deinterleave
    var horizontal: Horizontal
}

/// The weights of an even and an odd row in one word, as `pmaddwd` takes them.
@inline(__always)
func packedPair(_ even: Int16, _ odd: Int16) -> Int32 {
    Int32(truncatingIfNeeded: UInt32(UInt16(bitPattern: even)) | UInt32(UInt16(bitPattern: odd)) << 16)
}
