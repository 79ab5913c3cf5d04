import CProcessor
import ResamplingAVX2

#if arch(x86_64)
    extension Kernels {
        /// The kernels of the target for x86-64-v3, if this processor can run them. Rows shorter than their blocks are left
        /// to SSE2.
        static let avx2: Kernels? = {
            guard c_processor_has_avx2() != 0, var kernels = sse2 else { return nil }
            let narrow = kernels
            unsafe kernels.verticalBytes = { rows, pairs, both, weights, shift, columns, out0, out1 in
                guard columns >= 32 else {
                    return unsafe narrow.verticalBytes(rows, pairs, both, weights, shift, columns, out0, out1)
                }
                unsafe verticalBytesAVX2(
                    rows, pairs, both.lowerBound, both.upperBound, weights, shift, columns, out0, out1)
            }
            unsafe kernels.verticalWords = { rows, pairs, weights, shift, columns, out in
                guard columns >= 32 else {
                    return unsafe narrow.verticalWords(rows, pairs, weights, shift, columns, out)
                }
                unsafe verticalWordsAVX2(rows, pairs, weights, shift, columns, out)
            }
            unsafe kernels.deinterleave = { row, columns, channels, planes, planeStride in
                guard channels == 3, columns >= 16 else {
                    return unsafe narrow.deinterleave(row, columns, channels, planes, planeStride)
                }
                unsafe deinterleave3AVX2(row, columns, planes, planeStride)
            }
            unsafe kernels.horizontal = horizontalAVX2
            return kernels
        }()
    }
#else
    extension Kernels {
        static let avx2: Kernels? = nil
    }
#endif
