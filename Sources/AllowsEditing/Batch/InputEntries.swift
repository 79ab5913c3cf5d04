/// The entries of folders that must not be written over: those of all inputs, by whatever path they were given.
///
/// A file may have further names, which do it no harm when they are replaced: hard links are how originals may be kept. Cost: the
/// paths; the system is asked where an output has the file of an input alone.
struct InputEntries: Sendable {
    /// The path of each file, and further ones of those that have some.
    private var paths: [FileStatus.Identity: BytePath] = [:]
    private var others: [FileStatus.Identity: Set<BytePath>] = [:]
    /// Of the files that an output was compared with.
    private var entries: [FileStatus.Identity: Set<Entry?>] = [:]

    /// A name in a folder, so that names are the same which a file system may take for the same.
    private struct Entry: Hashable {
        let folder: FileStatus.Identity
        let name: String

        /// Nil where the folder cannot be looked at.
        init?(_ path: BytePath) {
            guard let folder = try? (path.parent.isEmpty ? "." : path.parent).status().identity else { return nil }
            self.folder = folder
            // Upper case first: it is what several small letters may share.
            name = String(decoding: path.lastComponent.bytes, as: UTF8.self).uppercased().lowercased()
        }
    }

    /// Adds an input.
    mutating func insert(_ path: BytePath, _ identity: FileStatus.Identity) {
        guard let known = paths.updateValue(path, forKey: identity), known != path else { return }
        others[identity, default: []].insert(known)
        entries[identity] = nil
    }

    /// Whether the file is that of an input.
    func contains(_ identity: FileStatus.Identity) -> Bool { paths[identity] != nil }

    /// Whether writing over an output would take an input away.
    ///
    /// - Parameters:
    ///   - name: the path of the output.
    ///   - identity: of the file that it leads to.
    mutating func contains(_ name: BytePath, _ identity: FileStatus.Identity) -> Bool {
        guard let path = paths[identity] else { return false }
        // An input may be named by way of this link.
        guard case .file? = try? name.linkStatus().kind, let entry = Entry(name) else { return true }
        let taken =
            entries[identity]
            ?? Set(others[identity, default: []].union([path]).map { $0.resolved.flatMap(Entry.init) })
        entries[identity] = taken
        // What cannot be told apart is taken for the same.
        return taken.contains(entry) || taken.contains(nil)
    }
}
