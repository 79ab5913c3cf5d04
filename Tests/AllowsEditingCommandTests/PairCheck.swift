import Testing

@testable import AllowsEditing

/// Pictures with what the command makes of them, and a look at an output folder: does it hold whole and consistent pairs?
struct PairCheck {
    /// By the name of the input: the sound contents it may have, each with the edited image that belongs to it.
    private var versions: [String: [(original: [UInt8], edited: [UInt8])]] = [:]

    /// Writes `count` pictures into each folder; the same name means another picture in each.
    init(_ folder: CommandFolder, inputs: [String], count: Int, options: [String]) throws {
        let formats: [(ImageFormat, String)] = [(.jpeg, "jpg"), (.png, "png"), (.webP, "webp")]
        for (round, input) in inputs.enumerated() {
            for index in 0..<count {
                let (format, ending) = formats[index % 3]
                let bytes = try CommandFolder.picture(round * count + index, format: format)
                try folder.write(BytePath("\(input)/\(index).\(ending)"), bytes)
            }
            let result = try folder.run([input, "-o", "reference"] + options)
            #expect(result.code == 0, "\(result.error)")
            // What the command reads again is whole.
            #expect(try folder.run(["reference", "-o", "again", "-s", "16"]).code == 0)
            for name in folder.names(BytePath(input)) {
                let (stem, ending) = Self.split(name)
                versions[name, default: []].append(
                    (
                        try folder.contents(BytePath("\(input)/\(name)")),
                        try folder.contents(BytePath("reference/\(stem).edited.\(ending)"))
                    ))
            }
            folder.remove("reference")
            folder.remove("again")
        }
    }

    private static func split(_ name: String) -> (stem: Substring, ending: Substring) {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return (name[..<dot], name[dot...].dropFirst())
    }

    /// What is wrong with the output folder; empty where nothing is.
    ///
    /// - Parameter allowsTemporary: whether temporary files may be left.
    func faults(_ folder: CommandFolder, _ output: String, allowsTemporary: Bool = false) throws -> [String] {
        var found: [String] = []
        var left = Set(folder.names(BytePath(output)))
        for (name, versions) in versions {
            let (stem, ending) = Self.split(name)
            let original = left.remove("\(stem).original.\(ending)")
            let edited = left.remove("\(stem).edited.\(ending)")
            let originalBytes = try original.map { try folder.contents(BytePath("\(output)/\($0)")) }
            let editedBytes = try edited.map { try folder.contents(BytePath("\(output)/\($0)")) }
            guard let originalBytes else {
                if edited != nil { found.append("\(name): an edited image without its original") }
                continue
            }
            guard let version = versions.first(where: { $0.original == originalBytes }) else {
                found.append("\(name): the original is not the input")
                continue
            }
            if let editedBytes, editedBytes != version.edited {
                let isOther = versions.contains { $0.edited == editedBytes }
                found.append("\(name): the edited image is \(isOther ? "that of another original" : "not whole")")
            }
        }
        for name in left where !(allowsTemporary && Self.isTemporary(name)) { found.append("\(name) is left over") }
        return found
    }

    /// Whether the inputs are what they were.
    func areUntouched(_ folder: CommandFolder, _ inputs: [String]) throws -> Bool {
        for (index, input) in inputs.enumerated() {
            guard Set(folder.names(BytePath(input))) == Set(versions.keys) else { return false }
            for (name, versions) in versions
            where try folder.contents(BytePath("\(input)/\(name)")) != versions[index].original { return false }
        }
        return true
    }

    /// Whether a name is that of a file that is not complete yet: `.allows-editing-RUN-NUMBER.tmp`.
    static func isTemporary(_ name: String) -> Bool {
        name.wholeMatch(of: #/\.allows-editing-[0-9a-z]+-[0-9]+\.tmp/#) != nil
    }
}
