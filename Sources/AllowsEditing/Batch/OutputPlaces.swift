import Synchronization

/// Whether outputs could be written where a dry run plans them. Nothing is written to find out.
final class OutputPlaces: Sendable {
    /// What came of each folder that was looked at: thousands of pictures share a few.
    private let known = Mutex<[BytePath: EditError?]>([:])

    /// Looks at the folders of some outputs. Cost: a few system calls the first time, and some each time for links.
    ///
    /// - Parameter linked: the file that the original will be a second name of; nil where it will be none.
    /// - Throws: `denied` or `io` where files could not be made in one of them.
    func check(_ names: OutputNames, linked: BytePath? = nil) throws(EditError) {
        for folder in names.folders {
            let failure = known.withLock { known in
                if let result = known[folder] { return result }
                let result = Self.failure(of: folder)
                known[folder] = .some(result)
                return result
            }
            if let failure { throw failure }
        }
        guard let linked, let original = names.original else { return }
        try original.attempt { () throws(SystemError) in try original.parent.checkTakesLinks(to: linked) }
    }

    private static func failure(of folder: BytePath) -> EditError? {
        do { try folder.checkTakesFiles() } catch {
            return .system(folder, error.code, remedy: "the output folder needs write permission")
        }
        return nil
    }
}
