// This target is compiled for x86-64-v3. It holds nothing but functions over raw pointers: a generic function of the standard
// library that is specialized here is a weak symbol, which the linker may put in the place of the one that older processors
// run. `nm` must show no weak text symbol in its objects.

#if arch(x86_64)
    import _Builtin_intrinsics.intel

    /// Safety: 32 readable bytes.
    @inline(__always)
    func load256(_ pointer: UnsafeRawPointer) -> __m256i {
        unsafe _mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self))
    }

    /// Safety: 16 readable bytes.
    @inline(__always)
    func load128(_ pointer: UnsafeRawPointer) -> __m128i {
        unsafe _mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self))
    }

    /// Safety: 32 writable bytes.
    @inline(__always)
    func store256(_ value: __m256i, _ pointer: UnsafeMutableRawPointer) {
        unsafe _mm256_storeu_si256(pointer.assumingMemoryBound(to: __m256i.self), value)
    }

    /// Safety: 16 writable bytes.
    @inline(__always)
    func store128(_ value: __m128i, _ pointer: UnsafeMutableRawPointer) {
        unsafe _mm_storeu_si128(pointer.assumingMemoryBound(to: __m128i.self), value)
    }

    /// `_mm256_extracti128_si256` is a macro, which Swift does not see; the compiler makes the same instruction of this.
    @inline(__always)
    func upperLane(_ value: __m256i) -> __m128i {
        _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(value, _mm256_setr_epi32(4, 5, 6, 7, 4, 5, 6, 7)))
    }

    /// 32 columns of two rows, samples of the same column side by side in 16 bits each: in the 32-bit lanes of `even0` the
    /// columns 0 2 4 6 16 18 20 22, of `even1` 8 10 12 14 24 26 28 30, in the odd ones those between.
    @safe private struct Rows {
        let even0, odd0, even1, odd1: __m256i

        /// Safety: 32 readable bytes at both pointers.
        @inline(__always)
        init(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, mask: __m256i) {
            let a = unsafe load256(a)
            let b = unsafe load256(b)
            let low = _mm256_unpacklo_epi16(a, b)
            let high = _mm256_unpackhi_epi16(a, b)
            even0 = _mm256_and_si256(low, mask)
            odd0 = _mm256_srli_epi16(low, 8)
            even1 = _mm256_and_si256(high, mask)
            odd1 = _mm256_srli_epi16(high, 8)
        }
    }

    /// The sums of 32 columns for one output row, in the order of `Rows`.
    private struct Sums {
        var even0, odd0, even1, odd1: __m256i

        @inline(__always)
        init(half: __m256i) { (even0, odd0, even1, odd1) = (half, half, half, half) }

        @inline(__always)
        mutating func add(_ rows: Rows, _ weights: __m256i) {
            even0 = _mm256_add_epi32(even0, _mm256_madd_epi16(rows.even0, weights))
            odd0 = _mm256_add_epi32(odd0, _mm256_madd_epi16(rows.odd0, weights))
            even1 = _mm256_add_epi32(even1, _mm256_madd_epi16(rows.even1, weights))
            odd1 = _mm256_add_epi32(odd1, _mm256_madd_epi16(rows.odd1, weights))
        }

        /// Safety: 32 writable elements at `out`.
        @inline(__always)
        func store(_ out: UnsafeMutablePointer<Int16>, shift: __m128i) {
            let even = _mm256_packs_epi32(_mm256_sra_epi32(even0, shift), _mm256_sra_epi32(even1, shift))
            let odd = _mm256_packs_epi32(_mm256_sra_epi32(odd0, shift), _mm256_sra_epi32(odd1, shift))
            let low = _mm256_unpacklo_epi16(even, odd)
            let high = _mm256_unpackhi_epi16(even, odd)
            unsafe store128(_mm256_castsi256_si128(low), out)
            unsafe store128(_mm256_castsi256_si128(high), out + 8)
            unsafe store128(upperLane(low), out + 16)
            unsafe store128(upperLane(high), out + 24)
        }
    }

    /// Two output rows out of 8-bit source rows: out = (half + Σ row × weight) >> shift, saturated.
    ///
    /// Safety: `2 * pairs` row pointers with `columns` readable bytes each, `columns` ≥ 32; `2 * pairs` words of weights;
    /// `columns` writable elements at both outputs. The last block overlaps the one before.
    public func verticalBytesAVX2(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ pairs: Int, _ bothStart: Int, _ bothEnd: Int,
        _ weights: UnsafePointer<Int32>, _ shift: Int32, _ columns: Int, _ out0: UnsafeMutablePointer<Int16>,
        _ out1: UnsafeMutablePointer<Int16>
    ) {
        let count = _mm_cvtsi32_si128(shift)
        let half = _mm256_set1_epi32(1 &<< (shift &- 1))
        let mask = _mm256_set1_epi16(0xFF)
        let last = columns &- 32
        var start = 0
        while start < columns {
            let x = start < last ? start : last
            var sums0 = Sums(half: half)
            var sums1 = Sums(half: half)
            var pair = 0
            while pair < bothStart {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums0.add(samples, unsafe _mm256_set1_epi32(weights[2 &* pair]))
                pair &+= 1
            }
            while pair < bothEnd {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums0.add(samples, unsafe _mm256_set1_epi32(weights[2 &* pair]))
                sums1.add(samples, unsafe _mm256_set1_epi32(weights[2 &* pair &+ 1]))
                pair &+= 1
            }
            while pair < pairs {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums1.add(samples, unsafe _mm256_set1_epi32(weights[2 &* pair &+ 1]))
                pair &+= 1
            }
            unsafe sums0.store(out0 + x, shift: count)
            unsafe sums1.store(out1 + x, shift: count)
            start &+= 32
        }
    }

    /// One output row out of 16-bit source rows.
    ///
    /// Safety: `2 * pairs` row pointers with `columns` readable elements each, `columns` ≥ 32; `pairs` words of weights;
    /// `columns` writable elements at the output.
    public func verticalWordsAVX2(
        _ rows: UnsafePointer<UnsafePointer<Int16>>, _ pairs: Int, _ weights: UnsafePointer<Int32>, _ shift: Int32,
        _ columns: Int, _ out: UnsafeMutablePointer<Int16>
    ) {
        let count = _mm_cvtsi32_si128(shift)
        let half = _mm256_set1_epi32(1 &<< (shift &- 1))
        let last = columns &- 32
        var start = 0
        while start < columns {
            let x = start < last ? start : last
            var (low0, high0, low1, high1) = (half, half, half, half)
            var pair = 0
            while pair < pairs {
                let a = unsafe rows[2 &* pair] + x
                let b = unsafe rows[2 &* pair &+ 1] + x
                let weight = unsafe _mm256_set1_epi32(weights[pair])
                let (a0, b0) = unsafe (load256(a), load256(b))
                let (a1, b1) = unsafe (load256(a + 16), load256(b + 16))
                low0 = _mm256_add_epi32(low0, _mm256_madd_epi16(_mm256_unpacklo_epi16(a0, b0), weight))
                high0 = _mm256_add_epi32(high0, _mm256_madd_epi16(_mm256_unpackhi_epi16(a0, b0), weight))
                low1 = _mm256_add_epi32(low1, _mm256_madd_epi16(_mm256_unpacklo_epi16(a1, b1), weight))
                high1 = _mm256_add_epi32(high1, _mm256_madd_epi16(_mm256_unpackhi_epi16(a1, b1), weight))
                pair &+= 1
            }
            // Packing undoes the order of unpacking.
            let first = _mm256_packs_epi32(_mm256_sra_epi32(low0, count), _mm256_sra_epi32(high0, count))
            let second = _mm256_packs_epi32(_mm256_sra_epi32(low1, count), _mm256_sra_epi32(high1, count))
            unsafe store256(first, out + x)
            unsafe store256(second, out + (x &+ 16))
            start &+= 32
        }
    }
#endif
