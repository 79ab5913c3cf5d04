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

    /// Every file below, as paths below this folder.
    func tree() throws -> [String] { try path.tree().sorted() }
}

extension BytePath {
    func contents() throws -> [UInt8] { try SourceFile(self).bytes() }

    func tree() throws -> [String] {
        try entries().flatMap { name -> [String] in
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
