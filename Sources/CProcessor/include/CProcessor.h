#ifndef C_PROCESSOR_H
#define C_PROCESSOR_H

/// Whether this processor and its operating system can run AVX2 instructions. Swift has no `__builtin_cpu_supports`.
int c_processor_has_avx2(void);

#endif
