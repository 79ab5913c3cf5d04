/// Gives each picture in folders, and in everything below them, once it has been completely written.
///
/// A picture is complete when it was closed by its writer, moved or linked here, nobody writes it, and it stayed as it is for a
/// moment: the system tells of the end before the writer is quite gone, and many programs set the date of what they have written. It
/// is given again only where it was written or replaced since. Names that are hidden or temporary are passed over, as is what is
/// neither named like a picture nor begins like one. Events that the system lost are made up for by looking at everything again.
///
/// What other machines write to a shared folder is not seen. It belongs to one thread at a time, which waits in ``next(_:)``. Cost: a
/// watch of the system for each folder, and 16 bytes for each picture given.
struct FolderWatch: ~Copyable {
    private let events: FolderEvents
    private let roots: [Folder]
    private let excluded: BytePath?
    /// The watched folders, by the numbers that their events carry.
    private var folders: [Int32: Folder] = [:]
    /// The numbers of the roots that are still there.
    private var standing: Set<Int32> = []
    private var ready: [InputFile] = []
    /// Pictures that are ready when they stay as they are.
    private var settling: [BytePath: Settling] = [:]
    /// How many have begun to settle.
    private var arrivals = 0
    /// What was given, or is not wanted: path, size and date as one number each, for there may be millions.
    private var known: Set<Int> = []

    private struct Folder {
        let path: BytePath
        let relative: BytePath
    }

    private struct Settling {
        let file: InputFile
        var status: FileStatus
        var since: Instant
        /// Its place in the order of those that came.
        let number: Int
        /// Whether its writer has told that it is done.
        let isSure: Bool
    }

    /// How a picture was noticed.
    private enum Sign { case written, created, found, unwanted }

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folders: the roots; paths of the pictures begin with them, and their relative folders are those below them, with what
    ///     a root has behind `/./` before that.
    ///   - excluding: a folder that is not watched even where it lies below a root.
    ///   - includesPresent: whether pictures that are there already are given first, in the order of a batch.
    /// - Throws: `denied`, `io` or `notAFile` where a root cannot be watched; folders below that cannot are given as failed inputs.
    init(_ folders: [BytePath], excluding excluded: BytePath? = nil, includesPresent: Bool) throws(EditError) {
        var roots: [Folder] = []
        for root in folders { roots.append(Folder(path: root, relative: try root.markedTree())) }
        let events = try FolderEvents(for: folders.first ?? "")
        for root in folders {
            do throws(SystemError) { standing.insert(try events.watch(root)) } catch { throw .watching(root, error) }
        }
        self.events = events
        self.roots = roots
        self.excluded = excluded
        enterRoots(includesPresent ? .found : .unwanted)
    }

    /// Waits for pictures.
    ///
    /// - Parameter isCancelled: asked several times a second.
    /// - Returns: at least one, in the order in which they were complete.
    /// - Throws: `cancelled`; `io` where no root is left.
    mutating func next(_ isCancelled: () -> Bool) throws(EditError) -> [InputFile] {
        while ready.isEmpty {
            if isCancelled() { throw .cancelled }
            guard !standing.isEmpty else { throw .gone(roots.first?.path ?? "") }
            for event in try events.next() { take(event) }
            takeSettled()
        }
        defer { ready = [] }
        return ready
    }

    private mutating func take(_ event: FolderEvent) {
        switch event.kind {
        case .overflow: return lookAgain()
        case .ended: return forget(event.folder)
        case .moved:
            // A root that has another path now is not the folder that was asked for.
            if standing.contains(event.folder), let folder = folders[event.folder] { leave(folder.path) }
            return
        case .created, .written, .movedIn, .movedOut: break
        }
        guard let folder = folders[event.folder] else { return }
        let path = folder.path.appending(event.name)
        if event.kind == .movedOut {
            if event.isFolder { leave(path) }
        } else {
            look(at: event.name, in: folder, event.kind == .created ? .created : .written)
        }
    }

    /// Looks at an entry that may be new.
    private mutating func look(at name: BytePath, in folder: Folder, _ sign: Sign) {
        guard !name.isEmpty, name.bytes.first != UInt8(ascii: ".") else { return }
        let file = InputFile(path: folder.path.appending(name), relativeFolder: folder.relative)
        // What is gone again is nobody's picture.
        guard let status = try? file.path.status() else { return }
        switch status.kind {
        case .folder where excluded.map { file.path.isLink(into: $0) } ?? false: break
        case .folder:
            // New files may be older than the watch of their folder.
            enter(
                Folder(path: file.path, relative: folder.relative.appending(name)), status.identity,
                sign == .unwanted ? .unwanted : .found)
        case .other: break
        case .file where sign == .unwanted: known.insert(fingerprint(of: file, status))
        case .file:
            // Whoever has made an empty file has yet to write it.
            guard !PictureNames.areTemporary(name), sign != .created || status.size > 0,
                PictureNames.promisePicture(name) || PictureNames.leadToPicture(file.path)
            else { return }
            admit(file, status, sign)
        }
    }

