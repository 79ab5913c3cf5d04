extension BatchRun {
    /// Edits what is there, and then each new picture once it is complete, in rounds: all that have come during one are the next.
    /// Ends when the run is cancelled, or when no folder is left, which is one failed record.
    ///
    /// - Throws: `invalidOptions`, or what keeps a folder from being watched; nothing was done then.
    func watch() throws(EditError) {
        let folders = batch.inputs.filter(\.isFolder)
        guard let first = folders.first else {
            throw .invalidOptions(reason: "there is no folder to watch: name one that is there")
        }
        for folder in folders where folder.lies(in: batch.output) {
            throw .invalidOptions(
                reason: "\(folder) lies in the output folder, and what is written there would be edited again")
        }
        var watch = try FolderWatch(folders, excluding: batch.output, includesPresent: true)
        var claims = NameClaims()
        let named = batch.inputs.filter { !folders.contains($0) }
        // An input stays one: what comes later must not be written over it.
        var inputs = InputEntries()
        edit(claims.admitting(plan(FolderWalk.files(of: named, excluding: nil, streamed: [:]), &inputs)))
        while !isStopped {
            let files: [InputFile]
            do throws(EditError) { files = try watch.next { isStopped } } catch {
                guard error != .cancelled else { return }
                let folder = InputFile(path: error.path ?? first, relativeFolder: "")
                return edit([PlannedInput(file: folder, names: .failure(error), byteCount: 0)])
            }
            edit(claims.admitting(plan(files, &inputs)))
        }
    }
}

/// Who has written which names in the rounds before: planning sees the inputs of one round alone.
///
/// Cost: some hundred bytes for each picture.
struct NameClaims {
    /// By a number for each name: names themselves would take more memory.
    private var owners: [Int: BytePath] = [:]

    /// The inputs, those refused whose outputs were written for another one that is still there.
    mutating func admitting(_ planned: [PlannedInput]) -> [PlannedInput] {
        planned.map { input in
            guard case .success(let names) = input.names else { return input }
            let path = input.file.path
            for name in names.all {
                guard let owner = owners[name.hashValue], owner != path, (try? owner.status()) != nil else { continue }
                return PlannedInput(
                    file: input.file, names: .failure(.collision(path: name, other: owner)), byteCount: input.byteCount)
            }
            for name in names.all { owners[name.hashValue] = path }
            return input
        }
    }
}
