import CBenchmarks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files and folders, without Foundation.
enum Files {
    /// The whole file.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let file = unsafe fopen(path, "rb") else { throw Failure("cannot read \(path)") }
        defer { unsafe fclose(file) }
        unsafe fseek(file, 0, SEEK_END)
        let size = unsafe ftell(file)
        unsafe rewind(file)
        return unsafe [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
            count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        guard let file = unsafe fopen(path, "wb") else { throw Failure("cannot write \(path)") }
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, written == bytes.count else { throw Failure("cannot write \(path)") }
    }

    /// Calls `body` with a new folder and removes the folder afterwards.
    static func withTemporaryFolder<T>(_ body: (String) async throws -> T) async throws -> T {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/benchmarks-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure("cannot make a folder in \(parent)") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { _ = Child.run(["rm", "-rf", folder]) }
        return try await body(folder)
    }
}

/// Another program, run to its end.
enum Child {
    /// What it used. The peak is not below that of this process: see `cb_run`.
    static func run(_ arguments: [String]) -> cb_usage {
        var pointers = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        unsafe pointers.append(nil)
        return unsafe cb_run(pointers)
    }
}

/// A codec library alone: the whole picture decoded, its pixels thrown away.
enum Floor {
    static func decode(_ bytes: [UInt8], as format: String, eighths: Int) throws(Failure) {
        let code =
            switch format {
            case "jpeg": unsafe cb_decode_jpeg(bytes, bytes.count, UInt32(eighths))
            case "png": unsafe cb_decode_png(bytes, bytes.count)
            default: unsafe cb_decode_webp(bytes, bytes.count)
            }
        guard code == 0 else { throw Failure("the codec library alone cannot decode a \(format) file") }
    }
}

/// Says why on standard error, and ends with exit code 1.
func fail(_ message: String) -> Never {
    let text = Array((message + "\n").utf8)
    _ = unsafe write(2, text, text.count)
    exit(1)
}
