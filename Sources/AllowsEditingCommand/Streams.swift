import AllowsEditing

extension BytePath {
    /// How standard input and standard output are written on the command line.
    static let standardStream: BytePath = "-"
}

// Standard input and standard output in place of files.
extension Invocation {
    /// Connects a batch with the standard streams that the command line names.
    ///
    /// - Throws: `UsageError` where they are to carry what they cannot.
    func connectStreams(to batch: inout FolderBatch) throws(UsageError) {
        try checkStandardInput()
        if inputs.contains(.standardStream) {
            guard original != .link else {
                throw UsageError(
                    "--original link: standard input is no file that could be linked; copy, private and none are allowed"
                )
            }
            try checkParts("standard input is")
            batch.streamed[.standardStream] = .standardInput
        }
        guard output == .standardStream else { return }
        guard inputs.count == 1 else {
            throw UsageError("--output -: standard output takes one picture, and there are \(inputs.count) inputs")
        }
        guard sizes.count <= 1 else {
            throw UsageError("--output -: standard output takes one picture, and --size is given \(sizes.count) times")
        }
        try checkParts("standard output takes")
        guard records != .standardStream else {
            throw UsageError(
                "--output - and --records -: standard output takes one of the two; name a FILE for the other")
        }
        guard original != .link else {
            throw UsageError("--original link: no original is written with --output -")
        }
        batch.receiver = { (_, images, isCancelled) throws(EditError) in
            try StandardStream.output.write(images, isCancelled)
        }
    }

    /// - Throws: `UsageError` where a stream was to be shared among several machines: all but one would find nothing to do.
    private func checkParts(_ stream: String) throws(UsageError) {
        guard part == nil else {
            throw UsageError("--shard: \(stream) one picture, which has no parts for several machines")
        }
    }

    /// - Throws: `UsageError` where standard input would have to be read twice.
    func checkStandardInput() throws(UsageError) {
        guard (inputs + lists + [boxes].compactMap { $0 }).count(where: { $0 == .standardStream }) <= 1 else {
            throw UsageError(
                "- is given twice, and standard input holds one picture, one list or the crops of --boxes; a file of this name is ./-"
            )
        }
    }

    /// Checks what the command line cannot tell alone.
    ///
    /// - Throws: `UsageError` where standard output would get several pictures, or is a terminal.
    func checkStreams() throws(UsageError) {
        guard output == .standardStream else { return }
        if let folder = inputs.first(where: \.isFolder), folder != .standardStream {
            throw UsageError("--output -: standard output takes one picture, and \(folder) is a folder")
        }
        guard isDryRun || !StandardStream.output.isTerminal else {
            throw UsageError("--output -: a picture is not written to a terminal; send it to a file or to a program")
        }
    }
}
