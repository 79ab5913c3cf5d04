/// A first word of the command line that is no input, and what it does. The parser, the help, the manual and the completions of shells
/// read the table of these.
struct Subcommand: Sendable {
    let name: String
    let task: Invocation.Task
    /// What follows the name in the usage; empty for nothing.
    let arguments: String
    let summary: String
    /// The words that may follow it.
    var words: [String] = []

    /// How it is called.
    var usage: String { "allows-editing \(name)" + (arguments.isEmpty ? "" : " " + arguments) }

    /// How the command is called without one.
    static let batchUsage = "allows-editing INPUT... -o DIR [options]"

    static let all = [
        Subcommand(
            name: "inspect", task: .inspect, arguments: "FILE... [--json] [options]",
            summary: "print what the headers of pictures say"),
        Subcommand(
            name: "selftest", task: .selfTest, arguments: "",
            summary: "print what this processor offers, and check that all of it gives the same pictures"),
        Subcommand(
            name: "help", task: .help, arguments: "[\(Help.topics.joined(separator: "|"))]",
            summary: "print help, on everything or on one topic", words: Help.topics),
        Subcommand(
            name: "completions", task: .completions,
            arguments: Shell.allCases.map(\.rawValue).joined(separator: "|"),
            summary: "print what makes a shell complete this command", words: Shell.allCases.map(\.rawValue)),
        Subcommand(name: "manual", task: .manual, arguments: "", summary: "print the manual page, for man -l -"),
    ]

    /// Whether the options of edits and batches mean something after it.
    var takesOptions: Bool { task == .inspect }
}
