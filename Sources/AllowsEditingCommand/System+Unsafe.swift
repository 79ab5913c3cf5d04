import AllowsEditing
import Dispatch

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

/// Ends the process. Everything has been written by then: nothing here is buffered.
func terminate(_ code: Int32) -> Never { exit(code) }

/// Turns SIGINT and SIGTERM into a call, so that what was begun can be finished.
final class TerminationSignals {
    private let sources: [any DispatchSourceSignal]

    init(_ handle: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                // The second one ends the process at once: a picture may take long, and no final name holds half a file.
                signal(number, SIG_DFL)
                handle()
            }
            source.resume()
            return source
        }
        // A reader of standard output that goes away must not end the run, and neither must a limit on the size of files: the
        // calls that write report both.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    }

    func stop() { for source in sources { source.cancel() } }
}
