import ImageCodecs

/// Gives the files of a source one by one. It may wait, and belongs to one thread at a time.
struct PickFeed: ~Copyable, Sendable {
    private let source: SourceType
    private let options: EditOptions
    private let memory: Int
    private var isBegun = false
    /// What comes next, the last first.
    private var files: [InputFile] = []
    private var watch: FolderWatch?

    enum Item {
        case picture(InputFile)
        /// There is nothing more: why, where that is a failure, and whether standard input had not a byte.
        case end(PickerError?, isEmpty: Bool)
    }

    init(_ picker: ImagePicker) {
        source = picker.source
        options = picker.options
        memory = picker.memory
    }

    /// The next file; the end also where `isCancelled` says so, which is asked several times a second.
    mutating func next(_ isCancelled: () -> Bool) -> Item {
        do throws(PickerError) {
            if !isBegun {
                isBegun = true
                if try begin(isCancelled) { return .end(nil, isEmpty: true) }
            }
            if files.isEmpty { try wait(isCancelled) }
            return files.popLast().map { .picture($0) } ?? .end(nil, isEmpty: false)
        } catch {
            return .end(error, isEmpty: false)
        }
    }

    /// - Returns: whether there will never be anything, because standard input had not a byte.
    private mutating func begin(_ isCancelled: () -> Bool) throws(PickerError) -> Bool {
        do { try options.validate() } catch { throw .edit(path: nil, error) }
        switch source {
        case .library(let folder):
            if let problem = folder.problemAsSource { throw .sourceUnavailable(problem) }
            files = FolderWalk.files(ofLibrary: folder, until: isCancelled).reversed()
        case .album(let paths):
            files = paths.reversed().map { InputFile(path: $0, relativeFolder: "") }
        case .camera(let folder):
            if let problem = folder.problemAsSource { throw .sourceUnavailable(problem) }
            do { watch = try FolderWatch([folder], includesPresent: false) } catch {
                throw .sourceUnavailable(SourceAvailability(folder, error))
            }
        case .standardInput:
            let file = InputFile("-", .standardInput, most: memory, isCancelled: isCancelled)
            if let content = file.content, content.bytes.isEmpty { return true }
            files = [file]
        }
        return false
    }

    private mutating func wait(_ isCancelled: () -> Bool) throws(PickerError) {
        do throws(EditError) { files = try watch?.next(isCancelled).reversed() ?? [] } catch {
            guard error != .cancelled, case .camera(let folder) = source else { return }
            throw .sourceUnavailable(SourceAvailability(folder, error))
        }
    }
}

extension FolderWalk {
    /// The files of a library, as far as the walk came until `isEnough` said so.
    static func files(ofLibrary folder: BytePath, until isEnough: () -> Bool) -> [InputFile] {
        let files = withoutActuallyEscaping(isEnough) { isEnough in
            FolderWalk.files(of: [folder], excluding: nil, streamed: [:]) { _ in isEnough() }
        }
        // That there is nothing is said in the words of a picker.
        return files.filter { $0.failure != .noPictures(path: folder) }
    }
}
