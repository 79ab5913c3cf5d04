/// What `--progress` says.
enum ProgressMode: String, CaseIterable {
    /// A bar on a terminal, silence elsewhere.
    case auto
    /// A bar on a terminal, a line now and then elsewhere.
    case on
    /// Silence.
    case off
}
