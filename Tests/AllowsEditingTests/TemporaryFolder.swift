import ImageCodecs
import Synchronization

@testable import AllowsEditing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder that goes away with everything in it.
final class TemporaryFolder: Sendable {
    let path: BytePath
    private static let counter = Atomic<Int>(0)

    init() throws {
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        path = BytePath("/tmp/allows-editing-tests-\(Machine.processIdentifier)-\(number)")
        try path.makeFolders()
    }

    deinit { try? path.removeTree() }

    /// The path of an entry; slashes lead further down.
    func callAsFunction(_ name: String) -> BytePath { path.appending(BytePath(name)) }

    /// Writes a file and the folders above it.
    @discardableResult
    func write(_ name: BytePath, _ bytes: [UInt8]) throws -> BytePath {
        let file = path.appending(name)
        try file.parent.makeFolders()
        try OpenFile.creating(file).write(bytes.span)
        return file
    }

    /// A chain of folders whose path is longer than the system takes in one piece.
    func makeDeepFolder(below name: String) -> DeepFolder { DeepFolder(callAsFunction(name)) }

    /// Every file below, as paths below this folder.
    func tree() throws -> [String] { try path.tree().sorted() }
}

/// A chain of folders that no single path reaches the end of.
struct DeepFolder {
    private let start: BytePath
    private static let name = "d" + String(repeating: "e", count: 199)
    private static let depth = 30

    fileprivate init(_ start: BytePath) {
        self.start = start
        try? start.makeFolders()
        var folder = unsafe start.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY) }
        for _ in 0..<Self.depth {
            unsafe mkdirat(folder, Self.name, 0o777)
            let next = unsafe openat(folder, Self.name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
        }
        close(folder)
    }

    /// Takes the chain away, from its end.
    func remove() {
        for depth in (0..<Self.depth).reversed() {
            var folder = unsafe start.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY) }
            for _ in 0..<depth {
                let next = unsafe openat(folder, Self.name, O_RDONLY | O_DIRECTORY)
                close(folder)
                folder = next
            }
            unsafe unlinkat(folder, Self.name, Int32(AT_REMOVEDIR))
            close(folder)
        }
    }
}

extension BytePath {
    /// Makes a file longer without taking space for it.
    func extend(to size: Int) throws {
        guard unsafe withCString({ unsafe truncate($0, off_t(size)) }) == 0 else { throw SystemError.last }
    }

    /// Opens a file for writing, and closes it again.
    func openForWriting() {
        let file = unsafe withCString { unsafe open($0, O_WRONLY) }
        close(file)
    }

    /// What its owner and others may do with it.
    func setMode(_ mode: mode_t) { _ = unsafe withCString { unsafe chmod($0, mode) } }

    /// Has this process read the file as its standard input.
    func becomeStandardInput() {
        let file = unsafe withCString { unsafe open($0, O_RDONLY) }
        dup2(file, STDIN_FILENO)
        close(file)
    }

    func contents() throws -> [UInt8] { try SourceFile(self).bytes() }

    /// Every file below, but for the journals.
    func tree() throws -> [String] {
        try entries().filter { $0 != JournalFolder.name }.flatMap { name -> [String] in
            guard case .folder = try appending(name).status().kind else { return [name.description] }
            return try appending(name).tree().map { "\(name)/\($0)" }
        }
    }

    /// Makes a symbolic link at `link` that leads here.
    func symbolicLink(at link: BytePath) {
        unsafe withCString { target in unsafe link.withCString { _ = unsafe symlink(target, $0) } }
    }

    func removeTree() throws {
        for name in try entries() {
            let entry = appending(name)
            if (try? entry.remove()) == nil { try entry.removeTree() }
        }
        unsafe withCString { _ = unsafe rmdir($0) }
    }
}

extension Bitmap {
    /// A picture in which every pixel tells its place: red grows to the right, green downwards, blue alternates.
    static func gradient(_ width: Int, _ height: Int) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [
                    UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)),
                    (x / 8 + y / 8) % 2 == 0 ? 60 : 180,
                ]
            }
        }
        return Bitmap(layout: .rgb, size: PixelSize(width: width, height: height), bytes: bytes)
    }
}
