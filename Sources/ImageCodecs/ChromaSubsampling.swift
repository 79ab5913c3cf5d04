/// The resolution of chroma against luma, in the usual notation.
public enum ChromaSubsampling: String, Sendable, CaseIterable {
    /// Chroma at full resolution.
    case yuv444 = "4:4:4"
    /// Half the columns.
    case yuv422 = "4:2:2"
    /// Half the columns and half the rows.
    case yuv420 = "4:2:0"
    /// Half the rows.
    case yuv440 = "4:4:0"
    /// A quarter of the columns.
    case yuv411 = "4:1:1"
    /// A quarter of the columns and half the rows.
    case yuv410 = "4:1:0"
    /// Any other: luma coarser than chroma, the two chroma planes unlike, or factors without a name.
    case other

    /// The name for luma that is `horizontal` × `vertical` times as fine as chroma.
    public init(horizontal: Int, vertical: Int) {
        switch (horizontal, vertical) {
        case (1, 1): self = .yuv444
        case (2, 1): self = .yuv422
        case (2, 2): self = .yuv420
        case (1, 2): self = .yuv440
        case (4, 1): self = .yuv411
        case (4, 2): self = .yuv410
        default: self = .other
        }
    }

    /// How many times finer luma is than chroma; nil for ``other``.
    public var factors: (horizontal: Int, vertical: Int)? {
        switch self {
        case .yuv444: (1, 1)
        case .yuv422: (2, 1)
        case .yuv420: (2, 2)
        case .yuv440: (1, 2)
        case .yuv411: (4, 1)
        case .yuv410: (4, 2)
        case .other: nil
        }
    }
}
