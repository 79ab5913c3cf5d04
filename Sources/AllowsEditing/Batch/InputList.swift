/// A list of inputs as other programs write it: one path behind the other, each ended by a line feed or by a zero byte.
///
/// Paths are bytes, and empty ones are passed over. In a list of lines a carriage return before the line feed is no part of
/// the path, nor is a byte order mark at the start: lists come from other systems as well. A name that ends with a carriage
/// return, or holds a line feed, needs a list of zero bytes. A path `-` is a file of this name.
public struct InputList: Sendable, Hashable {
    /// The paths, in their order.
    public let paths: [BytePath]

    /// What ends a path.
    public enum Separator: UInt8, Sendable, CaseIterable {
        /// One path a line.
        case lineFeed = 0x0A
        /// A zero byte, which no path can hold: `find -print0` writes such lists.
        case zero = 0
    }

    /// Bytes of a list, at most.
    public static let mostBytes = 1 << 30
    /// Paths of a list, at most.
    public static let mostPaths = 10_000_000
    /// Bytes of a path, at most: more than any system takes.
    public static let mostPathBytes = 1 << 16

    /// Reads a list. Cost: proportional to the bytes.
    ///
    /// - Throws: `invalidOptions` naming the path at fault, counted from 1, where it is longer than any path can be or holds a
    ///   zero byte, or where there are too many: most likely the separator is another one.
    public init(parsing bytes: [UInt8], separatedBy separator: Separator) throws(EditError) {
        let isLines = separator == .lineFeed
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes[(isLines && bytes.starts(with: mark) ? mark.count : 0)...]
        var paths: [BytePath] = []
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: separator.rawValue) ?? rest.endIndex
            var path = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            if isLines, path.last == 0x0D { path.removeLast() }
            if path.isEmpty { continue }
            try Self.check(path, number: number, isLines: isLines)
            guard paths.count < Self.mostPaths else {
                throw .invalidOptions(reason: "there are more than \(Self.mostPaths) paths: use several lists")
            }
            paths.append(path.elementsEqual([UInt8(ascii: "-")]) ? "./-" : BytePath(bytes: [UInt8](path)))
        }
        self.paths = paths
    }

    private static func check(_ path: ArraySlice<UInt8>, number: Int, isLines: Bool) throws(EditError) {
        // Cut off at a zero byte, a path would name another file.
        if path.contains(0) {
            throw .invalidOptions(reason: "line \(number) holds a zero byte: is it a list of paths that end with one?")
        }
        guard path.count <= mostPathBytes else {
            let remedy = isLines ? "" : ": is it a list of lines?"
            throw .invalidOptions(reason: "path \(number) has \(path.count) bytes, and no path is so long\(remedy)")
        }
    }
}

extension InputList {
    /// Reads a list from a file or a pipe, or from standard input where the path is `-`; waits for its end.
    ///
    /// - Throws: `denied`, `io` or `limitExceeded`; `invalidOptions` naming the list and the path at fault.
    public init(contentsOf path: BytePath, separatedBy separator: Separator) throws(EditError) {
        let bytes = try path.readToEnd(most: Self.mostBytes, of: "a list")
        do { try self.init(parsing: bytes, separatedBy: separator) } catch {
            guard case .invalidOptions(let reason) = error else { throw error }
            throw .invalidOptions(reason: "\(path.nameToRead): \(reason)")
        }
    }
}
