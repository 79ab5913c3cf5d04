#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StreamedPicture {
    /// The picture on standard input, for the command. Reading waits for its end, and stops soon after a cancellation.
    ///
    /// It throws `denied` or `io` where standard input cannot be read, `limitExceeded`, `outOfMemory` or `cancelled`.
    public static let standardInput = StreamedPicture(stem: "stdin") { (most, isCancelled) throws(EditError) in
        try readStream(STDIN_FILENO, "standard input", isCancelled) { count throws(EditError) in
            try check(count, most: min(most, SourceFile.maximumSize))
        }
    }
}

/// Reads a file, a pipe or a socket to its end.
///
/// - Parameter check: throws where so many bytes are too many.
func readStream(
    _ file: Int32, _ name: BytePath, _ isCancelled: () -> Bool, check: (Int) throws(EditError) -> Void
) throws(EditError) -> [UInt8] {
    // Pieces, put together at the end: memory that was never touched costs nothing, and nothing is moved on the way.
    var pieces: [[UInt8]] = []
    var count = 0
    while let piece = try nextPiece(file, name, isCancelled) {
        count += piece.count
        try check(count)
        pieces.append(piece)
    }
    guard Machine.hasRoom(for: count) else { throw .image(.outOfMemory("\(name) has \(count) bytes")) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in pieces.indices {
        bytes += pieces[index]
        pieces[index] = []
    }
    return bytes
}

/// At most a mebibyte, full but for the last one; nil at the end.
private func nextPiece(_ file: Int32, _ name: BytePath, _ isCancelled: () -> Bool) throws(EditError) -> [UInt8]? {
    let pieceBytes = 1 << 20
    guard Machine.hasRoom(for: pieceBytes) else { throw .image(.outOfMemory("\(name)")) }
    var failure: EditError?
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, filled in
        while filled < pieceBytes {
            do throws(EditError) { try waitUntilReady(file, POLLIN, name, isCancelled) } catch {
                failure = error
                return
            }
            let result = unsafe systemRead(file, buffer.baseAddress! + filled, pieceBytes - filled)
            if result > 0 {
                filled += result
            } else if result == 0 {
                return
            } else if errno != EINTR, errno != EAGAIN {
                failure = .system(name, errno, remedy: "open it for reading")
                return
            }
        }
    }
    if let failure { throw failure }
    return piece.isEmpty ? nil : piece
}

extension StandardStream {
    /// Whether this stream leads to a terminal.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes the edited images of a batch, one behind the other, for the command. Stops soon after a cancellation, also where the
    /// reader has stopped reading.
    ///
    /// - Throws: `undelivered` where not all could be written, or `cancelled`.
    public func write(_ images: [EncodedImage], _ isCancelled: () -> Bool) throws(EditError) {
        for image in images { try write(image.bytes.span, isCancelled) }
    }

    private func write(_ bytes: Span<UInt8>, _ isCancelled: () -> Bool) throws(EditError) {
        var failure: EditError?
        unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                do throws(EditError) { try waitUntilReady(rawValue, POLLOUT, "standard output", isCancelled) } catch {
                    failure = error
                    return
                }
                // A pipe that is ready takes so much at once; with more, the call could wait for the reader.
                let count = min(buffer.count - done, Self.sureBytes)
                let result = unsafe systemWrite(rawValue, buffer.baseAddress! + done, count)
                if result >= 0 {
                    done += result
                } else if errno != EINTR, errno != EAGAIN {
                    failure = .undelivered(path: "standard output", errno: errno)
                    return
                }
            }
        }
        if let failure { throw failure }
    }

    /// What POSIX lets any system take for the size of a page at most, and Linux for `PIPE_BUF`.
    private static let sureBytes = 4096
}

/// The system's `read`, under a name that no member hides.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, bytes, count)
}

/// Waits until a file is ready, and asks several times a second whether to go on.
private func waitUntilReady(_ file: Int32, _ events: Int32, _ name: BytePath, _ isCancelled: () -> Bool)
    throws(EditError)
{
    repeat {
        if isCancelled() { throw .cancelled }
    } while try !isReady(file, events, name)
}

/// Waits a tenth of a second at most for a file to be ready.
func isReady(_ file: Int32, _ events: Int32, _ name: BytePath) throws(EditError) -> Bool {
    var waiting = pollfd(fd: file, events: Int16(events), revents: 0)
    let result = unsafe poll(&waiting, 1, 100)
    if result < 0, errno != EINTR { throw .io(path: name, errno: errno) }
    // What is wrong with the file is told by the call that follows.
    return result > 0
}
