/// Whether pictures can be picked from a source, and if not, why. `description` is one line that a person can act on.
public enum SourceAvailability: Sendable, Hashable {
    /// Pictures can be picked.
    case available
    /// There is no picture of the allowed formats.
    case empty(SourceType, MediaFilter)
    /// Nothing stands at this path.
    case missing(BytePath)
    /// What stands at this path is no folder.
    case notAFolder(BytePath)
    /// The operating system refused access; the remedy is what to do about it.
    case denied(path: BytePath, remedy: String)
    /// The source cannot be read for another reason.
    case failed(path: BytePath, reason: String)

    /// Whether pictures can be picked.
    public var isAvailable: Bool { self == .available }
}

extension SourceAvailability: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .available: "pictures can be picked"
        case .empty(_, let allowed) where allowed.isEmpty: "no format is allowed: allow \(MediaFilter.image)"
        case .empty(let source, let allowed):
            "\(source) holds no \(allowed): put pictures there, choose another source, or allow more formats"
        case .missing(let path): "there is nothing at \(path): check the path, or make the folder"
        case .notAFolder(let path): "\(path) is not a folder: pick from its folder, or from an album that lists it"
        case .denied(let path, let remedy): "access to \(path) was denied: \(remedy)"
        case .failed(let path, let reason): "\(path): \(reason)"
        }
    }
}

extension SourceAvailability {
    /// What an error says about a whole source.
    init(_ path: BytePath, _ error: EditError) {
        self =
            switch error {
            case .denied(let path, let remedy): .denied(path: path, remedy: remedy)
            case .io(_, let code) where isNothingThere(code): .missing(path)
            case .io(_, let code): .failed(path: path, reason: systemMessage(code))
            default: .failed(path: path, reason: error.description)
            }
    }
}
