import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a worker process is started: a program that runs a ``WorkerService`` on its standard input and output.
public struct WorkerCommand: Sendable {
    /// The program.
    public var path: BytePath
    /// Its arguments, the name of the program first.
    public var arguments: [[UInt8]]
    /// Seconds that a picture may take beyond three times the processor time that the limits allow it. Then the process is killed.
    public var patience = 5.0

    /// A program and its arguments, the name of the program first.
    public init(path: BytePath, arguments: [[UInt8]]) {
        self.path = path
        self.arguments = arguments
    }

    /// Starts the program.
    ///
    /// - Returns: its number, and this end of the line.
    func start() throws(SystemError) -> (process: pid_t, file: Int32) {
        // A worker that crashes must do so at once, and has no program to be looked at with.
        let texts = arguments + [[UInt8]("SWIFT_BACKTRACE=enable=no".utf8)]
        let pointers = unsafe texts.map { text in unsafe copy(of: text) }
        defer { unsafe pointers.forEach { pointer in unsafe free(pointer) } }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [pointers[texts.count - 1], nil]
        var vector: [UnsafeMutablePointer<CChar>?] = unsafe pointers.dropLast() + [nil]
        var process: pid_t = 0
        let file = unsafe path.withCString { unsafe ae_spawn_worker($0, &vector, &environment, &process) }
        guard file >= 0 else { throw .last }
        return (process, file)
    }

    private func copy(of text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        unsafe strdup((text + [0]).map { CChar(bitPattern: $0) })
    }
}
