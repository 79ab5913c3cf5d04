import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Files that take their names when they are complete")
struct ReplacingFileTests {
    private let folder: TemporaryFolder
    private let image = EncodedImage(format: .png, size: PixelSize(width: 1, height: 1), bytes: [1, 2, 3])

    init() throws { folder = try TemporaryFolder() }

    @Test("an image is written in a new folder, and in place of what was there")
    func replacing() throws {
        try folder.write("old.png", [9, 9, 9, 9])
        for name in ["old.png", "new/deep/a.png"] {
            try image.write(to: folder(name))
            #expect(try folder(name).contents() == [1, 2, 3])
        }
        #expect(try folder.tree() == ["new/deep/a.png", "old.png"])
    }

    @Test("what is given up leaves the old file, and nothing beside it")
    func givenUp() throws {
        try folder.write("a.html", [7])
        do {
            let file = try ReplacingFile(folder("a.html"))
            let bytes: [UInt8] = [1, 2]
            try file.write(bytes.span)
            // Hidden from everybody where the file system can.
            if let unnamed = OpenFile.unnamed(in: folder.path) {
                _ = consume unnamed
                #expect(try folder.tree() == ["a.html"])
            } else {
                #expect(try folder.tree().count == 2)
            }
            #expect(try folder("a.html").contents() == [7])
        }
        #expect(try folder.tree() == ["a.html"])
    }

    @Test("a place that cannot be written is named, and nothing is left")
    func refused() throws {
        try folder.write("file", [7])
        try folder.write("folder/x", [7])
        for path in [folder("file/a.png"), folder("folder")] {
            #expect {
                try image.write(to: path)
            } throws: { ($0 as? EditError)?.path == path }
        }
        #expect(try folder.tree() == ["file", "folder/x"])
    }

    @Test("a file is edited by its path, as its bytes are")
    func editing() async throws {
        let bytes = try ImageEncoder.encode(.gradient(9, 9), EncodeOptions(format: .png))
        let path = try folder.write("a.png", bytes)
        let picked = try await ImageEditor().edit(contentsOf: path, EditOptions(size: .atMost(3)))
        #expect(picked.originalImage.bytes == bytes && picked.imagePath == path)
        #expect(picked.editedImage?.size == PixelSize(width: 3, height: 3))
        await #expect(throws: EditError.notAFile(path: folder.path, what: "a folder")) {
            try await ImageEditor().edit(contentsOf: folder.path)
        }
    }
}
