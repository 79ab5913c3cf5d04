import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

/// A page that a failed expectation does not print.
private struct Page: CustomTestStringConvertible {
    let text: String

    var testDescription: String { "a page of \(text.utf8.count) bytes" }
    var isComplete: Bool { text.hasSuffix("</html>\n") }

    func contains(_ other: String) -> Bool { text.contains(other) }
    func count(of other: String) -> Int { text.split(separator: other, omittingEmptySubsequences: false).count - 1 }
}

@Suite("Contact sheet")
struct ContactSheetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func page() throws -> Page {
        Page(text: String(decoding: try folder("sheet.html").contents(), as: UTF8.self))
    }

    /// A page about a batch over `in`.
    private func sheet(
        _ options: EditOptions = EditOptions(size: .atMost(20)), title: String = "in",
        _ change: (inout FolderBatch) -> Void = { _ in }
    ) async throws -> Page {
        let sheet = try ContactSheet(folder("sheet.html"), title: title)
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"), options: options)
        batch.existing = .overwrite
        change(&batch)
        let summary = try await batch.run { sheet.add($0) }
        try sheet.finish(summary)
        return try page()
    }

    private func picture(_ width: Int = 64, _ height: Int = 48) throws -> [UInt8] {
        try ImageEncoder.encode(.gradient(width, height), EncodeOptions(format: .jpeg))
    }

    @Test("each picture is an item with its name, sizes, bytes, route and crop")
    func items() async throws {
        try folder.write("in/trip/a.jpg", picture())
        let page = try await sheet()
        #expect(page.contains("<bdi>a.jpg</bdi>") && page.contains("in/trip</bdi>"))
        #expect(page.contains("64×48 <span aria-label=\"to\">→</span> 20×20"))
        #expect(page.contains("data-status=\"edited\" data-pixels=\"3072\""))
        #expect(page.contains(" · jpeg ycbcr</p>"))
        // The middle 48 of 64 columns.
        #expect(page.contains("d=\"M8.0 0.0L56.0 0.0L56.0 48.0L8.0 48.0Z\""))
        #expect(page.contains("1 picture: 1 edited, 0 skipped, 0 failed"))
        #expect(page.isComplete)
    }

    @Test("a failure is an item with its message")
    func failures() async throws {
        try folder.write("in/a.jpg", [UInt8]("not a picture".utf8))
        let page = try await sheet()
        #expect(page.contains("data-status=\"failed\""))
        #expect(page.contains("<strong>malformed</strong>"))
    }

    @Test("findings are listed with what they mean")
    func findings() async throws {
        try folder.write("in/a.jpg", Array(picture().dropLast(20)))
        var options = EditOptions(size: .atMost(20))
        options.failOn = []
        let page = try await sheet(options)
        #expect(page.contains("data-odd"))
        #expect(page.contains("title=\"\(SheetText(Finding.truncated.summary))\">truncated</span>"))
    }

    @Test("a crop that is turned is drawn turned")
    func turned() async throws {
        try folder.write("in/a.jpg", picture(100, 100))
        var options = EditOptions()
        options.crop = .box(CropBox(center: SIMD2(50, 50), size: SIMD2(40, 40), degrees: 45))
        let page = try await sheet(options)
        let half = (Double(2).squareRoot() * 20 * 10).rounded() / 10
        #expect(page.contains("\(decimal(50 - half, places: 1)) 50.0"))
        #expect(page.contains("50.0 \(decimal(50 + half, places: 1))"))
    }

    @Test("previews are part of the page; without them there are boxes of the same shape")
    func previews() async throws {
        try folder.write("in/a.jpg", picture())
        var options = EditOptions(size: .atMost(20))
        options.previewSide = 40
        let with = try await sheet(options)
        // What every JPEG file begins with.
        #expect(with.count(of: "src=\"data:image/jpeg;base64,/9j/") == 2)
        #expect(with.contains("alt=\"Original of a.jpg\" width=\"40\" height=\"30\""))
        #expect(with.contains("alt=\"Edited of a.jpg\" width=\"20\" height=\"20\""))
        #expect(!with.contains("class=\"none\""))
        let without = try await sheet()
        #expect(!without.contains("<img"))
        #expect(without.contains("class=\"none\" viewBox=\"0 0 64 48\"") && without.contains("viewBox=\"0 0 20 20\""))
    }

    @Test(
        "pictures that a resumed run leaves alone are shown as well, and those that cannot be decoded by now are named")
    func resumed() async throws {
        let path = try folder.write("in/a.jpg", picture())
        var options = EditOptions(size: .atMost(20))
        options.previewSide = 40
        let first = try await sheet(options) { $0.original = .link }
        let times = try path.status()
        let edited = try folder("out/a.edited.jpg").contents()
        let second = try await sheet(options) {
            $0.original = .link
            $0.existing = .skip
        }
        #expect(second.contains("data-status=\"skipped\"") && second.contains("0 edited, 1 skipped, 0 failed"))
        let images = [first, second].map {
            $0.text.split(separator: "<img src=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        }
        #expect(images[0].count == 2 && images[0] == images[1])
        #expect(second.count(of: "class=\"crop\"") == 1)
        #expect(try folder("out/a.edited.jpg").contents() == edited && path.status() == times)

        options.limits.maxPixels = 100
        let third = try await sheet(options) {
            $0.original = .link
            $0.existing = .skip
        }
        #expect(third.contains("0 edited, 1 skipped, 0 failed") && !third.contains("<img"))
    }

    @Test(
        "a page takes no place but its own: of a folder, a device, an empty picture, or what has come there in the meantime"
    )
    func place() async throws {
        for (name, path) in [("folder", folder("in")), ("device", BytePath("/dev/null"))] {
            try folder("in").makeFolders()
            #expect(throws: EditError.self, "\(name)") { try ContactSheet(path, title: "in") }
        }
        let empty = try folder.write("empty.jpg", [])
        #expect(throws: EditError.exists(path: empty)) { try ContactSheet(empty, title: "in") }
        let sheet = try ContactSheet(folder("out/a.edited.jpg"), title: "in")
        try folder.write("in/a.jpg", picture())
        let batch = FolderBatch(
            inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(20)))
        let summary = try await batch.run { sheet.add($0) }
        #expect(throws: EditError.exists(path: folder("out/a.edited.jpg"))) { try sheet.finish(summary) }
        #expect(try folder("out/a.edited.jpg").contents().starts(with: [0xFF, 0xD8]))
        #expect(summary.edited == 1)
    }

    @Test("nothing of a name or a message becomes markup")
    func hostile() async throws {
        let names: [[UInt8]] = [
            [UInt8]("a\"><script>alert(1)<!--.jpg".utf8), [UInt8]("b&amp;'<\u{202E}gpj.jpg".utf8),
            [0x63, 0xFF, 0xFE, 0x0A, 0x07, 0x2E, 0x6A, 0x70, 0x67],
        ]
        for name in names { try folder.write(BytePath("in").appending(BytePath(bytes: name)), picture()) }
        try folder.write(BytePath("in/<script>/x<b>.png"), [UInt8]("<script>".utf8))
        let page = try await sheet(title: "</title><script>in</script>")
        for mark in ["<script", "</script", "</title>"] { #expect(page.count(of: mark) == 1) }
        #expect(page.contains("a&quot;&gt;&lt;script&gt;alert(1)&lt;!--.jpg"))
        #expect(page.contains("b&amp;amp;&#39;&lt;\u{FFFD}gpj.jpg"))
        let hasControls = page.text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(!hasControls)
        #expect(page.contains("x&lt;b&gt;.png"))
    }

    @Test("only the script of the page may run, and nothing may be loaded")
    func policy() async throws {
        try folder.write("in/a.jpg", picture())
        let first = try await sheet()
        let second = try await sheet()
        func nonce(_ page: Page) throws -> String {
            let end = page.text.split(separator: "script-src 'nonce-").last ?? ""
            return String(end.prefix { $0 != "'" })
        }
        #expect(try nonce(first) != nonce(second))
        #expect(try first.contains("<script nonce=\"\(nonce(first))\">"))
        #expect(first.contains("default-src 'none'; img-src data:;"))
        #expect(!first.contains("http:") && !first.contains("https:") && !first.contains("url("))
    }

    @Test("until it is finished the page has a temporary name; given up, it leaves nothing")
    func temporary() throws {
        do {
            let sheet = try ContactSheet(folder("deep/sheet.html"), title: "t")
            #expect(try folder.tree().allSatisfy { $0.hasPrefix("deep/.allows-editing-") })
            sheet.add(BatchRecord(input: "a", outcome: .failed(.cancelled)))
        }
        #expect(try folder.tree().isEmpty)
    }

    @Test("a page is written whole after an interruption, and says so")
    func interrupted() throws {
        let sheet = try ContactSheet(folder("sheet.html"), title: "t")
        sheet.add(BatchRecord(input: "a", outcome: .failed(.noPictures(path: "a"))))
        var summary = BatchSummary()
        summary.wasCancelled = true
        try sheet.finish(summary)
        let page = try page()
        #expect(page.contains("Interrupted: what is not here was not finished.") && page.isComplete)
        #expect(try folder.tree() == ["sheet.html"])
    }

    @Test("an older sheet is replaced, and nothing else is")
    func replacing() throws {
        for _ in 0..<2 { try ContactSheet(folder("sheet.html"), title: "t").finish(BatchSummary()) }
        try folder.write("photo.jpg", picture())
        try folder.write("empty.html", [])
        #expect(throws: EditError.exists(path: folder("photo.jpg"))) {
            try ContactSheet(folder("photo.jpg"), title: "t")
        }
        try ContactSheet(folder("empty.html"), title: "t").finish(BatchSummary())
        #expect(try folder.tree() == ["empty.html", "photo.jpg", "sheet.html"])
    }

    @Test("what was left as it was is an item that says so")
    func skipped() async throws {
        try folder.write("in/a.jpg", picture())
        _ = try await sheet()
        let page = try await sheet { $0.existing = .skip }
        #expect(page.contains("data-status=\"skipped\"") && page.contains("a.edited.jpg</bdi> is complete"))
    }

    @Test("a dry run has a page as well")
    func dryRun() async throws {
        try folder.write("in/a.jpg", picture())
        let page = try await sheet { $0.isDryRun = true }
        #expect(page.contains("data-status=\"planned\"") && page.contains("class=\"crop\""))
        var options = EditOptions()
        options.crop = .attention
        let unplaced = try await sheet(options) { $0.isDryRun = true }
        #expect(unplaced.contains("data-status=\"planned\"") && !unplaced.contains("class=\"crop\""))
    }

    @Test("bytes are said as people do")
    func byteTexts() {
        #expect(
            [0, 999, 1000, 61_234, 2_980_637].map(byteText) == ["0 bytes", "999 bytes", "1 kB", "61 kB", "3.0 MB"])
    }
}
