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
        let texts = unsafe arguments.map { text in unsafe copy(of: text) }
        defer { unsafe texts.forEach { text in unsafe free(text) } }
        var vector: [UnsafeMutablePointer<CChar>?] = unsafe texts + [nil]
        var process: pid_t = 0
        let file = unsafe path.withCString { unsafe ae_spawn_worker($0, &vector, &process) }
        guard file >= 0 else { throw .last }
        return (process, file)
    }

    private func copy(of text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        unsafe strdup((text + [0]).map { CChar(bitPattern: $0) })
    }
}
