#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A power, so that tests need no C library of their own.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
