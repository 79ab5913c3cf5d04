extension BytePath {
    /// What `-` stands for where bytes are read that other programs write, for people.
    var nameToRead: BytePath { self == "-" ? "standard input" : self }

    /// All bytes of a file or a pipe, or of standard input where the path is `-`; waits for their end.
    ///
    /// - Parameters:
    ///   - most: how many bytes are allowed.
    ///   - what: what is read, for people: `a list`.
    /// - Throws: `denied`, `io`, `limitExceeded` or `outOfMemory`.
    func readToEnd(most: Int, of what: String) throws(EditError) -> [UInt8] {
        if self == "-" { return try StreamedPicture.standardInput.read(most) { false } }
        let file = try attempt(remedy: "\(what) needs read permission") { () throws(SystemError) in
            try OpenFile.readingToEnd(self)
        }
        return try file.readToEnd(named: self) { count throws(EditError) in
            guard count > most else { return }
            throw .image(.limitExceeded(limit: "bytes of \(what)", needed: count, allowed: most, flag: nil))
        }
    }
}
