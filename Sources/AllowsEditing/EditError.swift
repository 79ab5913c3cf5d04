public import ImageCodecs
public import Resampling

/// Why a picture was not edited, by who must act. `description` is one line that a person can act on.
public enum EditError: Error, Sendable, Equatable {
    /// The data of the picture: malformed, truncated, unsupported, beyond a limit, or not encodable.
    case image(ImageError)
    /// Something is odd about the file that `failOn` names.
    case finding(Finding)
    /// The options contradict each other or the picture.
    case invalidOptions(reason: String)
    /// The crop, in upright pixels, does not lie inside the picture of this upright size.
    case cropOutsideImage(PixelRect, PixelSize)
    /// The operating system refused access.
    case denied(path: BytePath, remedy: String)
    /// The operating system failed to read or write.
    case io(path: BytePath, errno: Int32)
    /// There is something at this path, but it is not a file that can be read as one.
    case notAFile(path: BytePath, what: String)
    /// The file was changed by somebody else while it was being read.
    case changed(path: BytePath)
    /// A folder in which there is no picture.
    case noPictures(path: BytePath)
    /// Another input would be written to the same output.
    case collision(path: BytePath, other: BytePath)
    /// The output exists already, and was not to be replaced.
    case exists(path: BytePath)
    /// The output exists already, and no journal of an earlier run knows it.
    case unknownOutput(path: BytePath)
    /// The output is one of the inputs, by its path or by a link.
    case targetIsInput(path: BytePath)
    /// The worker process died on the picture: the signal that ended it, 0 for none.
    case crashed(signal: Int32)
    /// A worker process failed to edit the picture: the kind of its error, and what it says.
    case reported(kind: String, description: String)
    /// The edited images were not taken by the one who was to receive them: the name of that one.
    case undelivered(path: BytePath, errno: Int32)
    /// The task was cancelled. It is not a failure of the picture.
    case cancelled
}

extension EditError {
    /// A stable word for records and scripts.
    public var kind: String {
        switch self {
        case .image(let error): error.kind
        case .finding: "finding"
        case .invalidOptions: "invalidOptions"
        case .cropOutsideImage: "cropOutsideImage"
        case .denied: "denied"
        case .io, .notAFile, .undelivered: "io"
        case .changed: "changed"
        case .noPictures: "noPictures"
        case .collision: "collision"
        case .exists, .unknownOutput: "exists"
        case .targetIsInput: "targetIsInput"
        case .crashed: "crashed"
        case .reported(let kind, _): kind
        case .cancelled: "cancelled"
        }
    }

    /// The path that the description names first, where it names one.
    public var path: BytePath? {
        switch self {
        case .denied(let path, _), .io(let path, _), .notAFile(let path, _), .changed(let path), .noPictures(let path),
            .collision(let path, _), .exists(let path), .unknownOutput(let path), .targetIsInput(let path),
            .undelivered(let path, _):
            path
        default: nil
        }
    }

    /// Whether the input itself could not be read at all, whatever it holds.
    var isUnreadableInput: Bool {
        switch self {
        case .denied, .io, .notAFile, .noPictures: true
        default: false
        }
    }

    /// The error of a failed system call on a path.
    static func system(_ path: BytePath, _ code: Int32, remedy: String = "check its permissions") -> EditError {
        isPermissionError(code) ? .denied(path: path, remedy: remedy) : .io(path: path, errno: code)
    }
}

extension EditError: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .image(let error): error.description
        case .finding(let finding): "\(finding.rawValue): \(finding.summary); --fail-on decides whether this fails"
        case .invalidOptions(let reason): reason
        case .cropOutsideImage(let rect, let size):
            "the crop \(rect) does not lie inside the picture of \(size) upright pixels"
        case .denied(let path, let remedy): "access to \(path) was denied: \(remedy)"
        case .io(let path, let code), .undelivered(let path, let code): "\(path): \(systemMessage(code))"
        case .notAFile(let path, let what): "\(path) is \(what), not a file"
        case .changed(let path): "\(path) was changed while it was being read: try again once it is complete"
        case .noPictures(let path): "\(path) holds no picture"
        case .collision(let path, let other):
            "\(path) would also be written for \(other): rename one of the two or run them apart"
        case .exists(let path): "\(path) exists already"
        case .unknownOutput(let path): "\(path) exists already, and is not what an earlier run made"
        case .targetIsInput(let path): "\(path) is an input, and inputs are never written to: choose another output"
        case .crashed(let signal): "the worker process died on this picture (signal \(signal))"
        case .reported(_, let description): description
        case .cancelled: "cancelled"
        }
    }
}
