#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The value of a variable of the process' environment.
package func environmentVariable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
