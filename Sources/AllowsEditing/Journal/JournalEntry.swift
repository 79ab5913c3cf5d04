import ImageCodecs

/// What a journal says of one pair: of what it was made, how, and what its files are.
struct JournalEntry: Sendable, Equatable {
    /// A file that was written.
    struct Output: Sendable, Equatable {
        /// Relative to the output folder, so that the whole tree may be moved.
        let name: BytePath
        let facts: FileFacts
    }

    /// Of the options that the pair was made with.
    let fingerprint: UInt64
    /// What was odd about the input. Whether that counts as a failure may change from run to run.
    let findings: Set<Finding>
    let input: FileFacts
    let outputs: [Output]
}

extension JournalEntry {
    /// Reads the line of a pair; nil for any other.
    init?(_ line: JournalLine) {
        var line = line
        guard line.kind == .pair, let fingerprint = line.number(), let codes = line.text(), let input = line.facts()
        else { return nil }
        var outputs: [Output] = []
        while let name = line.path() {
            guard !name.isEmpty, let facts = line.facts() else { return nil }
            outputs.append(Output(name: name, facts: facts))
        }
        guard !outputs.isEmpty else { return nil }
        let words = String(decoding: codes.bytes, as: UTF8.self).split(separator: ",")
        self.init(
            fingerprint: fingerprint, findings: Set(words.compactMap { Finding(rawValue: String($0)) }), input: input,
            outputs: outputs)
    }

    /// The line that says it.
    var line: [UInt8] {
        var line = JournalLineWriter(.pair, capacity: 120 + outputs.reduce(0) { $0 + 70 + $1.name.bytes.count })
        line.put(fingerprint)
        line.put(findings.isEmpty ? "-" : BytePath(findings.map(\.rawValue).sorted().joined(separator: ",")))
        line.put(input)
        for output in outputs {
            line.put(path: output.name)
            line.put(output.facts)
        }
        return line.line
    }

    /// The same for all entries of the same contents, whatever the dates of their files.
    var contents: UInt64 {
        let undated = { (facts: FileFacts) in FileFacts(bytes: facts.size, hash: facts.hash) }
        let entry = JournalEntry(
            fingerprint: fingerprint, findings: findings, input: undated(input),
            outputs: outputs.map { Output(name: $0.name, facts: undated($0.facts)) })
        let line = entry.line
        return ContentHash.of(line.span)
    }

    /// Whether every file stands in the output folder, with these contents. Cost: reads them.
    func stands(in folder: BytePath) -> Bool {
        outputs.allSatisfy { output in
            guard let file = try? OpenFile.reading(folder.appending(output.name)), let status = try? file.status(),
                case .file = status.kind, status.size == output.facts.size
            else { return false }
            return (try? ContentHash.of(file)) == output.facts.hash
        }
    }
}

extension JournalLine {
    fileprivate mutating func facts() -> FileFacts? {
        guard let size = number().flatMap({ Int(exactly: $0) }), let date = number(), let file = number(),
            let hash = number()
        else { return nil }
        return FileFacts(size: size, date: Int64(bitPattern: date), number: file, hash: hash)
    }
}

extension JournalLineWriter {
    fileprivate mutating func put(_ facts: FileFacts) {
        put(UInt64(facts.size))
        put(UInt64(bitPattern: facts.date))
        put(facts.number)
        put(facts.hash)
    }
}
