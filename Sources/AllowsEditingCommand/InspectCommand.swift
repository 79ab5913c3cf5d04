import AllowsEditing

/// Prints what the headers of pictures say, for people or as JSON Lines.
struct InspectCommand {
    private let inputs: [BytePath]
    private let options: EditOptions
    private let memory: Int
    private let plansEdit: Bool
    private let printsJSON: Bool

    /// - Throws: `UsageError` where something is missing or contradicts something else.
    init(_ invocation: Invocation) throws(UsageError) {
        inputs = invocation.inputs
        guard !inputs.isEmpty else { throw UsageError("inspect: no FILE: name a picture") }
        try invocation.checkStandardInput()
        options = try invocation.editOptions()
        memory = invocation.memory ?? FolderBatch.defaultMemory
        plansEdit = invocation.describesEdit
        printsJSON = invocation.printsJSON
    }

    /// Inspects every file, and returns the exit code. One that cannot be read does not keep the others from being shown.
    func run() -> Int32 {
        var read = 0
        var isComplete = true
        for input in inputs {
            let text: String
            do throws(EditError) {
                let inspection = try inspect(input)
                if case .failure? = inspection.edit { isComplete = false }
                text = printsJSON ? inspection.json + "\n" : Self.table(inspection, isFirst: read == 0)
                read += 1
            } catch {
                isComplete = false
                complain(error.path == input ? "\(error)" : "\(input): \(error)")
                guard printsJSON else { continue }
                text = Inspection.json(input, failedWith: error) + "\n"
            }
            guard StandardOutput.print(text) == ExitCode.done else { return ExitCode.someFailed }
        }
        if read == 0 { return ExitCode.nothingDone }
        return isComplete ? ExitCode.done : ExitCode.someFailed
    }

    private func inspect(_ input: BytePath) throws(EditError) -> Inspection {
        guard input == .standardStream else {
            return try Inspection(of: input, options: options, plansEdit: plansEdit, memory: memory)
        }
        let bytes = try StreamedPicture.standardInput.read(memory) { false }
        return try Inspection(bytes, named: input, options: options, plansEdit: plansEdit, memory: memory)
    }

    /// The name, and its facts below it with their values in one column.
    private static func table(_ inspection: Inspection, isFirst: Bool) -> String {
        let lines = inspection.lines
        let width = lines.map(\.label.count).max() ?? 0
        let rows = lines.map { line in
            "  " + line.label + String(repeating: " ", count: width - line.label.count + 3) + line.value + "\n"
        }
        return (isFirst ? "" : "\n") + "\(inspection.input)\n" + rows.joined()
    }
}
