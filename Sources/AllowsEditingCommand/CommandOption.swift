import AllowsEditing

/// One option of the command: how it is written, what it means, and what it does to an invocation.
///
/// The parser, the help, the manual and the completions of shells all read the table of these; there is no other list of options.
struct CommandOption: Sendable {
    /// With their dashes; the long name last.
    let names: [String]
    /// What follows it; nil for an option without a value.
    let value: OptionValue?
    /// Where it stands in the help.
    let section: OptionSection
    /// What it is for.
    let scope: Scope
    /// One sentence for the help.
    let help: String
    /// Takes the value (empty for an option without one); returns false where it is not allowed.
    let apply: @Sendable (inout Invocation, ArgumentValue) -> Bool

    /// What an option is for.
    enum Scope: Sendable {
        /// How pictures are edited, and what they may cost: for a batch, and for `inspect`, which then tells what would be done.
        case edit
        /// How a batch is run, and what it writes.
        case batch
        /// How `inspect` prints.
        case inspect
        /// The command itself.
        case command

        func includes(_ task: Invocation.Task) -> Bool {
            switch self {
            case .edit, .command: true
            case .batch: task != .inspect
            case .inspect: task != .batch && task != .worker
            }
        }
    }

    /// The name used in messages.
    var longName: String { names[names.count - 1] }
    /// How the value is written in the help; nil for an option without one.
    var placeholder: String? { value?.placeholder }
    /// The first part of the help, for the one line that a shell shows beside a completion.
    var summary: String { String(help.prefix { !";:(".contains($0) }).trimmingSpaces }

    /// - Parameter section: by default the one where most options of the scope stand.
    init(
        _ names: [String], value: OptionValue? = nil, for scope: Scope = .edit, in section: OptionSection? = nil,
        help: String, apply: @escaping @Sendable (inout Invocation, ArgumentValue) -> Bool
    ) {
        self.names = names
        self.value = value
        self.scope = scope
        self.section = section ?? OptionSection(usualFor: scope)
        self.help = help
        self.apply = apply
    }
}

/// What the help puts under one heading, in its order.
enum OptionSection: String, Sendable, CaseIterable {
    case inputs = "Inputs"
    case output = "Output"
    case crop = "Which part is kept"
    case size = "Size and pixels"
    case file = "The file that is written"
    case run = "How a batch runs"
    case limits = "What is refused, and what fails"
    case reports = "What is told"
    case command = "The command itself"

    init(usualFor scope: CommandOption.Scope) {
        switch scope {
        case .edit: self = .size
        case .batch: self = .run
        case .inspect: self = .reports
        case .command: self = .command
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
