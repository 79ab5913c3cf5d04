import AllowsEditing

/// The failures of a batch, told so that a thousand of one kind are not a thousand lines.
///
/// The first ones of each kind are told as they happen. At the end each kind is told once more, with its count, some names and what to
/// do about it. Records hold all of them.
struct FailureTally {
    /// How many of a kind are told as they happen, and how many are named at the end.
    static let examples = 3

    private struct Group {
        let kind: String
        let remedy: String
        var inputs: [BytePath]
        var count: Int
    }

    /// In the order of the first failure of each.
    private var groups: [Group] = []
    private var total = 0

    /// Takes one failure in.
    ///
    /// - Returns: the line to print now; nil where enough like it have been printed.
    mutating func add(_ error: EditError, of input: BytePath) -> String? {
        total += 1
        let remedy = error.remedy
        let line = error.path == input ? "\(error)" : "\(input): \(error)"
        guard let index = groups.firstIndex(where: { $0.kind == error.kind && $0.remedy == remedy }) else {
            groups.append(Group(kind: error.kind, remedy: remedy, inputs: [input], count: 1))
            return line
        }
        groups[index].count += 1
        guard groups[index].count <= Self.examples else { return nil }
        groups[index].inputs.append(input)
        return line
    }

    /// What is printed at the end: for each kind a line with examples, and one with what to do. For a single failure the latter alone: its
    /// line has just been printed.
    var summary: [String] {
        guard total > 1 else { return groups.map { "-> \($0.remedy)" } }
        let width = groups.map { String($0.count).count }.max() ?? 0
        return groups.flatMap { group in
            let count = String(group.count)
            let margin = String(repeating: " ", count: width - count.count)
            let more = group.count - group.inputs.count
            let names = group.inputs.map(\.description).joined(separator: ", ")
            return [
                "\(margin)\(count) \(group.kind): \(names)\(more > 0 ? " and \(more) more" : "")",
                String(repeating: " ", count: width) + " -> \(group.remedy)",
            ]
        }
    }
}
