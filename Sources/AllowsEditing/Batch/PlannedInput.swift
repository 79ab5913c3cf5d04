import ImageCodecs

/// One input with the names of its outputs, or the reason why it has none.
struct PlannedInput: Sendable {
    let file: InputFile
    var names: Result<OutputNames, EditError>
    /// Bytes of the input, 0 where it cannot be read.
    let byteCount: Int
    /// What the file was when names were planned; nil for what is no file.
    var status: FileStatus?
    /// What is known of its outputs.
    var standing = Standing.free
    /// Whether something stands at the name of its original.
    private(set) var hasOldOriginal = false
    /// What journals say of other pictures that had that original's name, with what of them stands and will not be replaced.
    var outdated: [JournalEntry] = []

    /// Plans all names before any picture is decoded.
    ///
    /// Refused are inputs whose outputs have the same name as those of another input, whose output is an input itself, and,
    /// unless earlier work is taken into account or replaced, whose outputs are there already. Without an output folder, nothing has a
    /// name.
    ///
    /// - Parameter shard: the part that is given back. Names are planned for all, so that each part refuses the same inputs.
    static func plan(
        _ files: [InputFile], output: BytePath?, options: EditOptions, original: OriginalPolicy,
        existing: ExistingPolicy, template: NameTemplate = .standard, shard: Shard? = nil
    ) -> [PlannedInput] {
        var inputs = InputEntries()
        return plan(
            files, output: output, options: options, original: original, existing: existing, template: template,
            shard: shard, inputs: &inputs)
    }

    /// Plans names as above.
    ///
    /// - Parameter inputs: what must not be written over, to which the inputs are added.
    static func plan(
        _ files: [InputFile], output: BytePath?, options: EditOptions, original: OriginalPolicy,
        existing: ExistingPolicy, template: NameTemplate, shard: Shard?, inputs: inout InputEntries
    ) -> [PlannedInput] {
        var owners: [BytePath: Int] = [:]
        var rivals: [Int: EditError] = [:]
        var planned: [Result<OutputNames, EditError>] = []
        var byteCounts = [Int](repeating: 0, count: files.count)
        var statuses = [FileStatus?](repeating: nil, count: files.count)
        for (index, file) in files.enumerated() {
            // What cannot be read, or is not read, is an input all the same.
            if file.content == nil, let status = try? file.path.status() { inputs.insert(file.path, status.identity) }
            let names: Result<OutputNames, EditError> = Result { () throws(EditError) in
                if let failure = file.failure { throw failure }
                let source = try PictureSource(file)
                if let status = source.status { inputs.insert(file.path, status.identity) }
                statuses[index] = source.status
                byteCounts[index] = source.size
                let format: ImageFormat
                if let wanted = options.format { format = wanted } else { format = try source.format() }
                guard let output else { return OutputNames(receiving: options.sizes.count, format: format) }
                return try OutputNames(
                    file, output: output, format: format, sizes: options.sizes, original: original, template: template,
                    position: InputPosition(number: index + 1, count: files.count))
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
            var input = PlannedInput(
                file: file, names: planned[index], byteCount: byteCounts[index], status: statuses[index])
            if let rival = rivals[index] { input.names = .failure(rival) }
            if output != nil { input.check(existing, inputs: &inputs) }
            return input
        }
    }

    /// Asks the system to read the file ahead, where it will be read. What is small came with its first bytes already.
    func prefetch() {
        guard byteCount > 1 << 17, file.content == nil, case .success = names, !isComplete,
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

    /// Looks at what stands at the names of the outputs.
    private mutating func check(_ existing: ExistingPolicy, inputs: inout InputEntries) {
        guard case .success(let names) = names else { return }
        var found: [FileStatus?] = []
        for name in names.all {
            do {
                let there = try name.statusIfPresent()
                found.append(there)
                guard let there else { continue }
                if case .folder = there.kind { throw EditError.notAFile(path: name, what: "a folder") }
                if inputs.contains(name, there.identity) { throw EditError.targetIsInput(path: name) }
                if existing == .error { throw EditError.exists(path: name) }
            } catch let error as EditError {
                return self.names = .failure(error)
            } catch {
                let code = (error as? SystemError)?.code ?? 0
                return self.names = .failure(
                    .system(name, code, remedy: "check the permissions of the output folder"))
            }
        }
        hasOldOriginal = names.original != nil && found[0] != nil
        if existing == .skip, found.contains(where: { $0 != nil }) { standing = .occupied(found) }
    }
}
