// One sample at a time and with checked arithmetic: an overflow that another set would hide traps here.

extension Kernels {
    static let scalar = unsafe Kernels(
        verticalBytes: { rows, pairs, _, weights, shift, columns, out0, out1 in
            let half = Int32(1) << (shift - 1)
            for x in 0..<columns {
                var sum0 = half
                var sum1 = half
                for pair in 0..<pairs {
                    let even = unsafe Int32(rows[2 * pair][x])
                    let odd = unsafe Int32(rows[2 * pair + 1][x])
                    let weights0 = unsafe unpackedPair(weights[2 * pair])
                    let weights1 = unsafe unpackedPair(weights[2 * pair + 1])
                    sum0 += even * weights0.even + odd * weights0.odd
                    sum1 += even * weights1.even + odd * weights1.odd
                }
                unsafe out0[x] = Int16(clamping: sum0 >> shift)
                unsafe out1[x] = Int16(clamping: sum1 >> shift)
            }
        },
        verticalWords: { rows, pairs, weights, shift, columns, out in
            for x in 0..<columns {
                var sum = Int32(1) << (shift - 1)
                for pair in 0..<pairs {
                    let both = unsafe unpackedPair(weights[pair])
                    sum += unsafe Int32(rows[2 * pair][x]) * both.even + Int32(rows[2 * pair + 1][x]) * both.odd
                }
                unsafe out[x] = Int16(clamping: sum >> shift)
            }
        },
        deinterleave: { row, columns, channels, planes, planeStride in
            for x in 0..<columns {
                for channel in 0..<channels {
                    unsafe planes[channel * planeStride + x] = row[x * channels + channel]
                }
            }
        },
        horizontal: { plane, firsts, weights, stride, count, sums in
            for i in 0..<count {
                var sum: Int32 = 0
                for k in 0..<stride { unsafe sum += Int32(plane[Int(firsts[i]) + k]) * Int32(weights[i * stride + k]) }
                unsafe sums[i] = sum
            }
        })
}

private func unpackedPair(_ word: Int32) -> (even: Int32, odd: Int32) {
    (Int32(Int16(truncatingIfNeeded: word)), word >> 16)
}
