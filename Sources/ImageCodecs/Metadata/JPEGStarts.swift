/// Where pictures begin that are embedded in a block of metadata.
///
/// A thumbnail or preview shows what a crop has cut away, and most of them lie in maker notes whose structure is not public.
/// Nearly all are JPEG, and three bytes are enough to find those: in 64 KB of noise they turn up once in 128 blocks.
struct JPEGStarts {
    /// In ascending order.
    private var offsets: [Int] = []

    /// Cost: one pass over the bytes, and eight bytes of memory for each place found.
    init(in bytes: Span<UInt8>) {
        guard bytes.count >= 3 else { return }
        for offset in 0..<bytes.count - 2 where bytes[offset + 1] == 0xd8 && bytes[offset + 2] == 0xff {
            // Some cameras of Minolta and Olympus write another first byte, always with a quantization table next.
            if bytes[offset] == 0xff || bytes.has([0xdb], at: offset + 3) { offsets.append(offset) }
        }
    }

    /// The first place in a range in which all of the beginning lies. Cost: logarithmic.
    func first(in range: Range<Int>) -> Int? {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < offsets.count && offsets[low] + 3 <= range.upperBound ? offsets[low] : nil
    }
}
