extension ImageEditor {
    /// Edits the picture in a file, as ``edit(_:_:)`` does with bytes.
    ///
    /// - Throws: `EditError`: also `denied`, `io` or `notAFile`, and `changed` where somebody else writes to the file meanwhile.
    public func edit(
        contentsOf path: BytePath, _ options: EditOptions = EditOptions()
    ) async throws(EditError) -> PickedImage {
        var picked = try await edit(options) { () throws(EditError) in try SourceFile(path).bytes() }
        picked.imagePath = path
        return picked
    }
}
