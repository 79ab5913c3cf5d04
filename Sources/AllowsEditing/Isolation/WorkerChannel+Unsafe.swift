#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One end of the line between a parent and a worker process: messages, each with its length before it.
struct WorkerChannel {
    /// Why nothing could be received.
    enum Failure: Error {
        /// The other side is gone, or does not speak this language.
        case closed
        /// It took too long.
        case late
        /// `isCancelled` said so.
        case cancelled
    }

    let input: Int32
    let output: Int32

    /// No message is longer: a file is at most this long, and so is an edited image.
    private static let maximumCount = 5 << 30

    /// Sends a message. Cost: waits until the other side has taken most of it.
    func send(_ message: WorkerMessage) throws(Failure) {
        let body = message.bytes
        var head = ByteWriter()
        head.put(body.count)
        try send(head.bytes)
        try send(body)
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                // Not `write`: a worker that is gone must not end the parent by SIGPIPE.
                unsafe Int(Self.sendWithoutSignal(output, buffer.baseAddress! + done, buffer.count - done))
            }
            if result >= 0 { done += result } else if errno != EINTR { throw .closed }
        }
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - seconds: how long to wait; nil for ever.
    ///   - isCancelled: asked a few times a second.
    func receive(within seconds: Double? = nil, isCancelled: () -> Bool = { false }) throws(Failure) -> WorkerMessage {
        let start = Instant.now
        let head = try receive(count: 8, start, seconds, isCancelled)
        var reader = ByteReader(head)
        guard let count = reader.number(), (0...Self.maximumCount).contains(count),
            let message = WorkerMessage(try receive(count: count, start, seconds, isCancelled))
        else { throw .closed }
        return message
    }

    private func receive(
        count: Int, _ start: Instant, _ seconds: Double?, _ isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, failure == nil {
                var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
                let ready = unsafe poll(&waiting, 1, 100)
                if ready > 0 {
                    let result = unsafe systemRead(input, buffer.baseAddress! + filled, count - filled)
                    if result > 0 { filled += result } else if result == 0 || errno != EINTR { failure = .closed }
                } else if ready < 0, errno != EINTR {
                    failure = .closed
                } else if isCancelled() {
                    failure = .cancelled
                } else if let seconds, start.elapsed > seconds * 1000 {
                    failure = .late
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    @unsafe
    private static func sendWithoutSignal(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.send(file, bytes, count, 0)
        #elseif canImport(Musl)
            unsafe Musl.send(file, bytes, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
        #else
            unsafe Glibc.send(file, bytes, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
        #endif
    }
}

/// The system's `read`, under a name that no method hides.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, bytes, count)
}
