#if arch(x86_64)
    import _Builtin_intrinsics.intel

    /// Interleaved samples of three channels into three planes, `planeStride` elements apart; 16 pixels at a time.
    ///
    /// Safety: `3 * columns` readable elements at `row`, `columns` ≥ 16; `columns` writable elements at each plane.
    public func deinterleave3AVX2(
        _ row: UnsafePointer<Int16>, _ columns: Int, _ planes: UnsafeMutablePointer<Int16>, _ planeStride: Int
    ) {
        let last = columns &- 16
        var start = 0
        while start < columns {
            let x = start < last ? start : last
            let source = unsafe row + 3 &* x
            // Pixels 0–7 in the lower lanes, 8–15 in the upper ones.
            var v0 = unsafe _mm256_set_m128i(load128(source + 24), load128(source))
            var v1 = unsafe _mm256_set_m128i(load128(source + 32), load128(source + 8))
            var v2 = unsafe _mm256_set_m128i(load128(source + 40), load128(source + 16))
            // Three perfect shuffles of the 24 samples of a lane, each of which multiplies the index by 2 modulo 23: sample
            // 3k + c goes to 8c + k.
            var round = 0
            while round < 3 {
                let w0 = _mm256_unpacklo_epi16(v0, _mm256_unpackhi_epi64(v1, v1))
                let w1 = _mm256_unpacklo_epi16(_mm256_unpackhi_epi64(v0, v0), v2)
                let w2 = _mm256_unpacklo_epi16(v1, _mm256_unpackhi_epi64(v2, v2))
                (v0, v1, v2) = (w0, w1, w2)
                round &+= 1
            }
            unsafe store256(v0, planes + x)
            unsafe store256(v1, planes + (planeStride &+ x))
            unsafe store256(v2, planes + (2 &* planeStride &+ x))
            start &+= 16
        }
    }

    /// Sums of neighboring products.
    ///
    /// Safety: 16 readable elements at both pointers.
    @inline(__always)
    private func products(_ samples: UnsafePointer<Int16>, _ weights: UnsafePointer<Int16>) -> __m256i {
        unsafe _mm256_madd_epi16(load256(samples), load256(weights))
    }

    /// Sums of neighboring products in the lower lane.
    ///
    /// Safety: 8 readable elements at both pointers.
    @inline(__always)
    private func halfProducts(_ samples: UnsafePointer<Int16>, _ weights: UnsafePointer<Int16>) -> __m256i {
        unsafe _mm256_zextsi128_si256(_mm_madd_epi16(load128(samples), load128(weights)))
    }

    /// The sums of four accumulators, in order.
    @inline(__always)
    private func total(_ a: __m256i, _ b: __m256i, _ c: __m256i, _ d: __m256i) -> __m128i {
        let lanes = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d))
        return _mm_add_epi32(_mm256_castsi256_si128(lanes), upperLane(lanes))
    }

    /// sums[i] = Σ plane[firsts[i] + k] × weights[i × stride + k] over k < stride.
    ///
    /// Safety: `firsts[i] + stride` readable elements at `plane` for every i < `count`; `count * stride` weights, `stride` a
    /// multiple of 8; `count` readable elements at `firsts` and writable ones at `sums`.
    public func horizontalAVX2(
        _ plane: UnsafePointer<Int16>, _ firsts: UnsafePointer<Int32>, _ weights: UnsafePointer<Int16>, _ stride: Int,
        _ count: Int, _ sums: UnsafeMutablePointer<Int32>
    ) {
        var i = 0
        while i &+ 4 <= count {
            let taps = unsafe weights + i &* stride
            let a = unsafe plane + Int(firsts[i])
            let b = unsafe plane + Int(firsts[i &+ 1])
            let c = unsafe plane + Int(firsts[i &+ 2])
            let d = unsafe plane + Int(firsts[i &+ 3])
            let zero = _mm256_setzero_si256()
            var (sumA, sumB, sumC, sumD) = (zero, zero, zero, zero)
            var k = 0
            while k &+ 16 <= stride {
                let tapsK = unsafe taps + k
                sumA = unsafe _mm256_add_epi32(sumA, products(a + k, tapsK))
                sumB = unsafe _mm256_add_epi32(sumB, products(b + k, tapsK + stride))
                sumC = unsafe _mm256_add_epi32(sumC, products(c + k, tapsK + 2 &* stride))
                sumD = unsafe _mm256_add_epi32(sumD, products(d + k, tapsK + 3 &* stride))
                k &+= 16
            }
            if k < stride {
                let tapsK = unsafe taps + k
                sumA = unsafe _mm256_add_epi32(sumA, halfProducts(a + k, tapsK))
                sumB = unsafe _mm256_add_epi32(sumB, halfProducts(b + k, tapsK + stride))
                sumC = unsafe _mm256_add_epi32(sumC, halfProducts(c + k, tapsK + 2 &* stride))
                sumD = unsafe _mm256_add_epi32(sumD, halfProducts(d + k, tapsK + 3 &* stride))
            }
            unsafe store128(total(sumA, sumB, sumC, sumD), sums + i)
            i &+= 4
        }
        while i < count {
            let zero = _mm256_setzero_si256()
            var sum = zero
            var k = 0
            while k < stride {
                sum = unsafe _mm256_add_epi32(
                    sum, halfProducts(plane + (Int(firsts[i]) &+ k), weights + (i &* stride &+ k)))
                k &+= 8
            }
            unsafe sums[i] = _mm_cvtsi128_si32(total(sum, zero, zero, zero))
            i &+= 1
        }
    }
#endif
