/// Pictures from other projects and cameras. They are too many and too large for the repository, so tests that need them are
/// skipped where they are missing: they lie in `../shared/corpus` beside the repository, or where the environment variable
/// `ALLOWS_EDITING_CORPUS` says. Its `index.tsv` lists the files.
enum Corpus {
    struct File {
        /// Relative to the corpus, for messages.
        var name: String
        var path: String
        var format: String
        var columns: [String: String]
    }

    static let root: String? = {
        let source = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let repository = source.dropLast(4).joined(separator: "/")
        let candidates = [environment("ALLOWS_EDITING_CORPUS"), repository + "/../shared/corpus"]
        return candidates.compactMap(\.self).first { contents(of: $0 + "/index.tsv") != nil }
    }()

    static let isPresent = root != nil

    /// All files below a folder of the corpus.
    static func files(below folder: String, format: String? = nil) -> [File] {
        guard let root, let index = contents(of: root + "/index.tsv") else { return [] }
        let lines = String(decoding: index, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let header = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) else { return [] }
        return lines.dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let columns = Dictionary(zip(header.map(String.init), fields.map(String.init))) { first, _ in first }
            guard let name = columns["path"], name.hasPrefix(folder + "/"), let kind = columns["format"],
                format == nil || format == kind
            else { return nil }
            return File(name: name, path: root + "/" + name, format: kind, columns: columns)
        }
    }
}
