extension PlannedInput {
    /// Asks the journals about outputs that are there already: where they are to be left alone, whether they are complete, and in any
    /// case what stands beside an original that will be replaced.
    ///
    /// What stands was looked at before; a pair is in a journal before it stands, so that nothing that was seen is missed. Cost: reads
    /// the journals once, unless nothing stands; keeps of them what concerns pictures that cannot be told to be complete by a look.
    ///
    /// - Parameter inputs: what is never removed.
    static func resume(_ planned: [PlannedInput], of batch: FolderBatch, inputs: InputEntries) -> [PlannedInput] {
        var planned = planned
        var owners: [BytePath: Int] = [:]
        for (index, input) in planned.enumerated() {
            guard case .success(let names) = input.names else { continue }
            if input.hasOldOriginal, let original = names.original {
                owners[original.relative(to: names.output)] = index
            }
            guard case .occupied(let found) = input.standing else { continue }
            for (name, status) in zip(names.all, found) where status != nil {
                owners[name.relative(to: names.output)] = index
            }
        }
        guard !owners.isEmpty else { return planned }
        var entries: [Int: [JournalEntry]] = [:]
        var failure: EditError?
        let general = batch.wantedPair()
        do {
            try JournalFolder(in: batch.output)?.read { line in
                guard let entry = JournalEntry(line) else { return }
                for index in Set(entry.outputs.compactMap { owners[$0.name] }) {
                    planned[index].addOutdated(entry, inputs)
                    guard batch.existing == .skip else { continue }
                    let wanted = batch.boxes == nil ? general : batch.wantedPair(for: planned[index].file)
                    if planned[index].isComplete(by: entry, wanted) { planned[index].standing = .complete }
                    if planned[index].isComplete { continue }
                    entries[index, default: []].append(entry)
                    if entries[index]!.count > mostEntries { entries[index]!.removeFirst() }
                }
            }
        } catch {
            failure = error
        }
        for (index, input) in planned.enumerated() {
            guard case .occupied(let found) = input.standing, case .success(let names) = input.names else { continue }
            if let entries = entries[index], failure == nil {
                planned[index].standing = .unclear(EarlierWork(found: found, entries: entries))
            } else {
                let first = zip(names.all, found).first { $0.1 != nil }?.0 ?? names.edited[0]
                planned[index].names = .failure(failure ?? .unknownOutput(path: first))
            }
        }
        return planned
    }

    /// Keeps what the entry of another picture says of files that would stand beside the new original.
    private mutating func addOutdated(_ entry: JournalEntry, _ inputs: InputEntries) {
        guard hasOldOriginal, case .success(let names) = names, let original = names.original,
            entry.outputs.contains(where: { $0.name == original.relative(to: names.output) }),
            status.map({ !entry.input.fits($0) }) ?? true
        else { return }
        let others = entry.outputs.filter { output in
            let path = names.output.appending(output.name)
            guard !names.all.contains(path), let status = try? path.linkStatus() else { return false }
            return output.facts.fits(status) && !inputs.contains(status.identity)
        }
        guard !others.isEmpty else { return }
        outdated.append(
            JournalEntry(fingerprint: entry.fingerprint, findings: [], input: entry.input, outputs: others))
        if outdated.count > Self.mostEntries { outdated.removeFirst() }
    }

    /// The most that is kept of the past of one picture: the latest of it.
    private static let mostEntries = 64

    /// Whether there is nothing to be done.
    var isComplete: Bool {
        guard case .complete = standing else { return false }
        return true
    }

    /// Whether a look shows that all outputs are there, made as is wanted. Nothing is read for it.
    private func isComplete(by entry: JournalEntry, _ wanted: WantedPair) -> Bool {
        guard case .occupied(let found) = standing, case .success(let names) = names, let status,
            entry.isWanted(wanted), entry.input.fits(status), entry.outputs.count == found.count
        else { return false }
        return zip(entry.outputs, zip(names.all, found)).allSatisfy { output, place in
            guard let status = place.1 else { return false }
            return output.facts.fits(status) && output.name == place.0.relative(to: names.output)
        }
    }
}

extension FolderBatch {
    /// How the pair of an input is to be made; without one, those of all inputs that have no crop of their own.
    func wantedPair(for file: InputFile? = nil) -> WantedPair {
        let options = file.map(options) ?? options
        return WantedPair(
            fingerprint: options.fingerprint(original: original), isLinked: original == .link, failOn: options.failOn)
    }
}
