import ImageCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A process that reads, decodes, scales and encodes pictures in place of this one, so that what a hostile file does to it harms
/// nothing else. It is started when it is needed, and again when it has died.
///
/// It belongs to one thread at a time.
final class WorkerProcess {
    private let command: WorkerCommand
    private let seconds: Double?
    private let isCancelled: () -> Bool
    private var running: (process: pid_t, channel: WorkerChannel)?
    /// Bytes of the picture that was planned last.
    private var fileSize = 0

    /// - Parameters:
    ///   - seconds: the processor time that a picture may take; nil for no limit.
    ///   - isCancelled: asked while a picture is worked on.
    init(_ command: WorkerCommand, seconds: Double?, isCancelled: @escaping () -> Bool) {
        self.command = command
        self.seconds = seconds
        self.isCancelled = isCancelled
    }

    deinit { end() }

    /// Lets the process read the header and make the plan. Once this has succeeded the caller may do the same.
    ///
    /// - Parameter crop: the crop of a front end for this picture; empty for that of the options.
    func plan(_ file: [UInt8], crop: [UInt8]) throws(EditError) {
        guard case .planned = try answer(to: .file(file, crop: crop), most: Self.shortAnswer) else {
            throw fail(.closed)
        }
        fileSize = file.count
    }

    /// Lets the process edit the picture that it has planned. What comes back must be what this plan asks for, by the headers of the
    /// images as well.
    func edit(_ plan: EditPlan, _ options: EditOptions) throws(EditError) -> Workspace.Edit {
        // No encoder makes more of a pixel than this; metadata is a part of the file, of which some blocks may be compressed.
        let metadata = fileSize + ImageMetadata.largestInflated + Self.shortAnswer
        let previews = plan.previews.map { [$0.original, $0.edited] } ?? []
        let most = plan.outputs.reduce(Self.shortAnswer + previews.reduce(0) { $0 + 8 * $1.width * $1.height + 4096 }) {
            $0 + 8 * $1.size.width * $1.size.height * plan.frameCount + metadata
        }
        var limits = HeaderLimits()
        limits.maxFrames = max(limits.maxFrames, 2 * plan.frameCount)
        limits.maxMetadataBytes = most
        limits.maxChunks = most
        // Encoding has no limit of its own; where a size in bytes is asked for, each image may be encoded several times.
        let tries = options.maxBytes == nil ? 1 : EditOptions.mostTries * plan.outputs.count
        guard case .edited(let edit) = try answer(to: .go, most: most, patience: Double(tries)),
            edit.images.map(\.size) == plan.outputs.map(\.size), plan.allows(edit.place),
            plan.allowsPreviews(edit.previews),
            edit.images.allSatisfy({
                Self.isSound($0, plan.format, limits) && $0.bytes.count <= options.maxBytes ?? .max
            }),
            [edit.previews?.original, edit.previews?.edited].allSatisfy({ preview in
                preview.map { Self.isSound($0, .jpeg, limits) } ?? true
            })
        else { throw fail(.closed) }
        return edit
    }

    /// Whether an image is by its own header what its worker says.
    private static func isSound(_ image: EncodedImage, _ format: ImageFormat, _ limits: HeaderLimits) -> Bool {
        let info = try? ImageInfo(probing: image.bytes.span, limits: limits)
        return image.format == format && info?.format == format && info?.uprightSize == image.size
    }

    /// Bytes of an answer without pictures, and of what comes with pictures.
    private static let shortAnswer = 1 << 16

    private func answer(to message: WorkerMessage, most: Int, patience times: Double = 1) throws(EditError)
        -> WorkerMessage
    {
        let channel = try channel()
        let patience = WorkerChannel.Patience(
            seconds: seconds.map { ($0 * 3 + command.patience) * times }, isCancelled: isCancelled)
        let answer: WorkerMessage
        do {
            try channel.send(message, patience)
            answer = try channel.receive(most: most, patience)
        } catch {
            throw fail(error)
        }
        if case .failed(let kind, let description) = answer {
            throw .reported(kind: kind.filter { $0.isASCII && $0.isLetter }, description: Self.oneLine(description))
        }
        return answer
    }

    /// A text that does nothing to a terminal.
    private static func oneLine(_ text: String) -> String { BytePath(String(text.prefix(1000))).description }

    /// The line to the process, which is started where there is none.
    private func channel() throws(EditError) -> WorkerChannel {
        if let running { return running.channel }
        let started: (process: pid_t, file: Int32)
        do { started = try command.start() } catch { throw .io(path: command.path, errno: error.code) }
        let channel = WorkerChannel(input: started.file, output: started.file)
        running = (started.process, channel)
        return channel
    }

    /// Ends the process, and says what became of the picture.
    private func fail(_ failure: WorkerChannel.Failure) -> EditError {
        let status = end()
        return switch failure {
        case .closed: .crashed(signal: status & 0x7f)
        case .late: .image(.timeLimit(seconds: seconds ?? 0))
        case .cancelled: .cancelled
        }
    }

    /// Ends the process and returns how it ended, as `waitpid` says it. One that is dying already dies as it would have.
    @discardableResult
    private func end() -> Int32 {
        guard let (process, channel) = running else { return 0 }
        running = nil
        kill(process, SIGKILL)
        close(channel.input)
        return wait(for: process)
    }
}
