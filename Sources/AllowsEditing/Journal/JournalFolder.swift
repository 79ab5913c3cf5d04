/// The journals of all runs that wrote, or write, into an output folder.
struct JournalFolder {
    /// Hidden, so that no walk takes it for a folder of pictures.
    static let name: BytePath = ".allows-editing"
    static let openExtension = "open"
    static let closedExtension = "journal"

    let output: BytePath
    let path: BytePath

    /// The journals in an output folder; nil where there are none. A link is not followed.
    init?(in output: BytePath) {
        self.output = output
        path = output.appending(Self.name)
        guard case .folder? = try? path.linkStatus().kind else { return nil }
    }

    /// A journal, by its name.
    struct File: Hashable {
        let path: BytePath
        let run: String
        /// Whether its run has not ended it.
        let isOpen: Bool

        /// Nil for a file that is no journal.
        init?(_ name: BytePath, in folder: BytePath) {
            let (stem, ending) = name.stemAndExtension
            guard let ending, stem.count <= 13, stem.allSatisfy(Self.isDigit) else { return nil }
            switch String(decoding: ending, as: UTF8.self) {
            case JournalFolder.openExtension: isOpen = true
            case JournalFolder.closedExtension: isOpen = false
            default: return nil
            }
            path = folder.appending(name)
            run = String(decoding: stem, as: UTF8.self)
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
    }

    /// All journals.
    func files() throws(SystemError) -> [File] { try path.entries().compactMap { File($0, in: path) } }

    /// Reads every whole line of every journal, those of living runs included.
    ///
    /// - Throws: `denied` or `io`.
    func read(_ body: (JournalLine) -> Void) throws(EditError) {
        // Other runs end their journals and put old ones together meanwhile; what they wrote is then read under its new name.
        for _ in 0..<Self.mostTries {
            if try readOnce(body) { return }
        }
    }

    private static let mostTries = 5

    /// Returns false where a journal went away before it was read.
    private func readOnce(_ body: (JournalLine) -> Void) throws(EditError) -> Bool {
        let remedy = "the journals of earlier runs need read permission"
        let files = try path.attempt(remedy: remedy) { () throws(SystemError) -> [File] in try self.files() }
        for file in files {
            do throws(SystemError) {
                try OpenFile.readingNoLink(file.path).forEachJournalLine { line, _ in body(line) }
            } catch {
                if isNothingThere(error.code) { return false }
                throw .system(file.path, error.code, remedy: remedy)
            }
        }
        return true
    }
}

extension OpenFile {
    /// Reads every whole line of a journal; what is none is passed over. Cost: memory for one piece and one line.
    ///
    /// - Parameter body: called with each line and the bytes it was read from, the line feed included.
    func forEachJournalLine(_ body: (JournalLine, ArraySlice<UInt8>) -> Void) throws(SystemError) {
        guard case .file = try status().kind else { return }
        var offset = 0
        var pending: [UInt8] = []
        while true {
            let piece = try read(upTo: 1 << 18, from: offset)
            guard !piece.isEmpty else { return }
            offset += piece.count
            pending += piece
            var start = 0
            while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
                if let line = JournalLine(pending[start..<end]) { body(line, pending[start...end]) }
                start = end + 1
            }
            // Of what is too long to be a line, nothing is kept: its rest fails its hash.
            pending = pending.count - start > JournalLine.mostBytes ? [] : [UInt8](pending[start...])
        }
    }
}
