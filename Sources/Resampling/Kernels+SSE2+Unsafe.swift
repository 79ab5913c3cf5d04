// `pmaddwd` multiplies eight 16-bit numbers and adds neighbors: two taps of four columns in one instruction.

#if arch(x86_64)
    import _Builtin_intrinsics.intel

    extension Kernels {
        static let sse2: Kernels? = unsafe Kernels(
            verticalBytes: verticalBytesSSE2, verticalWords: verticalWordsSSE2, premultiply: premultiplySSE2,
            deinterleave: deinterleaveSSE2,
            horizontal: horizontalSSE2)
    }

    @inline(__always)
    private func load(_ pointer: UnsafePointer<some BitwiseCopyable>) -> __m128i {
        unsafe UnsafeRawPointer(pointer).loadUnaligned(as: __m128i.self)
    }

    @inline(__always)
    private func store(_ value: __m128i, _ pointer: UnsafeMutablePointer<some BitwiseCopyable>) {
        unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: __m128i.self)
    }

    // MARK: - Vertical

    /// The sums of 16 columns for one output row. Even and odd columns lie apart, as the bytes are split; see `Rows`.
    private struct Sums {
        var even0, odd0, even1, odd1: __m128i

        @inline(__always)
        init(half: __m128i) { (even0, odd0, even1, odd1) = (half, half, half, half) }

        @inline(__always)
        mutating func add(_ rows: Rows, _ weights: __m128i) {
            even0 = _mm_add_epi32(even0, _mm_madd_epi16(rows.even0, weights))
            odd0 = _mm_add_epi32(odd0, _mm_madd_epi16(rows.odd0, weights))
            even1 = _mm_add_epi32(even1, _mm_madd_epi16(rows.even1, weights))
            odd1 = _mm_add_epi32(odd1, _mm_madd_epi16(rows.odd1, weights))
        }

        /// Safety: 16 writable elements at `out`.
        @inline(__always)
        func store(_ out: UnsafeMutablePointer<Int16>, shift: __m128i) {
            let even = _mm_packs_epi32(_mm_sra_epi32(even0, shift), _mm_sra_epi32(even1, shift))
            let odd = _mm_packs_epi32(_mm_sra_epi32(odd0, shift), _mm_sra_epi32(odd1, shift))
            unsafe Resampling.store(_mm_unpacklo_epi16(even, odd), out)
            unsafe Resampling.store(_mm_unpackhi_epi16(even, odd), out + 8)
        }
    }

    /// 16 columns of two rows, samples of the same column side by side in 16 bits each.
    ///
    /// Interleaving the rows by 16 bits and then splitting the bytes by mask and shift takes a third of the shuffles that
    /// interleaving by bytes and widening would.
    private struct Rows {
        var even0, odd0, even1, odd1: __m128i

        /// Safety: 16 readable bytes at both pointers.
        @inline(__always)
        init(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, mask: __m128i) {
            let a = unsafe load(a)
            let b = unsafe load(b)
            let low = _mm_unpacklo_epi16(a, b)
            let high = _mm_unpackhi_epi16(a, b)
            even0 = _mm_and_si128(low, mask)
            odd0 = _mm_srli_epi16(low, 8)
            even1 = _mm_and_si128(high, mask)
            odd1 = _mm_srli_epi16(high, 8)
        }
    }

    /// Safety: see `Kernels.VerticalBytes`. Fewer than 16 columns are left to the scalar kernel; the last block overlaps the
    /// one before, so nothing past `columns` is touched.
    private func verticalBytesSSE2(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ pairs: Int, _ both: Range<Int>, _ weights: UnsafePointer<Int32>,
        _ shift: Int32, _ columns: Int, _ out0: UnsafeMutablePointer<Int16>, _ out1: UnsafeMutablePointer<Int16>
    ) {
        guard columns >= 16 else {
            return unsafe Kernels.scalar.verticalBytes(rows, pairs, both, weights, shift, columns, out0, out1)
        }
        let count = _mm_cvtsi32_si128(shift)
        let half = _mm_set1_epi32(1 << (shift &- 1))
        let mask = _mm_set1_epi16(0xFF)
        var start = 0
        while start < columns {
            let x = min(start, columns &- 16)
            var sums0 = Sums(half: half)
            var sums1 = Sums(half: half)
            var pair = 0
            while pair < both.lowerBound {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums0.add(samples, unsafe _mm_set1_epi32(weights[2 &* pair]))
                pair &+= 1
            }
            while pair < both.upperBound {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums0.add(samples, unsafe _mm_set1_epi32(weights[2 &* pair]))
                sums1.add(samples, unsafe _mm_set1_epi32(weights[2 &* pair &+ 1]))
                pair &+= 1
            }
            while pair < pairs {
                let samples = unsafe Rows(rows[2 &* pair] + x, rows[2 &* pair &+ 1] + x, mask: mask)
                sums1.add(samples, unsafe _mm_set1_epi32(weights[2 &* pair &+ 1]))
                pair &+= 1
            }
            unsafe sums0.store(out0 + x, shift: count)
            unsafe sums1.store(out1 + x, shift: count)
            start &+= 16
        }
    }

    /// Safety: see `Kernels.VerticalWords`. Fewer than 8 columns are left to the scalar kernel.
    private func verticalWordsSSE2(
        _ rows: UnsafePointer<UnsafePointer<Int16>>, _ pairs: Int, _ weights: UnsafePointer<Int32>, _ shift: Int32,
        _ columns: Int, _ out: UnsafeMutablePointer<Int16>
    ) {
        guard columns >= 8 else {
            return unsafe Kernels.scalar.verticalWords(rows, pairs, weights, shift, columns, out)
        }
        let count = _mm_cvtsi32_si128(shift)
        let half = _mm_set1_epi32(1 << (shift &- 1))
        var start = 0
        while start < columns {
            let x = min(start, columns &- 8)
            var low = half
            var high = half
            for pair in 0..<pairs {
                let a = unsafe load(rows[2 &* pair] + x)
                let b = unsafe load(rows[2 &* pair &+ 1] + x)
                let weight = unsafe _mm_set1_epi32(weights[pair])
                low = _mm_add_epi32(low, _mm_madd_epi16(_mm_unpacklo_epi16(a, b), weight))
                high = _mm_add_epi32(high, _mm_madd_epi16(_mm_unpackhi_epi16(a, b), weight))
            }
            unsafe store(_mm_packs_epi32(_mm_sra_epi32(low, count), _mm_sra_epi32(high, count)), out + x)
            start &+= 8
        }
    }

    // MARK: - Alpha

    /// Safety: see `Kernels.Premultiply`. Fewer than 4 pixels are left to the portable function.
    private func premultiplySSE2(_ row: UnsafePointer<UInt8>, _ columns: Int, _ out: UnsafeMutablePointer<Int16>) {
        guard columns >= 4 else { return unsafe premultiplyRGBA(row, columns, out) }
        let zero = _mm_setzero_si128()
        var start = 0
        while start < columns {
            let x = 4 &* min(start, columns &- 4)
            let pixels = unsafe load(row + x)
            unsafe store(premultiplied(_mm_unpacklo_epi8(pixels, zero)), out + x)
            unsafe store(premultiplied(_mm_unpackhi_epi8(pixels, zero)), out + x + 8)
            start &+= 4
        }
    }

    /// Two pixels of 16-bit samples; the steps of the portable `premultiplied`, and alpha times 255 for alpha itself.
    @inline(__always)
    private func premultiplied(_ pixels: __m128i) -> __m128i {
        let alpha = _mm_srli_epi64(pixels, 48)
        let twoOfFour = _mm_or_si128(alpha, _mm_slli_epi64(alpha, 16))
        let factors = _mm_or_si128(
            _mm_or_si128(twoOfFour, _mm_slli_epi64(twoOfFour, 32)), _mm_set1_epi64x(0x00FF_0000_0000_0000))
        let x = _mm_mullo_epi16(pixels, factors)
        let sum = _mm_add_epi16(_mm_add_epi16(x, _mm_mulhi_epu16(x, _mm_set1_epi16(257))), _mm_set1_epi16(2))
        return _mm_srli_epi16(sum, 2)
    }

    // MARK: - Horizontal

    /// Safety: see `Kernels.Deinterleave`. Three channels are done 8 pixels at a time.
    private func deinterleaveSSE2(
        _ row: UnsafePointer<Int16>, _ columns: Int, _ channels: Int, _ planes: UnsafeMutablePointer<Int16>,
        _ planeStride: Int
    ) {
        guard channels == 3, columns >= 8 else {
            return unsafe Kernels.portable.deinterleave(row, columns, channels, planes, planeStride)
        }
        var start = 0
        while start < columns {
            let x = min(start, columns &- 8)
            let source = unsafe row + 3 &* x
            var v = unsafe (load(source), load(source + 8), load(source + 16))
            // Sample 3k + c must go to 8c + k. That is multiplying its index by 8 modulo 23, and one perfect shuffle of the
            // 24 samples multiplies by 2.
            for _ in 0..<3 {
                v = (
                    _mm_unpacklo_epi16(v.0, _mm_unpackhi_epi64(v.1, v.1)),
                    _mm_unpacklo_epi16(_mm_unpackhi_epi64(v.0, v.0), v.2),
                    _mm_unpacklo_epi16(v.1, _mm_unpackhi_epi64(v.2, v.2))
                )
            }
            unsafe store(v.0, planes + x)
            unsafe store(v.1, planes + planeStride + x)
            unsafe store(v.2, planes + 2 &* planeStride + x)
            start &+= 8
        }
    }

    /// Safety: `stride` readable elements at both pointers, a multiple of 8.
    @inline(__always)
    private func dot(_ samples: UnsafePointer<Int16>, _ weights: UnsafePointer<Int16>, _ stride: Int) -> __m128i {
        var sum = _mm_setzero_si128()
        var k = 0
        while k < stride {
            sum = unsafe _mm_add_epi32(sum, _mm_madd_epi16(load(samples + k), load(weights + k)))
            k &+= 8
        }
        return sum
    }

    /// Safety: see `Kernels.Horizontal`.
    private func horizontalSSE2(
        _ plane: UnsafePointer<Int16>, _ firsts: UnsafePointer<Int32>, _ weights: UnsafePointer<Int16>, _ stride: Int,
        _ count: Int, _ sums: UnsafeMutablePointer<Int32>
    ) {
        var i = 0
        while i &+ 4 <= count {
            let a = unsafe dot(plane + Int(firsts[i]), weights + i &* stride, stride)
            let b = unsafe dot(plane + Int(firsts[i &+ 1]), weights + (i &+ 1) &* stride, stride)
            let c = unsafe dot(plane + Int(firsts[i &+ 2]), weights + (i &+ 2) &* stride, stride)
            let d = unsafe dot(plane + Int(firsts[i &+ 3]), weights + (i &+ 3) &* stride, stride)
            let ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b))
            let cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d))
            unsafe store(_mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd)), sums + i)
            i &+= 4
        }
        while i < count {
            let a = unsafe dot(plane + Int(firsts[i]), weights + i &* stride, stride)
            let pairs = _mm_add_epi32(a, _mm_unpackhi_epi64(a, a))
            unsafe sums[i] =
                _mm_cvtsi128_si32(pairs)
                &+ _mm_cvtsi128_si32(_mm_unpackhi_epi32(_mm_unpacklo_epi32(pairs, pairs), pairs))
            i &+= 1
        }
    }
#else
    extension Kernels {
        static let sse2: Kernels? = nil
    }
#endif
