import AllowsEditing

extension ContactSheet {
    /// Begins the page of a batch, which is called by its inputs.
    convenience init(_ path: BytePath, of batch: FolderBatch) throws(EditError) {
        let names = batch.inputs.prefix(3).map(\.description).joined(separator: ", ")
        let title = batch.inputs.count > 3 ? "\(names), …" : names
        try self.init(path, title: title.isEmpty ? "Contact sheet" : title)
    }

    /// Ends the page.
    ///
    /// - Returns: why it was not written; nil where it was.
    func failure(finishing summary: BatchSummary) -> EditError? {
        do {
            try finish(summary)
            return nil
        } catch {
            return error
        }
    }
}
