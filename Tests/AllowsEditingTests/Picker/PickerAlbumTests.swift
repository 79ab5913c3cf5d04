import ImageCodecs
import Synchronization
import Testing

@testable import AllowsEditing

/// Saving what was picked: both or neither, and nothing is replaced.
@Suite("Picker: albums")
struct PickerAlbumTests {
    private let folder: TemporaryFolder
    private let png: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        png = try ImageEncoder.encode(.gradient(8, 6), EncodeOptions(format: .png))
    }

    private func pick(_ name: BytePath = "in/a.PNG", allowsEditing: Bool = true, _ options: EditOptions = EditOptions())
        async throws -> PickedImage
    {
        if try folder.path.appending(name).statusIfPresent() == nil { try folder.write(name, png) }
        let source = SourceType.album([folder.path.appending(name)])
        let picker = ImagePicker(source: source, allowsEditing: allowsEditing, options: options)
        return try #require(try await picker.pick().pickedImage)
    }

    @Test("a pair is saved under the names of a batch, the original byte for byte")
    func pair() async throws {
        var options = EditOptions(size: .atMost(4))
        options.format = .jpeg
        let picked = try await pick("in/a.PNG", options)
        let pair = try await Album(folder("out/new")).save(picked)
        #expect(pair.original == folder("out/new/a.original.PNG") && pair.edited == [folder("out/new/a.edited.jpg")])
        #expect(try pair.original.contents() == png && pair.edited[0].contents() == picked.editedImage?.bytes)
        #expect(try folder("out").tree().count == 2)
    }

    @Test("a link that leads nowhere has taken its name")
    func danglingLink() async throws {
        try folder("out").makeFolders()
        folder("nowhere").symbolicLink(at: folder("out/a.edited.PNG"))
        folder("nowhere").symbolicLink(at: folder("out/a.edited.png"))
        let pair = try await Album(folder("out")).save(try await pick())
        #expect(pair.original == folder("out/a-2.original.PNG") && pair.edited == [folder("out/a-2.edited.png")])
    }

    @Test("several sizes and pictures that were not edited are saved as well")
    func others() async throws {
        var options = EditOptions(size: .atMost(4))
        options.sizes.append(.atMost(2))
        let album = Album(folder("out"))
        try await album.save(try await pick("in/a.png", options))
        try await album.save(try await pick("in/b.png", allowsEditing: false))
        #expect(
            try folder("out").tree().sorted() == [
                "a.edited-2.png", "a.edited-4.png", "a.original.png", "b.original.png",
            ])
    }

    @Test("nothing is replaced: a number follows the name where one of the pair is taken")
    func collisions() async throws {
        let album = Album(folder("out"))
        try folder.write("out/a.edited.png", [1])
        let picked = try await pick("in/a.png")
        for _ in 0..<4 { try await album.save(picked) }
        let names = try folder("out").tree()
        #expect(
            names.filter { $0.contains("original") }.sorted()
                == ["a-2.original.png", "a-3.original.png", "a-4.original.png", "a-5.original.png"])
        #expect(names.count == 9)
        #expect(try folder("out/a.edited.png").contents() == [1])
    }

    @Test("many at once into one folder, by several albums: each has a pair of its own")
    func many() async throws {
        let picked = try await pick("in/a.png")
        let pairs = try await withThrowingTaskGroup(of: Album.Pair.self) { group in
            for _ in 0..<4 {
                let album = Album(folder("out"))
                for _ in 0..<10 { group.addTask { try await album.save(picked) } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(pairs.count == 40)
        #expect(try folder("out").tree().count == 80)
    }

    @Test("a completion is called once, with the pair or with the reason")
    func completion() async throws {
        let picked = try await pick("in/a.png")
        let pair = await withCheckedContinuation { continuation in
            Album(folder("out")).save(picked) { continuation.resume(returning: $0) }
        }
        #expect(try pair.get().edited == [folder("out/a.edited.png")])
        let file = try folder.write("file", [1])
        let failure = await withCheckedContinuation { continuation in
            Album(file).save(picked) { continuation.resume(returning: $0) }
        }
        #expect(throws: EditError.self) { try failure.get() }
        #expect(try file.contents() == [1])
    }

    @Test("both or neither: where the edited image cannot be written, no original is left")
    func neither() async throws {
        // A name that is as long as names can be: the original's is short enough, those of the edited images are not.
        let name = BytePath(bytes: Array(repeating: UInt8(ascii: "n"), count: 242) + Array(".png".utf8))
        var options = EditOptions(size: .atMost(4))
        options.sizes.append(.atMost(2))
        options.format = .webP
        let picked = try await pick(BytePath("in").appending(name), options)
        await #expect {
            try await Album(folder("out")).save(picked)
        } throws: { ($0 as? EditError)?.kind == "io" }
        #expect(try folder("out").tree() == [])
    }

    @Test("names may hold any bytes")
    func oddNames() async throws {
        let name = BytePath(bytes: [0xFF, 0xFE, 0x2E] + Array("png".utf8))
        let pair = try await Album(folder("out")).save(try await pick(BytePath("in").appending(name)))
        #expect(pair.original.lastComponent.bytes == [0xFF, 0xFE] + Array(".original.png".utf8))
        #expect(try pair.original.contents() == png)
    }
}
