import Dispatch
import ImageCodecs
import Synchronization

/// One worker of a picker: a queue, and the scratch memory that is reused from picture to picture.
final class PickWorker: Sendable {
    private let queue: DispatchQueue
    private let picker: ImagePicker
    private let budget: MemoryBudget
    /// Used on the queue alone.
    private let workspace: Mutex<Workspace>

    /// What came of a file.
    struct Outcome: Sendable {
        /// Nil where the file is not what the picker is to pick.
        let element: Outcomes.Element?

        /// Bytes that it holds.
        var bytes: Int {
            guard case .success(let picked)? = element else { return 0 }
            return picked.editedImages.reduce(picked.originalImage.bytes.count) { $0 + $1.bytes.count }
        }
    }

    init(_ number: Int, _ picker: ImagePicker, of workers: Int, _ budget: MemoryBudget, _ stop: StopSignal) {
        queue = DispatchQueue(label: "AllowsEditing.picker.worker-\(number)")
        self.picker = picker
        self.budget = budget
        workspace = Mutex(
            Workspace(usesThreads: workers > 1, keptBytes: min(64 << 20, picker.memory / (4 * workers)), stop: stop))
    }

    /// Picks a file on the queue.
    func pick(_ file: InputFile, completion: @escaping @Sendable (Outcome) -> Void) {
        queue.async { completion(self.outcome(of: file)) }
    }

    private func outcome(of file: InputFile) -> Outcome {
        do throws(EditError) {
            if let failure = file.failure { throw failure }
            let source = try PictureSource(file)
            guard try picker.allow.admits(source) else { return Outcome(element: nil) }
            let picked = try pick(source, path: file.content == nil ? file.path : nil)
            return Outcome(element: .success(picked))
        } catch {
            return Outcome(element: .failure(.edit(path: file.content == nil ? file.path : nil, error)))
        }
    }

    private func pick(_ source: consuming PictureSource, path: BytePath?) throws(EditError) -> PickedImage {
        var picture = try AdmittedPicture(source, budget, limit: picker.memory)
        let info = try Self.info(picture.bytes, picker.options)
        guard picker.allowsEditing else { return PickedImage(picture.bytes, info, path: path) }
        let plan = try EditPlan(info, picker.options)
        try picture.makeRoom(for: plan.memory)
        let bytes = picture.bytes
        let edit = try workspace.withLock { workspace throws(EditError) in
            try workspace.edit(bytes.span, info, plan, picker.options)
        }
        return PickedImage(bytes, info, plan, edit, path: path)
    }

    private static func info(_ bytes: [UInt8], _ options: EditOptions) throws(EditError) -> ImageInfo {
        try probe(bytes.span, options)
    }
}

extension MediaFilter {
    /// Whether a file is to be picked. What is no picture is to be where every picture is: it then fails as one.
    func admits(_ source: borrowing PictureSource) throws(EditError) -> Bool {
        if self == .image { return true }
        do { return allows(try source.format()) } catch {
            guard case .image = error else { throw error }
            return false
        }
    }
}

extension PickedImage {
    /// A picture that was edited.
    init(_ bytes: [UInt8], _ info: ImageInfo, _ plan: EditPlan, _ edit: Workspace.Edit, path: BytePath? = nil) {
        let placed = plan.placed(at: edit.place)
        self.init(
            editedImages: edit.images,
            originalImage: EncodedImage(format: info.format, size: info.uprightSize, bytes: bytes),
            findings: edit.findings, cropRect: placed.cropRect, plan: placed, imagePath: path,
            placeholder: edit.placeholder)
    }

    /// A picture that was not to be edited.
    init(_ bytes: [UInt8], _ info: ImageInfo, path: BytePath? = nil) {
        self.init(
            editedImages: [],
            originalImage: EncodedImage(format: info.format, size: info.uprightSize, bytes: bytes),
            findings: info.findings, cropRect: nil, plan: nil, imagePath: path)
    }
}
