@testable import AllowsEditing

extension CommandFolder {
    /// The files below a folder with what is in them, by their paths below it. Hidden ones are left out.
    func tree(_ folder: BytePath) throws -> [BytePath: [UInt8]] {
        var files: [BytePath: [UInt8]] = [:]
        for name in try self(folder).entries() where name.bytes.first != UInt8(ascii: ".") {
            let path = folder.appending(name)
            if self(path).isFolder {
                for (below, bytes) in try tree(path) { files[name.appending(below)] = bytes }
            } else {
                files[name] = try contents(path)
            }
        }
        return files
    }

    /// Writes pictures of all formats into a tree below `in`, and gives back their paths below it, sorted.
    func writeTree(count: Int) throws -> [String] {
        let folders = ["", "trip/", "trip/day 2/", "other/"]
        let formats: [(ImageFormat, String)] = [(.jpeg, "JPG"), (.png, "png"), (.webP, "webp")]
        return try (0..<count).map { index in
            let (format, ending) = formats[index % 3]
            let name = "\(folders[index % 4])\(index).\(ending)"
            try write(BytePath("in/\(name)"), Self.picture(index, width: 40, height: 30, format: format))
            return name
        }.sorted()
    }
}