    /// Gives a picture that stands there, and lets one that has just come settle.
    private mutating func admit(_ file: InputFile, _ status: FileStatus, _ sign: Sign) {
        guard !known.contains(fingerprint(of: file, status)) else { return }
        if sign == .found, Self.hasWriter(file.path) == false, (try? file.path.status()) == status {
            return give(file, status)
        }
        arrivals += 1
        settling[file.path] = Settling(
            file: file, status: status, since: .now, number: settling[file.path]?.number ?? arrivals,
            isSure: sign == .written)
    }

    private static func hasWriter(_ path: BytePath) -> Bool? {
        guard let file = try? OpenFile.reading(path) else { return nil }
        return file.hasWriter
    }

    private mutating func give(_ file: InputFile, _ status: FileStatus) {
        settling[file.path] = nil
        known.insert(fingerprint(of: file, status))
        ready.append(file)
    }

    private mutating func takeSettled() {
        let due = settling.values.filter { $0.since.elapsed >= Self.momentMilliseconds }
        for seen in due.sorted(by: { $0.number < $1.number }) {
            let path = seen.file.path
            guard let status = try? path.status() else {
                settling[path] = nil
                continue
            }
            guard status == seen.status else {
                settling[path]?.status = status
                settling[path]?.since = .now
                continue
            }
            switch Self.hasWriter(path) {
            // Nobody tells when a file is closed that was opened by a name in another folder, so it is looked at again.
            case true?: settling[path]?.since = .now
            case nil where !seen.isSure && seen.since.elapsed < Self.settlingMilliseconds: break
            // Whoever was done between the two looks may have written meanwhile: then it settles once more.
            default: if (try? path.status()) == status { give(seen.file, status) }
            }
        }
    }

    /// How long a picture must stay as it is: long enough for its writer to be gone.
    private static let momentMilliseconds = 50.0
    /// The same where the system cannot tell whether anybody writes it.
    private static let settlingMilliseconds = 1000.0

    private func fingerprint(of file: InputFile, _ status: FileStatus) -> Int {
        var hasher = Hasher()
        hasher.combine(file.path)
        status.hashContent(into: &hasher)
        return hasher.finalize()
    }
}

// The folders.
extension FolderWatch {
    private mutating func enterRoots(_ sign: Sign) {
        for root in roots {
            guard root.path.isFolder else { continue }
            // A root is wanted even where it is the excluded folder.
            enter(root, nil, sign)
        }
    }

    /// Watches a folder and what is below it, and looks at the entries that are there.
    private mutating func enter(_ folder: Folder, _ identity: FileStatus.Identity?, _ sign: Sign) {
        if let identity, identity == (try? excluded?.statusIfPresent()?.identity) { return }
        let names: [BytePath]
        do throws(SystemError) {
            // Watched first: what comes while the entries are read is then seen twice instead of never.
            let number = try events.watch(folder.path)
            // It is watched already: links may lead in circles.
            guard folders[number] == nil else { return }
            folders[number] = folder
            if identity == nil { standing.insert(number) }
            names = try folder.path.entries()
        } catch {
            // A folder that is gone again held nothing.
            if identity != nil, isNothingThere(error.code) { return }
            ready.append(
                InputFile(path: folder.path, relativeFolder: folder.relative, failure: .watching(folder.path, error)))
            return
        }
        for name in names { look(at: name, in: folder, sign) }
    }

    /// Looks at everything again, after events were lost.
    private mutating func lookAgain() {
        let before = folders.keys
        folders = [:]
        standing = []
        enterRoots(.found)
        for number in before where folders[number] == nil { events.unwatch(number) }
    }

    /// Watches a folder and what is below it no more.
    private mutating func leave(_ path: BytePath) {
        let below = path.appending("x").bytes.dropLast()
        for (number, folder) in folders where folder.path == path || folder.path.bytes.starts(with: below) {
            events.unwatch(number)
            forget(number)
        }
    }

    private mutating func forget(_ number: Int32) {
        folders[number] = nil
        standing.remove(number)
    }
}
