import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Name templates")
struct NameTemplateTests {
    private func names(
        _ template: String, path: BytePath = "photos/trip/IMG_1.JPG", folder: BytePath = "trip",
        sizes: [OutputSize] = [.atMost(512)], original: OriginalPolicy = .copy, number: Int = 7, of count: Int = 1200
    ) throws -> [String] {
        let names = try OutputNames(
            InputFile(path: path, relativeFolder: folder), output: "out", format: .jpeg, sizes: sizes,
            original: original, template: NameTemplate(template),
            position: InputPosition(number: number, count: count))
        return names.all.map(\.description)
    }

    @Test("fields stand for what they name, and a path is told from a name by a slash or {dir}")
    func fields() throws {
        let expected = [
            "{name}.{kind}.{ext}": ["out/trip/IMG_1.original.JPG", "out/trip/IMG_1.edited.jpg"],
            "{kind}/{dir}/{name}.{ext}": ["out/original/trip/IMG_1.JPG", "out/edited/trip/IMG_1.jpg"],
            "{index}-{kind}.{ext}": ["out/trip/0007-original.JPG", "out/trip/0007-edited.jpg"],
            "./{index}.{kind}.{ext}": ["out/0007.original.JPG", "out/0007.edited.jpg"],
            "{dir}-{name}-{size}.{kind}.{ext}": ["out/trip-IMG_1-full.original.JPG", "out/trip-IMG_1-512.edited.jpg"],
            "{{{kind}}}.{ext}": ["out/trip/{original}.JPG", "out/trip/{edited}.jpg"],
        ]
        for (template, names) in expected { #expect(try self.names(template) == names, "\(template)") }
        #expect(
            try names("{kind}/{dir}/{name}.{ext}", folder: "") == ["out/original/IMG_1.JPG", "out/edited/IMG_1.jpg"])
    }

    @Test("several sizes have names of their own, with {size} or without")
    func sizes() throws {
        let sizes: [OutputSize] = [.atMost(64), .within(width: 40, height: 30)]
        #expect(
            try names("{name}.{kind}.{ext}", sizes: sizes, original: .none) == [
                "out/trip/IMG_1.edited-64.jpg", "out/trip/IMG_1.edited-40x30.jpg",
            ])
        #expect(
            try names("{size}/{name}.{ext}", sizes: sizes, original: .none) == [
                "out/64/IMG_1.jpg", "out/40x30/IMG_1.jpg",
            ])
    }

    @Test("an original without an extension has no dot in its place")
    func withoutExtension() throws {
        #expect(try names("{name}.{kind}.{ext}", path: "a", folder: "") == ["out/a.original", "out/a.edited.jpg"])
        #expect(try names("{ext}/{kind}", path: "a", folder: "") == ["out/original", "out/jpg/edited"])
    }

    @Test(
        "what is no template is refused, and the message says what is",
        arguments: [
            "": "not empty", "{nam}.{ext}": "{dir} {name} {kind}", "{name": "not closed", "name}": "'}}'",
            "/tmp/{name}": "slash", "{name}/": "slash", "../{name}": "'..'", "a/../{name}": "'..'", "a\0{kind}": "zero",
        ])
    func refused(_ template: String, word: String) {
        let error = #expect(throws: EditError.self) { try NameTemplate(template) }
        #expect(error?.description.contains(word) ?? false, "\(error?.description ?? "")")
    }

    @Test("a template that cannot tell the outputs of a picture apart is refused")
    func tooFewFields() throws {
        #expect(throws: EditError.self) { try NameTemplate("{name}.{ext}").validate(sizes: 1, original: .copy) }
        #expect(throws: EditError.self) { try NameTemplate("{name}.{ext}").validate(sizes: 2, original: .none) }
        try NameTemplate("{name}.{ext}").validate(sizes: 1, original: .none)
        try NameTemplate("{name}-{size}").validate(sizes: 2, original: .none)
        try NameTemplate.standard.validate(sizes: 9, original: .link)
        #expect(try NameTemplate("{name}.{kind}.{ext}") == .standard)
    }

    @Test("no input is named so that its outputs leave the output folder or hide among the journals")
    func hostileInputs() throws {
        for (template, path) in [
            ("{name}/{kind}", "...jpg"), ("{name}/{kind}.{ext}", ".allows-editing.jpg"),
            ("{name}.{kind}.{ext}", ".allows-editing-x-1.jpg"), (".allows-editing/{kind}", "a.jpg"),
        ] as [(String, BytePath)] {
            #expect(throws: EditError.self, "\(template)") { try names(template, path: path, folder: "") }
        }
        #expect(throws: EditError.self) { try names("{ext}", path: "a", folder: "", original: .copy) }
    }

    @Test(
        "a pair in two folders is both or neither, and inputs that share a name are refused before anything is written")
    func batch() async throws {
        let folder = try TemporaryFolder()
        let jpeg = try ImageEncoder.encode(.gradient(40, 30), EncodeOptions(format: .jpeg, quality: 90))
        try folder.write("in/a.jpg", jpeg)
        try folder.write("in/trip/b.jpg", jpeg)
        func run(_ template: String) async throws -> BatchSummary {
            var batch = FolderBatch(
                inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(8)))
            batch.name = try NameTemplate(template)
            return try await batch.run()
        }
        // Somebody has the name of the edited image: the original does not come to stand either.
        try folder.write("out/edited/trip/other", [1])
        #expect(try await run("{kind}/{dir}/{name}.{ext}").edited == 2)
        #expect(
            try folder("out").tree().sorted() == [
                "edited/a.jpg", "edited/trip/b.jpg", "edited/trip/other", "original/a.jpg", "original/trip/b.jpg",
            ])
        try folder.write("in/trip/a.jpg", jpeg)
        #expect(try await run("./x-{kind}-{name}.{ext}").failed == 2)
        #expect(try folder("out").tree().contains("x-edited-b.jpg"))
        await #expect(throws: EditError.self) { _ = try await run("{name}.{ext}") }
    }

    @Test("the original is taken away again where the edited image, in another folder, cannot get its name")
    func bothOrNeither() throws {
        let folder = try TemporaryFolder()
        let input = InputFile(path: folder("in/a.jpg"), relativeFolder: "")
        let names = try OutputNames(
            input, output: folder("out"), format: .jpeg, sizes: [.full], original: .copy,
            template: NameTemplate("{kind}/{name}.{ext}"))
        var writer = try PairWriter(names, replacing: .nothing, journal: RunJournal(output: folder("out")))
        try writer.stageOriginal([1, 2], privateCopy: nil, policy: .copy)
        try writer.stageEdited(
            EncodedImage(format: .jpeg, size: PixelSize(width: 1, height: 1), bytes: [9]), index: 0)
        #expect(try folder("out").tree().allSatisfy { $0.contains("/.allows-editing-") })
        try folder.write("out/edited/a.jpg", [7])
        let entry = writer.entry(fingerprint: 0, findings: [], input: FileFacts(bytes: 2, hash: 0))
        #expect(throws: EditError.exists(path: names.edited[0])) { try writer.commit(entry) }
        #expect(try names.original?.statusIfPresent() == nil)
        #expect(try names.edited[0].contents() == [7])
    }
}
