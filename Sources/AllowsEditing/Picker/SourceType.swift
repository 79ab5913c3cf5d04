/// Where pictures are picked from.
public enum SourceType: Sendable, Hashable {
    /// A folder with everything below it. Pictures come in the order of their names, folder by folder; what is hidden is left out.
    case library(BytePath)
    /// A list of files, in its order.
    case album([BytePath])
    /// A folder in which pictures appear, as a camera or an upload puts them there. Each new one is picked once it is complete;
    /// what is there at the start is not. The source ends when the task is cancelled. Linux only.
    case camera(BytePath)
    /// One picture on standard input.
    case standardInput
}

extension SourceType: CustomStringConvertible {
    /// The source for people.
    public var description: String {
        switch self {
        case .library(let folder), .camera(let folder): "the folder \(folder)"
        case .album(let files): files.count == 1 ? "the album of 1 file" : "the album of \(files.count) files"
        case .standardInput: "standard input"
        }
    }
}
