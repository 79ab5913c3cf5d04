#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether this runs under the address or the thread sanitizer, and so does the command.
///
/// A sanitizer looks at addresses, not at values: tests that try the same code with very many values try fewer of them then.
package let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in unsafe dlsym(nil, name) != nil }
