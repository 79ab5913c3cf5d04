public import ImageCodecs

/// What the header of one picture says, and what an edit would do with it. No pixel is read for either.
public struct Inspection: Sendable {
    /// The path of the picture, or what it is called.
    public let input: BytePath
    /// Bytes of the whole file.
    public let byteCount: Int
    /// What the header says.
    public let info: ImageInfo
    /// What an edit would do, or why it would fail; nil where none was asked about.
    public let edit: Result<EditPlan, EditError>?
    /// What the color profile that counts calls itself; nil where there is none, or one without a name.
    public var profileName: String? { info.colorProfile.flatMap { $0.name.isEmpty ? nil : $0.name } }

    /// Inspects a picture in memory. Cost: reads the header and passes over the rest of the file by its chunks.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - input: the path of the picture, or what it is called.
    ///   - options: the limits that hold, and the edit that is planned.
    ///   - plansEdit: whether an edit is planned at all.
    ///   - memory: the budget of a batch that would edit the picture.
    /// - Throws: `image` where the header cannot be read. That the edit would fail is no error: it stands in `edit`.
    public init(
        _ bytes: [UInt8], named input: BytePath, options: EditOptions = EditOptions(), plansEdit: Bool = false,
        memory: Int = FolderBatch.defaultMemory
    ) throws(EditError) {
        try StreamedPicture.check(bytes.count, most: memory)
        let info = try probe(bytes.span, options)
        self.input = input
        self.info = info
        byteCount = bytes.count
        edit =
            plansEdit
            ? Result { () throws(EditError) in
                let plan = try EditPlan(info, options.forWorker(ofBatchWith: memory))
                try FolderBatch.check(bytes.count + plan.memory, fits: memory)
                return plan
            } : nil
    }

    /// Inspects a file, which is read whole: some formats keep part of their header at the end.
    ///
    /// - Throws: as for a picture in memory, and what keeps the file from being read: `denied`, `io`, `notAFile` or `changed`.
    public init(
        of path: BytePath, options: EditOptions = EditOptions(), plansEdit: Bool = false,
        memory: Int = FolderBatch.defaultMemory
    ) throws(EditError) {
        let file = try SourceFile(path)
        try StreamedPicture.check(file.status.size, most: memory)
        try self.init(file.bytes(), named: path, options: options, plansEdit: plansEdit, memory: memory)
    }
}
