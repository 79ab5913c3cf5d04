/// Why nothing was picked. `description` is one line that a person can act on.
///
/// A failure is neither a cancellation, which is ``PickResult/cancelled``, nor an original without its edited image.
public enum PickerError: Error, Sendable, Equatable {
    /// There is nothing to pick from, or nothing can be reached.
    case sourceUnavailable(SourceAvailability)
    /// A picture was found, and could not be picked: its path, which is nil for standard input and where the options themselves are
    /// wrong, and what is wrong.
    case edit(path: BytePath?, EditError)
    /// A type identifier that is none of a picture that could be edited.
    case unknownMediaType(String)

    /// A stable word for records and scripts; that of the `EditError` where it is one.
    public var kind: String {
        switch self {
        case .sourceUnavailable: "sourceUnavailable"
        case .edit(_, let error): error.kind
        case .unknownMediaType: "unknownMediaType"
        }
    }

    /// The picture that failed, where it is one with a path.
    public var path: BytePath? {
        guard case .edit(let path, _) = self else { return nil }
        return path
    }
}

extension PickerError: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .sourceUnavailable(let availability): availability.description
        case .edit(let path?, let error) where error.path != path: "\(path): \(error)"
        case .edit(_, let error): error.description
        case .unknownMediaType(let identifier):
            "\(identifier) cannot be picked: use public.image, public.jpeg, public.png or org.webmproject.webp"
        }
    }
}
