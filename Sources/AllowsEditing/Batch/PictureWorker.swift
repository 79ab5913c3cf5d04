import ImageCodecs

/// Who turns bytes into edited images: this process, or one that can die instead.
enum PictureWorker {
    case inProcess(Workspace)
    case isolated(WorkerProcess, makesPrivateOriginal: Bool)

    /// Reads the header and makes the plan. A process of its own does that first: what it has survived does no harm here.
    func plan(_ bytes: [UInt8], _ options: EditOptions) throws(EditError) -> (ImageInfo, EditPlan) {
        if case .isolated(let process, _) = self { try process.plan(bytes, crop: options.crop.json) }
        let info = try probe(bytes.span, options)
        return (info, try EditPlan(info, options))
    }

    /// Edits the picture that was planned last.
    func edit(_ bytes: [UInt8], _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions) throws(EditError)
        -> Workspace.Edit
    {
        switch self {
        case .inProcess(let workspace): return try workspace.edit(bytes.span, info, plan, options)
        case .isolated(let process, let makesPrivateOriginal):
            var edit = try process.edit(plan, options)
            // The process has made it too, and survived; but what it would give need not be private.
            if makesPrivateOriginal {
                do { edit.privateOriginal = try PrivateOriginal.bytes(of: bytes.span, format: info.format) } catch {
                    throw .image(error)
                }
            }
            return edit
        }
    }
}
