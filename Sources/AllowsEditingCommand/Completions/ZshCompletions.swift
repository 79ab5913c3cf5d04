/// What teaches zsh this command: specifications for its `_arguments`.
enum ZshCompletions {
    static var script: String {
        """
        #compdef allows-editing
        # Completion of allows-editing for zsh. Made by: allows-editing completions zsh
        _allows-editing() {
            local -a batch inspect
            batch=(
        \(specifications(.batch))
            )
            inspect=(
        \(specifications(.inspect))
            )
            if ((CURRENT > 2)); then
                case $words[2] in
                    inspect) _arguments -s -S $inspect '*:FILE:_files'; return ;;
        \(subcommands)
                esac
            fi
            _arguments -s -S $batch '1: :_allows-editing_first' '*:INPUT:_files'
        }
        _allows-editing_first() {
            local -a commands
            commands=(
        \(names)
            )
            _describe -t commands command commands
            _files
        }
        if [[ $funcstack[1] == _allows-editing ]]; then
            _allows-editing "$@"
        else
            compdef _allows-editing allows-editing
        fi

        """
    }

    private static func specifications(_ task: Invocation.Task) -> String {
        CommandOption.all(for: task).flatMap { option in
            option.names.map { name in
                var specification = "*" + name
                // Values hang on a long name behind an equals sign, on a short one just so; both may also stand apart.
                if option.value != nil { specification += name.hasPrefix("--") ? "=" : "+" }
                specification += "[" + escaped(option.summary) + "]"
                if let value = option.value { specification += ":" + escaped(value.placeholder) + ":" + action(value) }
                return "        " + Shell.quoted(specification)
            }
        }.joined(separator: "\n")
    }

    /// What is offered for a value.
    private static func action(_ value: OptionValue) -> String {
        switch value.place {
        case .file: return "_files"
        case .folder: return "_files -/"
        case nil: break
        }
        if value.words.isEmpty { return " " }
        if value.isList { return "_sequence compadd - " + value.words.joined(separator: " ") }
        let open = value.words.filter { $0.hasSuffix("=") }
        let whole = value.words.filter { !$0.hasSuffix("=") }
        if open.isEmpty { return "(" + whole.joined(separator: " ") + ")" }
        return "{compadd - \(whole.joined(separator: " ")); compadd -S \"\" - \(open.joined(separator: " "))}"
    }

    private static var subcommands: String {
        Subcommand.all.filter { $0.task != .inspect }.map { command in
            let words =
                command.words.isEmpty ? "" : "((CURRENT == 3)) && compadd - \(command.words.joined(separator: " ")); "
            return "            \(command.name)) \(words)return ;;"
        }.joined(separator: "\n")
    }

    private static var names: String {
        Subcommand.all.map { "        " + Shell.quoted("\($0.name):\(escaped($0.summary))") }.joined(separator: "\n")
    }

    /// Text in which colons and brackets mean themselves.
    private static func escaped(_ text: String) -> String {
        text.map { "\\:[]".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
