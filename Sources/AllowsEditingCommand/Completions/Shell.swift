import AllowsEditing

/// A shell that can complete command lines, and the script that teaches it this command.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// - Throws: `UsageError` for anything but the name of one of them.
    init(_ inputs: [BytePath]) throws(UsageError) {
        guard inputs.count == 1, let shell = Shell(rawValue: inputs[0].description) else {
            let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("completions takes the name of a shell: \(names)")
        }
        self = shell
    }

    /// What the shell reads once.
    var script: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    /// Text between single quotes, as bash and zsh read it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

extension CommandOption {
    /// Those that may stand in a batch, or behind `inspect`.
    static func all(for task: Invocation.Task) -> [CommandOption] { all.filter { $0.scope.includes(task) } }
}
