/// What teaches bash this command: a function that looks at the word before the one that is being written.
enum BashCompletions {
    static var script: String {
        """
        # Completion of allows-editing for bash 4 and later. Made by: allows-editing completions bash
        _allows_editing() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= place=any head=
            # bash takes --option=value apart, unless it was told not to.
            if [[ $word == = ]]; then
                word=
            elif [[ $before == = ]]; then
                before=${COMP_WORDS[COMP_CWORD-2]}
            elif [[ $word == --*=* ]]; then
                before=${word%%=*} head=${word%%=*}=
            fi
            COMPREPLY=()
            case $before in
        \(values)
                *)
                    if [[ $word == -* ]]; then
                        case ${COMP_WORDS[1]} in
                            inspect) words=\(Shell.quoted(names(.inspect))) ;;
                            *) words=\(Shell.quoted(names(.batch))) ;;
                        esac
                    elif ((COMP_CWORD == 1)); then
                        words=\(Shell.quoted(Subcommand.all.map(\.name).joined(separator: " "))) place=first
                    else
                        case ${COMP_WORDS[1]} in
        \(subcommands)
                        esac
                    fi
                    ;;
            esac
            # What is not found among the words is left to bash, which knows best how to write names of files.
            case $place in
                folder) compopt -o dirnames +o default 2>/dev/null ;;
                first) compopt -o plusdirs 2>/dev/null ;;
                none) compopt +o default 2>/dev/null ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "${word#"$head"}")
            COMPREPLY=("${COMPREPLY[@]/#/$head}")
            if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
        }
        complete -o default -F _allows_editing allows-editing

        """
    }

    private static func names(_ task: Invocation.Task) -> String {
        CommandOption.all(for: task).flatMap(\.names).joined(separator: " ")
    }

    /// One branch for each option with a value.
    private static var values: String {
        CommandOption.all.compactMap { option in
            guard let value = option.value else { return nil }
            var actions: [String] = []
            if !value.words.isEmpty { actions.append("words=" + Shell.quoted(value.words.joined(separator: " "))) }
            if value.isList { actions.append("[[ $word == *,* ]] && head=${word%,*},") }
            switch value.place {
            case .folder: actions.append("place=folder")
            case .file: break
            case nil: actions.append("place=none")
            }
            return line("\(option.names.joined(separator: "|")))", actions, indent: 8)
        }.joined(separator: "\n")
    }

    private static var subcommands: String {
        Subcommand.all.filter { $0.task != .inspect }.map { command in
            let words = command.words.isEmpty ? [] : ["words=" + Shell.quoted(command.words.joined(separator: " "))]
            return line("\(command.name))", words + ["place=none"], indent: 16)
        }.joined(separator: "\n")
    }

    private static func line(_ pattern: String, _ actions: [String], indent: Int) -> String {
        String(repeating: " ", count: indent) + pattern + " "
            + (actions.isEmpty ? ":" : actions.joined(separator: "; "))
            + " ;;"
    }
}
