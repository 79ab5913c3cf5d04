import AllowsEditing

extension Invocation {
    /// Reads a command line by the option table.
    ///
    /// Options may stand anywhere; `--` ends them; values may follow as `--size 512`, `--size=512`, `-s 512` or `-s512`.
    ///
    /// - Parameter arguments: the bytes of each argument, without the name of the command.
    /// - Throws: `UsageError` naming the flag, the value and what is allowed.
    init(arguments: [[UInt8]]) throws(UsageError) {
        self.init()
        var rest = arguments[...]
        if let first = arguments.first {
            let word = String(decoding: first, as: UTF8.self)
            // Not for people: --isolate starts itself with this and the arguments it was given.
            if word == "--isolated-worker" { task = .worker }
            if let command = Subcommand.all.first(where: { $0.name == word }) { task = command.task }
        }
        if task != .batch { rest.removeFirst() }
        var optionsEnded = false
        while let argument = rest.popFirst() {
            let text = String(decoding: argument, as: UTF8.self)
            if optionsEnded || text == "-" || !text.hasPrefix("-") {
                inputs.append(BytePath(bytes: argument))
            } else if text == "--" {
                optionsEnded = true
            } else {
                let taskBefore = task
                try take(argument, rest: &rest)
                guard task == .help, taskBefore != .help else { continue }
                // Whatever else stands there, a person who asks for help gets it.
                let next = rest.first.map { BytePath(bytes: $0) }
                if inputs.isEmpty, let next, Help.topics.contains(next.description) { inputs = [next] }
                return
            }
        }
    }

    private mutating func take(_ argument: [UInt8], rest: inout ArraySlice<[UInt8]>) throws(UsageError) {
        let (name, attached) = Self.split(argument)
        guard let option = CommandOption.all.first(where: { $0.names.contains(name) }) else {
            throw UsageError("unknown option \(BytePath(name))\(Self.suggestion(for: name)); see --help")
        }
        guard option.scope.includes(task) else {
            throw UsageError(
                task == .inspect
                    ? "inspect does not take \(name): it prints what the header says, and writes no picture; see help inspect"
                    : "\(name) is for inspect alone; see --help")
        }
        if option.scope == .edit { describesEdit = true }
        guard let placeholder = option.placeholder else {
            guard attached == nil else { throw UsageError("\(name) takes no value") }
            _ = option.apply(&self, ArgumentValue(bytes: []))
            return
        }
        guard let bytes = attached ?? rest.popFirst() else { throw UsageError("\(name) needs a value: \(placeholder)") }
        let value = ArgumentValue(bytes: bytes)
        guard option.apply(&self, value) else {
            throw UsageError("\(name): '\(value.path)' is not allowed; it takes \(placeholder): \(option.help)")
        }
    }

    /// The name of an option and the value that hangs on it, if one does.
    private static func split(_ argument: [UInt8]) -> (name: String, value: [UInt8]?) {
        let isLong = argument.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")])
        if isLong, let sign = argument.firstIndex(of: UInt8(ascii: "=")) {
            return (String(decoding: argument[..<sign], as: UTF8.self), [UInt8](argument[(sign + 1)...]))
        }
        if !isLong, argument.count > 2 {
            return (String(decoding: argument[..<2], as: UTF8.self), [UInt8](argument[2...]))
        }
        return (String(decoding: argument, as: UTF8.self), nil)
    }

    private static func suggestion(for name: String) -> String {
        let known = CommandOption.all.flatMap(\.names).filter { $0.hasPrefix("--") }
        let ranked = known.map { (name: $0, distance: editDistance($0, name)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= 2 else { return "" }
        return ": did you mean \(best.name)?"
    }

    /// Insertions, deletions and replacements between two words (Levenshtein).
    private static func editDistance(_ first: String, _ second: String) -> Int {
        let columns = Array(second)
        var row = Array(0...columns.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in columns.indices {
                let replaced = diagonal + (letter == columns[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[columns.count]
    }
}
