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

    /// How long one exchange may take, and who may end it earlier.
    struct Patience {
        /// Seconds; nil for ever.
        var seconds: Double?
        /// Asked several times a second.
        var isCancelled: () -> Bool = { false }
        private var waited = 0.0
        private var last = Instant.now

        init(seconds: Double? = nil, isCancelled: @escaping () -> Bool = { false }) {
            self.seconds = seconds
            self.isCancelled = isCancelled
        }

        /// Waits for a tenth of a second at most until the other side is ready.
        mutating func wait(for events: Int32, on file: Int32) throws(Failure) {
            var waiting = pollfd(fd: file, events: Int16(events), revents: 0)
            if unsafe poll(&waiting, 1, 100) < 0, errno != EINTR { throw .closed }
            if isCancelled() { throw .cancelled }
            // A process that was stopped and goes on again has not waited meanwhile.
            waited += min(last.elapsed / 1000, 0.5)
            last = .now
            if let seconds, waited > seconds { throw .late }
        }
    }

    /// Sends a message. Cost: waits until the other side has taken most of it.
    func send(_ message: WorkerMessage, _ patience: Patience = Patience()) throws(Failure) {
        var patience = patience
        for part in message.parts { try send(part, &patience) }
    }

    private func send(_ bytes: [UInt8], _ patience: inout Patience) throws(Failure) {
        var done = 0
        while done < bytes.count {
            try patience.wait(for: POLLOUT, on: output)
            let result = unsafe bytes.withUnsafeBytes { buffer in
                // Not `write`: a worker that is gone must not end the parent by SIGPIPE.
                unsafe Int(Self.sendWithoutSignal(output, buffer.baseAddress! + done, buffer.count - done))
            }
            if result >= 0 { done += result } else if errno != EINTR, errno != EAGAIN { throw .closed }
        }
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - most: no message is longer, and no more memory is taken for it.
    ///   - begins: called with the length before the rest is read.
    func receive(
        most: Int, _ patience: Patience = Patience(), begins: (Int) -> Void = { _ in }
    ) throws(Failure) -> WorkerMessage {
        var patience = patience
        var reader = ByteReader(try receive(count: 8, &patience))
        guard let count = reader.number(), (0...most).contains(count), Machine.hasRoom(for: count) else {
            throw .closed
        }
        begins(count)
        guard let message = WorkerMessage(try receive(count: count, &patience)) else { throw .closed }
        return message
    }

    private func receive(count: Int, _ patience: inout Patience) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, failure == nil {
                do throws(Failure) { try patience.wait(for: POLLIN, on: input) } catch {
                    failure = error
                    break
                }
                let result = unsafe Self.receiveNow(input, buffer.baseAddress! + filled, count - filled)
                if result > 0 {
                    filled += result
                } else if result == 0 || (errno != EINTR && errno != EAGAIN) {
                    failure = .closed
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    @unsafe
    private static func receiveNow(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        unsafe recv(file, bytes, count, Int32(truncatingIfNeeded: MSG_DONTWAIT))
    }

    @unsafe
    private static func sendWithoutSignal(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.send(file, bytes, count, 0)
        #elseif canImport(Musl)
            unsafe Musl.send(
                file, bytes, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL) | Int32(truncatingIfNeeded: MSG_DONTWAIT))
        #else
            unsafe Glibc.send(
                file, bytes, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL) | Int32(truncatingIfNeeded: MSG_DONTWAIT))
        #endif
    }
}
