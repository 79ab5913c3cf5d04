/// Why a picture could not be read or written, by who must act.
public enum ImageError: Error, Sendable, Equatable {
    /// The file contradicts its format, or is no picture at all (`format` is nil). `offset` is the byte where it showed.
    case malformed(ImageFormat?, offset: Int?, reason: String)
    /// The file ends before its picture does. `fraction` is the part of the wanted rows that is there, 0…1, where known.
    case truncated(ImageFormat, fraction: Double?)
    /// The file may well be sound, but is of a kind that cannot be read: the kind's name.
    case unsupported(String)
    /// A limit would be exceeded: what is limited, what was needed, what is allowed, and the option that raises it.
    case limitExceeded(limit: String, needed: Int, allowed: Int, flag: String?)
    /// Memory did not suffice: for what.
    case outOfMemory(String)
    /// Decoding took more processor time than was allowed, in seconds.
    case timeLimit(seconds: Double)
    /// The work was stopped from outside. It is no failure of the picture.
    case stopped
    /// The picture cannot be written in this format.
    case encoding(ImageFormat, reason: String)

    /// The file that was written is larger than was allowed, at this quality; nil where it was written without loss.
    case tooLarge(ImageFormat, bytes: Int, allowed: Int, quality: Int?)

    /// The kind of the error in one word, as records carry it.
    public var kind: String {
        switch self {
        case .malformed: "malformed"
        case .truncated: "truncated"
        case .unsupported: "unsupported"
        case .limitExceeded: "limitExceeded"
        case .outOfMemory: "outOfMemory"
        case .timeLimit: "timeLimit"
        case .stopped: "cancelled"
        case .encoding: "encoding"
        case .tooLarge: "tooLarge"
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .malformed(nil, _, let reason):
            reason
        case .malformed(let format?, let offset, let reason):
            "\(format.displayName) is malformed\(offset.map { " at byte \($0)" } ?? ""): \(reason)"
        case .truncated(let format, let fraction?):
            // Rounded down: a truncated file is never 100 % there.
            "\(format.displayName) ends after \(min(99, Int(fraction * 100))) % of its rows"
        case .truncated(let format, nil):
            "\(format.displayName) ends before its picture does"
        case .unsupported(let what):
            "\(what) is not supported"
        case .limitExceeded(let limit, let needed, let allowed, let flag):
            "needs \(needed) \(limit), more than the \(allowed) allowed\(flag.map { "; raise it with \($0)" } ?? "")"
        case .outOfMemory(let purpose):
            "out of memory: \(purpose)"
        case .timeLimit(let seconds):
            "takes more than the \(seconds) s of processor time allowed; raise it with --time-limit"
        case .stopped:
            "stopped"
        case .encoding(let format, let reason):
            "cannot be written as \(format.displayName): \(reason)"
        case .tooLarge(let format, let bytes, let allowed, let quality?):
            "takes \(bytes) bytes as \(format.displayName) of quality \(quality), more than the \(allowed) of --max-bytes; choose a smaller --size or allow more"
        case .tooLarge(let format, let bytes, let allowed, nil):
            "takes \(bytes) bytes as \(format.displayName), more than the \(allowed) of --max-bytes; choose a smaller --size, a --format with loss, a lower --quality where it is an animation, or allow more"
        }
    }
}
