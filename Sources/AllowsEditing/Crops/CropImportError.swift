/// Why a crop of a front end cannot be understood, or does not fit a picture. `description` is one line that names the field.
public enum CropImportError: Error, Sendable, Hashable {
    /// It is not JSON: what is wrong, after this many bytes.
    case notJSON(offset: Int, reason: String)
    /// A field that is needed is not there.
    case missing(field: String, reason: String)
    /// A field holds what it may not, or what cannot be followed.
    case invalid(field: String, reason: String)
}

extension CropImportError: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .notJSON(let offset, let reason): "not JSON: after \(offset) bytes, \(reason)"
        case .missing(let field, let reason): "\(field) is missing: \(reason)"
        case .invalid(let field, let reason): "\(field) \(reason)"
        }
    }
}

/// A piece of somebody else's text in a message: short, and one line.
func excerpt(_ text: String) -> String {
    let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
    return "'" + BytePath(short).description + (short == text ? "'" : "…'")
}
