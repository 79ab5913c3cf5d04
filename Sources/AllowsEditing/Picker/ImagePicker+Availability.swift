import ImageCodecs

extension ImagePicker {
    /// Whether pictures can be picked from a source, and if not, why.
    ///
    /// A library or an album without a picture of the allowed formats is not available; a camera is while its folder is there, and
    /// standard input while it is open. Cost: a library is walked, and files are opened, until the first picture is found. Waits for
    /// the disk.
    public static func availability(of source: SourceType, for allowed: MediaFilter = .image) -> SourceAvailability {
        guard !allowed.isEmpty else { return .empty(source, allowed) }
        do throws(PickerError) {
            let formats = try formats(in: source) { !$0.isDisjoint(with: allowed) }
            return formats.isDisjoint(with: allowed) ? .empty(source, allowed) : .available
        } catch {
            guard case .sourceUnavailable(let availability) = error else { return .empty(source, allowed) }
            return availability
        }
    }

    /// Whether pictures of any format can be picked from a source. Cost: see ``availability(of:for:)``, which says why not.
    public static func isSourceTypeAvailable(_ source: SourceType) -> Bool { availability(of: source).isAvailable }

    /// The formats that are there, by the first bytes of the files; all of them for sources that nobody can look into: a camera and
    /// standard input. Cost: opens every file of the source until all formats are found. Waits for the disk.
    ///
    /// - Throws: ``PickerError/sourceUnavailable(_:)`` where the source cannot be looked into, or holds no picture.
    public static func availableMediaTypes(for source: SourceType) throws(PickerError) -> MediaFilter {
        let formats = try formats(in: source) { $0 == .image }
        guard !formats.isEmpty else { throw .sourceUnavailable(.empty(source, .image)) }
        return formats
    }

    /// The formats of the files of a source, until `isEnough` says so.
    private static func formats(in source: SourceType, until isEnough: @escaping (MediaFilter) -> Bool)
        throws(PickerError) -> MediaFilter
    {
        var formats: MediaFilter = []
        var problem: SourceAvailability?
        func look(at file: InputFile) {
            do throws(EditError) {
                if let failure = file.failure { throw failure }
                formats.insert(MediaFilter(try PictureSource(file).format()))
            } catch {
                // What is no picture is no problem of the source.
                switch error {
                case .image, .noPictures: break
                default: problem = problem ?? SourceAvailability(file.path, error)
                }
            }
        }
        switch source {
        case .library(let folder):
            problem = folder.problemAsSource
            guard problem == nil else { break }
            var looked = 0
            let files = FolderWalk.files(of: [folder], excluding: nil, streamed: [:]) { files in
                while looked < files.count {
                    look(at: files[looked])
                    looked += 1
                }
                return isEnough(formats)
            }
            for file in files.dropFirst(looked) where !isEnough(formats) { look(at: file) }
        case .album(let files):
            for file in files where !isEnough(formats) { look(at: InputFile(path: file, relativeFolder: "")) }
        case .camera(let folder):
            problem = folder.problemAsSource
            if problem == nil { formats = .image }
        case .standardInput:
            problem = BytePath.standardInputProblem
            if problem == nil { formats = .image }
        }
        if formats.isEmpty, let problem { throw .sourceUnavailable(problem) }
        return formats
    }
}

extension BytePath {
    /// Why no pictures can be picked from this path as from a folder; nil where they can.
    var problemAsSource: SourceAvailability? {
        let remedy = "the folder needs read and execute permission, and those above it execute permission"
        do throws(SystemError) {
            guard case .folder = try status().kind else { return .notAFolder(self) }
            _ = try OpenFile.reading(self)
            _ = try appending(".").status()
            return nil
        } catch {
            return SourceAvailability(self, .system(self, error.code, remedy: remedy))
        }
    }

    /// Why no picture can be read from standard input; nil where one may come.
    static var standardInputProblem: SourceAvailability? {
        guard let status = try? BytePath("/dev/stdin").status() else { return .missing("standard input") }
        if case .folder = status.kind { return .failed(path: "standard input", reason: "it is a folder") }
        return nil
    }
}
