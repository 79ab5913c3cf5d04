extension FolderBatch {
    /// The options of one input: its own crop takes the place of that of all.
    func options(for file: InputFile) -> EditOptions {
        guard let crop = boxes?.crop(for: file) else { return options }
        var options = options
        options.crop = .imported(crop)
        return options
    }
}

extension CropBoxes {
    /// The crop of an input, by its path as it was given, or by the others of its paths, or else by its path below the folder that was
    /// given.
    func crop(for file: InputFile) -> CropImport? {
        Self.names(of: file).lazy.compactMap { self[$0] }.first
    }

    /// The names by which an input may be called, the best first.
    private static func names(of file: InputFile) -> [BytePath] {
        [file.path] + file.otherPaths + [file.relativeFolder.appending(file.path.lastComponent)]
    }

    /// The names that are those of no input: most likely slips of the pen, whose pictures were cropped as all others.
    func names(unusedBy inputs: [InputFile]) -> [BytePath] {
        let known = Set(inputs.flatMap(Self.names).map(\.plain))
        return files.filter { !known.contains($0.plain) }
    }

    /// Bytes of a file of crops: some millions of them.
    private static let mostBytes = 1 << 30

    /// Reads JSON Lines from a file or a pipe, or from standard input where the path is `-`; waits for their end.
    ///
    /// - Parameter path: the file.
    /// - Throws: `denied`, `io`, `limitExceeded` or `outOfMemory`; `invalidOptions` naming the path and the lines at fault.
    public init(contentsOf path: BytePath) throws(EditError) {
        let bytes = try path.readToEnd(most: Self.mostBytes, of: "a file of crops")
        do { try self.init(parsing: bytes) } catch {
            throw .invalidOptions(reason: "\(path.nameToRead), \(error)")
        }
    }
}

extension Crop {
    /// The object of a front end that this crop was read from; empty for all others.
    var json: [UInt8] {
        guard case .imported(let crop) = self else { return [] }
        return crop.json
    }
}

extension EditOptions {
    /// These options with the crop of a front end, or as they are where that is empty.
    func cropping(by json: [UInt8]) throws(EditError) -> EditOptions {
        guard !json.isEmpty else { return self }
        var options = self
        do { options.crop = .imported(try CropImport(parsing: json)) } catch {
            throw .invalidOptions(reason: error.description)
        }
        return options
    }
}
