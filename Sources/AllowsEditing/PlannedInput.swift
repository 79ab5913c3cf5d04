import ImageCodecs

/// One input with the names of its outputs, or the reason why it has none.
struct PlannedInput: Sendable {
    let file: InputFile
    let names: Result<OutputNames, EditError>
    /// Bytes of the input, 0 where it cannot be read.
    let byteCount: Int

    /// Plans all names before any picture is decoded.
    ///
    /// Refused are inputs whose outputs have the same name as those of another input, whose output is an input itself, and,
    /// unless they are to be replaced, whose outputs are there already. Without an output folder, nothing has a name.
    ///
    /// - Parameter shard: the part that is given back. Names are planned for all, so that each part refuses the same inputs.
    static func plan(
        _ files: [InputFile], output: BytePath?, options: EditOptions, original: OriginalPolicy,
        existing: ExistingPolicy, shard: Shard? = nil
    )
        -> [PlannedInput]
    {
        var inputs: Set<FileStatus.Identity> = []
        var owners: [BytePath: Int] = [:]
        var rivals: [Int: EditError] = [:]
        var planned: [Result<OutputNames, EditError>] = []
        var byteCounts = [Int](repeating: 0, count: files.count)
        for (index, file) in files.enumerated() {
            // What cannot be read, or is not read, is an input all the same.
            if file.content == nil, let status = try? file.path.status() { inputs.insert(status.identity) }
            let names: Result<OutputNames, EditError> = Result { () throws(EditError) in
                if let failure = file.failure { throw failure }
                let source = try PictureSource(file)
                if let identity = source.identity { inputs.insert(identity) }
                byteCounts[index] = source.size
                let format: ImageFormat
                if let wanted = options.format { format = wanted } else { format = try source.format() }
                guard let output else { return OutputNames(receiving: options.sizes.count, format: format) }
                return OutputNames(file, output: output, format: format, sizes: options.sizes, original: original)
            }
            planned.append(names)
            guard output != nil, case .success(let names) = names else { continue }
            for name in names.all {
                guard let owner = owners.updateValue(index, forKey: name) else { continue }
                rivals[index] = .collision(path: name, other: files[owner].path)
                rivals[owner] = rivals[owner] ?? .collision(path: name, other: file.path)
            }
        }
        return files.enumerated().compactMap { index, file in
            if let shard, !shard.contains(file) { return nil }
            return PlannedInput(
                file: file,
                names: planned[index].flatMap { names in
                    if let rival = rivals[index] { return .failure(rival) }
                    guard output != nil else { return .success(names) }
                    return check(names, existing: existing, inputs: inputs)
                },
                byteCount: byteCounts[index])
        }
    }

    /// Asks the system to read the file ahead, where it will be read. What is small came with its first bytes already.
    func prefetch() {
        guard byteCount > 1 << 17, file.content == nil, case .success = names,
            let file = try? OpenFile.reading(file.path)
        else { return }
        file.prefetch()
    }

    /// The order in which inputs are worked on: as given, but the last ones largest first, so that at the end no worker is
    /// left alone with a large picture. Cost: sorting the last ones.
    static func workOrder(_ planned: [PlannedInput], workers: Int) -> [Int] {
        let tail = max(0, planned.count - 16 * workers)
        return Array(0..<tail)
            + (tail..<planned.count).sorted { first, second in
                (planned[second].byteCount, first) < (planned[first].byteCount, second)
            }
    }

    private static func check(
        _ names: OutputNames, existing: ExistingPolicy, inputs: Set<FileStatus.Identity>
    ) -> Result<OutputNames, EditError> {
        for name in names.all {
            do {
                guard let status = try name.statusIfPresent() else { continue }
                if case .folder = status.kind { return .failure(.notAFile(path: name, what: "a folder")) }
                if inputs.contains(status.identity) { return .failure(.targetIsInput(path: name)) }
                if existing == .error { return .failure(.exists(path: name)) }
            } catch {
                return .failure(.system(name, error.code, remedy: "check the permissions of the output folder"))
            }
        }
        return .success(names)
    }
}
