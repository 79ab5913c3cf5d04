#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a file, or nil if it cannot be read.
func contents(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readAll(descriptor)
}

private func readAll(_ descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
        }
        if chunk.isEmpty { return bytes }
        bytes += chunk
    }
}

/// The value of an environment variable.
func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

/// What a command printed.
struct CommandResult {
    var output: [UInt8]
    /// Whether it succeeded and had nothing to say.
    var isQuiet: Bool
}

/// Whether a command is on the path.
func isInstalled(_ command: String) -> Bool { unsafe system("command -v \(command) >/dev/null 2>&1") == 0 }

/// Runs a command of the system that serves as an oracle, with a file as its last argument.
func run(_ command: String, _ path: String) -> CommandResult? {
    // A lone `'` ends the quotation, stands for itself, and the quotation begins again.
    let quoted = "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    var template = Array("/tmp/image-codecs-tests-XXXXXX".utf8CString)
    let descriptor = unsafe template.withUnsafeMutableBufferPointer { unsafe mkstemp($0.baseAddress!) }
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    let errors = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unsafe unlink(errors) }
    guard let pipe = unsafe popen("\(command) \(quoted) 2>\(errors)", "r") else { return nil }
    let output = unsafe readAll(fileno(pipe)) ?? []
    let status = unsafe pclose(pipe)
    return CommandResult(output: output, isQuiet: status == 0 && contents(of: errors)?.isEmpty == true)
}
