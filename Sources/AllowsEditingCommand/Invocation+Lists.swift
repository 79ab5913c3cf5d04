import AllowsEditing

// Inputs that other programs have listed.
extension Invocation {
    /// - Throws: `UsageError` where options about lists cannot be followed.
    func checkLists() throws(UsageError) {
        guard !lists.isEmpty else {
            if listSeparator == .zero { throw UsageError("--null is for the lists of --files-from, and there is none") }
            return
        }
        guard output != .standardStream else {
            throw UsageError("--output -: standard output takes one picture, and --files-from may list any number")
        }
    }

    /// The inputs of all lists, in the order of the command line. Waits where a list is still being written.
    func listedInputs() throws(EditError) -> [BytePath] {
        var inputs: [BytePath] = []
        for list in lists { inputs += try InputList(contentsOf: list, separatedBy: listSeparator).paths }
        return inputs
    }
}
