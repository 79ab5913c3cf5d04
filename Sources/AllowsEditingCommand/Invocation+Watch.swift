import AllowsEditing

extension Invocation {
    /// - Throws: `UsageError` where a run that watches its folders cannot do what else is asked for.
    func checkWatch() throws(UsageError) {
        guard isWatching else { return }
        guard !isDryRun else { throw UsageError("--watch and --dry-run: a dry run ends, a watch does not") }
        guard output != .standardStream else {
            throw UsageError("--watch: standard output takes one picture; name a folder with --output")
        }
        guard name.flatMap({ try? NameTemplate(bytes: $0) })?.namesPlaces != true else {
            throw UsageError("--watch: {index} of --name is the place among all inputs, and a watch does not know them")
        }
        guard !inputs.contains(.standardStream) else {
            throw UsageError("--watch: standard input is one picture; name a folder")
        }
    }

    /// Tells a person why the run does not end.
    func announceWatch() {
        guard isWatching, !isQuiet else { return }
        StandardStream.error.write("watching for new pictures; ^C or a signal ends this\n")
    }

    /// What happens to outputs that are there: a watch that is started again goes on with what is new.
    var existingPolicy: ExistingPolicy { existing ?? (isWatching ? .skip : .error) }
}
