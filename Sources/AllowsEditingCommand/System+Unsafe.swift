import AllowsEditing
import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The arguments of the process as bytes: a path need not be UTF-8.
enum RawArguments {
    static var all: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { text in
                unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
            }
        }
    }
}

/// The value of a variable of the environment; nil where it is not set.
func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Opens those of the three standard streams that are closed, on nothing. Otherwise the next file that is opened would become
/// standard error, and messages would be written into it. Where a picture is to be read or written, the stream fails as a closed one
/// does.
func openStandardStreams() {
    for stream in 0...2 where fcntl(Int32(stream), F_GETFD) < 0 && errno == EBADF {
        // The lowest number that is free is this one.
        _ = unsafe open("/dev/null", [O_WRONLY, O_RDONLY, O_RDWR][stream])
    }
}

/// A reader of standard output that goes away must not end the run, and neither must a limit on the size of files: the calls that
/// write report both.
func ignoreWritingSignals() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
}

/// Whether a system call failed because nothing is at a path.
func isMissing(_ code: Int32) -> Bool { code == ENOENT }

/// Whether a file cannot get a second name there, because it is on another file system.
func isElsewhere(_ code: Int32) -> Bool { code == EXDEV }

/// Whether a failed write means that there is no room left for this user.
func isFullDisk(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

/// Ends the process. Everything has been written by then: nothing here is buffered.
func terminate(_ code: Int32) -> Never { exit(code) }

/// Turns SIGINT, SIGTERM and SIGHUP into a call, so that what was begun can be finished.
final class TerminationSignals {
    private let sources: [any DispatchSourceSignal]
    private let reception = Reception()

    /// From when this returns, no first signal is lost and none ends the process. Until then they do: nothing was begun.
    init() async {
        let group = DispatchGroup()
        sources = Self.handled.map { [reception] number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                // The second one ends the process at once: a picture may take long, and no final name holds half a file.
                signal(number, SIG_DFL)
                reception.receive()
            }
            // To ignore the signal here, before Dispatch has set up its own handling, would be to lose it meanwhile.
            group.enter()
            source.setRegistrationHandler {
                #if canImport(Darwin)
                    // There Dispatch sees signals beside their usual effect, not in place of it.
                    signal(number, SIG_IGN)
                #endif
                group.leave()
            }
            source.resume()
            return source
        }
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// A program that was started to outlive its terminal (`nohup`) finds SIGHUP ignored, and leaves it so.
    private static var handled: [Int32] {
        var hangUp = sigaction()
        unsafe sigaction(SIGHUP, nil, &hangUp)
        let handler = unsafe unsafeBitCast(hangUp.__sigaction_handler, to: Int.self)
        return [SIGINT, SIGTERM] + (handler == ignored ? [] : [SIGHUP])
    }

    private static var ignored: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

    /// Calls `handler` when a signal comes, or now where one has come already.
    func handle(_ handler: @escaping @Sendable () -> Void) { reception.handle(handler) }

    func stop() { for source in sources { source.cancel() } }

    /// Brings signals and what is to be done about them together, whichever comes first.
    private final class Reception: Sendable {
        private let state = Mutex<(wasReceived: Bool, handler: (@Sendable () -> Void)?)>((false, nil))

        func handle(_ handler: @escaping @Sendable () -> Void) {
            let wasReceived = state.withLock { state in
                state.handler = handler
                return state.wasReceived
            }
            if wasReceived { handler() }
        }

        func receive() {
            let handler = state.withLock { state in
                state.wasReceived = true
                return state.handler
            }
            handler?()
        }
    }
}
