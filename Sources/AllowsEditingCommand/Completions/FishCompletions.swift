/// What teaches fish this command: one `complete` for each option.
enum FishCompletions {
    static var script: String {
        let other = Subcommand.all.filter { !$0.takesOptions }.map(\.name).joined(separator: " ")
        return """
            # Completion of allows-editing for fish. Made by: allows-editing completions fish
            complete -c allows-editing -n '__fish_seen_subcommand_from \(other)' -f
            \((subcommands + CommandOption.all.map(option)).joined(separator: "\n"))

            """
    }

    private static var subcommands: [String] {
        Subcommand.all.flatMap { command in
            let first = "-n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
            guard !command.words.isEmpty else { return ["complete -c allows-editing \(first)"] }
            let words = quoted(command.words.joined(separator: " "))
            return [
                "complete -c allows-editing \(first)",
                "complete -c allows-editing -n '__fish_seen_subcommand_from \(command.name)' -a \(words)",
            ]
        }
    }

    private static func option(_ option: CommandOption) -> String {
        var parts = ["complete -c allows-editing"]
        switch option.scope {
        case .batch: parts.append("-n 'not __fish_seen_subcommand_from inspect'")
        case .inspect: parts.append("-n '__fish_seen_subcommand_from inspect'")
        case .edit, .command: break
        }
        for name in option.names {
            parts.append(name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())")
        }
        if let value = option.value { parts.append(offer(value)) }
        return (parts + ["-d \(quoted(option.summary))"]).joined(separator: " ")
    }

    private static func offer(_ value: OptionValue) -> String {
        switch value.place {
        case .file: return "-r -F"
        case .folder: return "-x -a '(__fish_complete_directories)'"
        case nil: break
        }
        if value.words.isEmpty { return "-x" }
        let words = value.words.joined(separator: " ")
        return "-x -a " + quoted(value.isList ? "(__fish_append , \(words))" : words)
    }

    /// Text between single quotes, in which fish gives a meaning to backslashes, too.
    private static func quoted(_ text: String) -> String {
        "'" + text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
