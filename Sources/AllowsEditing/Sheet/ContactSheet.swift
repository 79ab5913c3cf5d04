import Synchronization

/// One HTML page about a batch: every picture beside its original, with the crop drawn on it, and everything that failed.
///
/// The page needs nothing but itself: no network, and no script to be read; with one it is sorted and searched. Each record is written
/// when it comes, so that memory does not grow with the pictures, and the page takes its name when it is finished.
public final class ContactSheet: Sendable {
    /// An ``EditOptions/previewSide`` for the pictures of the page: sharp where it shows them, and some twenty kilobytes of it for each
    /// original with its edited image.
    public static let previewSide = 240

    private let page: Mutex<Page>

    private struct Page: ~Copyable {
        /// Nil once the page is finished, or given up.
        var file: ReplacingFile?
        var failure: EditError?

        mutating func write(_ text: String) {
            guard failure == nil else { return }
            let bytes = [UInt8](text.utf8)
            do throws(EditError) { try file?.write(bytes.span) } catch {
                failure = error
                file = nil
            }
        }
    }

    /// Begins a page, in a folder that is made when it is missing.
    ///
    /// - Parameters:
    ///   - path: the page. An older contact sheet there stays until the new one is finished.
    ///   - title: what the batch is about, for a person.
    /// - Throws: `denied` or `io`; `notAFile`, or `exists` where the file holds anything but a contact sheet: a slip of the hand must not
    ///   replace a photograph.
    public init(_ path: BytePath, title: String) throws(EditError) {
        try Self.check(path)
        var page = Page(file: try ReplacingFile(path))
        let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
        page.write(SheetPage.start(title: title, nonce: nonce))
        self.page = Mutex(page)
        self.nonce = nonce
        self.path = path
    }

    private let path: BytePath

    /// A word that a script of the page must know, so that none runs that came with a name.
    private let nonce: String

    private static func check(_ path: BytePath) throws(EditError) {
        guard let status = try path.attempt({ () throws(SystemError) in try path.statusIfPresent() }) else { return }
        switch status.kind {
        case .file: break
        case .folder: throw .notAFile(path: path, what: "a folder")
        case .other(let what): throw .notAFile(path: path, what: what)
        }
        // What a program has made to be filled, unless it could be an input that is not there yet.
        if status.size == 0, !PictureNames.promisePicture(path.lastComponent) { return }
        let start = try path.attempt { () throws(SystemError) in
            try OpenFile.reading(path).readFromStart(upTo: SheetPage.firstBytes.count)
        }
        if start != SheetPage.firstBytes { throw .exists(path: path) }
    }

    /// Adds what came of one input. Cost: one write; nothing is kept.
    ///
    /// The pictures are its ``BatchRecord/Details/previews``; without them, the outlines of both are shown.
    public func add(_ record: BatchRecord) {
        let text = SheetEntry(record: record).html
        page.withLock { $0.write(text) }
    }

    /// Gives the page up: nothing is left of it.
    public func abandon() { page.withLock { $0.file = nil } }

    /// Ends the page and gives it its name. Nothing is added afterwards.
    ///
    /// - Throws: `denied` or `io` for this or for any earlier write: a disk that is full does not end a batch, the pictures matter more.
    ///   `exists` where something else has taken the place, such as an edited picture of the batch.
    public func finish(_ summary: BatchSummary) throws(EditError) {
        let text = SheetPage.end(summary, nonce: nonce)
        let failure: EditError? = page.withLock { page in
            page.write(text)
            do throws(EditError) {
                if page.failure == nil { try Self.check(path) }
                try page.file?.commit()
            } catch { page.failure = error }
            page.file = nil
            return page.failure
        }
        if let failure { throw failure }
    }
}
