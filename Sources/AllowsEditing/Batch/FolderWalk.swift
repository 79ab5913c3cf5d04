/// Finds the pictures of files and folders.
///
/// A file that is named is always an input, once, however often it is; what its path has behind `/./` is the tree that is kept of it. In
/// a folder, everything that is named like a picture or begins like one is. Entries whose name begins with a dot are left out, as are
/// the output folder and folders already seen: links that lead back to where they stand end there.
///
/// So is what runs have made, where it lies among inputs: in the output folder, in one of another run that lies below a folder that is
/// named, and in that itself where the output goes into it. Otherwise a folder that is named is taken as it is: whoever names
/// the output folder of another run wants what is in it.
struct FolderWalk {
    private var files: [InputFile] = []
    /// How many were found, those that were there already included.
    private var found = 0
    /// Where each file is among them; nothing where none can come twice.
    private var places: [Key: Int] = [:]
    private let mayRepeat: Bool
    /// Inputs that are no files, by their paths.
    private let streamed: [BytePath: InputFile]
    private var seenFolders: Set<FileStatus.Identity> = []
    private let excluded: BytePath?
    private let isEnough: ([InputFile]) -> Bool
    private lazy var madeInOutput = excluded.flatMap { MadeFiles(in: $0) }

    /// The inputs below `inputs` in a fixed order: as given, and within a folder by the bytes of the names.
    ///
    /// - Parameters:
    ///   - output: a folder that is not entered.
    ///   - streamed: those of the inputs that are no files.
    ///   - isEnough: ends the walk where it says so; asked before each entry of a folder, with what was found so far.
    static func files(
        of inputs: [BytePath], excluding output: BytePath?, streamed: [BytePath: InputFile],
        until isEnough: @escaping ([InputFile]) -> Bool = { _ in false }
    ) -> [InputFile] {
        // What lies in one folder comes once: each folder is entered once.
        var walk = FolderWalk(
            streamed: streamed, excluded: output, mayRepeat: inputs.count > 1, isEnough: isEnough)
        let excluded = try? output?.statusIfPresent()?.identity
        for input in inputs {
            walk.seenFolders = Set([excluded].compactMap { $0 })
            walk.add(input)
        }
        return walk.files
    }

    private init(
        streamed: [BytePath: InputFile], excluded: BytePath?, mayRepeat: Bool,
        isEnough: @escaping ([InputFile]) -> Bool
    ) {
        self.streamed = streamed
        self.excluded = excluded
        self.mayRepeat = mayRepeat
        self.isEnough = isEnough
    }

    private mutating func add(_ input: BytePath) {
        if let picture = streamed[input] {
            append(picture, nil)
            return
        }
        let tree: BytePath
        do throws(EditError) { tree = try input.markedTree() } catch {
            fail(input, "", error)
            return
        }
        do {
            let status = try input.status()
            guard case .folder = status.kind else {
                append(InputFile(path: input, relativeFolder: tree.parent), status.identity)
                return
            }
            // The output folder itself may be given as an input: what is in it, but for what was made, is then wanted.
            seenFolders.remove(status.identity)
            let before = found
            walk(input, relative: tree, identity: status.identity, made: [madeFiles(in: input)].compactMap { $0 })
            if found == before { fail(input, tree.parent, .noPictures(path: input)) }
        } catch {
            fail(
                input, tree.parent,
                .system(input, error.code, remedy: "check the permissions of the folders above it"))
        }
    }

    /// What is to be left out of a folder that is named.
    private mutating func madeFiles(in folder: BytePath) -> MadeFiles? {
        guard let excluded else { return nil }
        if let made = madeInOutput?.seen(from: folder) { return made }
        // A dry run leaves it to be made.
        let isInside = (try? excluded.nearestFolder())?.lies(in: folder) ?? false
        return isInside ? MadeFiles(in: folder) : nil
    }

    /// - Parameter made: what is to be left out of the folder.
    private mutating func walk(
        _ folder: BytePath, relative: BytePath, identity: FileStatus.Identity, made: [MadeFiles]
    ) {
        guard seenFolders.insert(identity).inserted else { return }
        let names: [BytePath]
        do { names = try folder.entries() } catch {
            fail(folder, relative, .system(folder, error.code, remedy: "the folder needs read and execute permission"))
            return
        }
        for name in names where name.bytes.first != UInt8(ascii: ".") {
            if isEnough(files) { return }
            let path = folder.appending(name)
            let status: FileStatus
            do { status = try path.status() } catch {
                // It may be a folder full of pictures, unless it is a link that leads nowhere: that is reported when its name
                // promises a picture.
                if !isNothingThere(error.code) || PictureNames.promisePicture(name) {
                    fail(
                        path, relative,
                        .system(path, error.code, remedy: "the folder it lies in needs execute permission"))
                }
                continue
            }
            switch status.kind {
            // What a link shows of the output folder is not walked either: it may be the pairs of an earlier run.
            case .folder where excluded.map { path.isLink(into: $0) } ?? false: break
            case .folder: enter(path, relative: relative.appending(name), identity: status.identity, made: made)
            case .file where made.contains { $0.contains(path, status) }: break
            case .file where PictureNames.promisePicture(name) || PictureNames.leadToPicture(path):
                append(InputFile(path: path, relativeFolder: relative), status.identity)
            case .other where PictureNames.promisePicture(name):
                append(InputFile(path: path, relativeFolder: relative), status.identity)
            case .file, .other: break
            }
        }
    }

    /// Walks a folder below one that is named.
    private mutating func enter(
        _ folder: BytePath, relative: BytePath, identity: FileStatus.Identity, made: [MadeFiles]
    ) {
        let more = MadeFiles(in: folder).map { made + [$0] } ?? made
        walk(folder, relative: relative, identity: identity, made: more)
    }

    private mutating func fail(_ path: BytePath, _ relative: BytePath, _ error: EditError) {
        append(InputFile(path: path, relativeFolder: relative, failure: error), nil)
    }

    /// What inputs are told apart by: two of one file, whose outputs have the same names, are one. What is no file goes by its path.
    private struct Key: Hashable {
        let file: FileStatus.Identity?
        let relativeFolder: BytePath
        let name: BytePath
    }

    private mutating func append(_ input: InputFile, _ identity: FileStatus.Identity?) {
        found += 1
        let path = input.path
        if mayRepeat {
            let name = identity == nil ? path : path.lastComponent
            let key = Key(file: identity, relativeFolder: input.relativeFolder, name: name)
            if let place = places[key] {
                let first = files[place]
                if first.path != path, !first.otherPaths.contains(path) { files[place].otherPaths.append(path) }
                return
            }
            places[key] = files.count
        }
        files.append(input)
    }
}
