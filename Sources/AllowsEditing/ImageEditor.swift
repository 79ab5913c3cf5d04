import Dispatch
import ImageCodecs
import Resampling

/// Edits pictures in memory: bytes in, the edited image and the original out.
///
/// The work runs on a queue of its own, never on the threads of Swift's concurrency. An editor has no state that could be
/// seen from outside; one can be shared by everybody.
public struct ImageEditor: Sendable {
    /// An editor.
    public init() {}

    /// Edits one picture. Cost: one decode of the cropped region, whatever the number of sizes.
    ///
    /// - Parameters:
    ///   - bytes: a whole JPEG, PNG or WebP file.
    ///   - options: what is kept, how large it becomes, how it is written.
    /// - Throws: `EditError`; a picture that is cut short or damaged is an error, never a gray image, unless the options allow it.
    ///   `cancelled` where the task was cancelled: decoding stops between two rows.
    public func edit(_ bytes: [UInt8], _ options: EditOptions = EditOptions()) async throws(EditError) -> PickedImage {
        try await edit(options) { () throws(EditError) in bytes }
    }

    /// - Parameter read: gives the file, on the queue of the editor.
    func edit(
        _ options: EditOptions, _ read: @escaping @Sendable () throws(EditError) -> [UInt8]
    ) async throws(EditError) -> PickedImage {
        guard !Task.isCancelled else { throw .cancelled }
        let stop = StopSignal()
        let result = await withTaskCancellationHandler {
            await Self.queue.result { () throws(EditError) in try Self.edit(try read(), options, stop) }
        } onCancel: {
            stop.raise()
        }
        return try result.get()
    }

    private static let queue = DispatchQueue(label: "AllowsEditing.ImageEditor", attributes: .concurrent)

    private static func edit(_ bytes: [UInt8], _ options: EditOptions, _ stop: StopSignal) throws(EditError)
        -> PickedImage
    {
        let info = try probe(bytes.span, options)
        let plan = try EditPlan(info, options)
        let edit = try Workspace(stop: stop).edit(bytes.span, info, plan, options)
        return PickedImage(bytes, info, plan, edit)
    }
}

/// Reads the header of a picture.
func probe(_ bytes: Span<UInt8>, _ options: EditOptions) throws(EditError) -> ImageInfo {
    do { return try ImageInfo(probing: bytes, limits: options.limits.header) } catch { throw .image(error) }
}
