import AllowsEditing
import AllowsEditingFoundation
import Foundation
import Testing

@Suite("Data and URL")
struct FoundationTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foundation-\(UUID())")
    private let photo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/valid/png/cutout.png")

    @Test("data and the URL of a file are edited as their bytes are")
    func editing() async throws {
        let data = try Data(contentsOf: photo)
        let options = EditOptions(size: .atMost(8))
        let expected = try await ImageEditor().edit([UInt8](data), options)
        #expect(try await ImageEditor().edit(data, options).editedImage == expected.editedImage)
        let picked = try await ImageEditor().edit(contentsOf: photo, options)
        #expect(picked.editedImage == expected.editedImage)
        #expect(picked.originalImage.data == data)
    }

    @Test("an edited image is written to a URL, folders included, in place of what was there")
    func writing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let picked = try await ImageEditor().edit(contentsOf: photo)
        let file = folder.appendingPathComponent("a/b.png")
        for _ in 0..<2 { try picked.image.write(to: file) }
        #expect(try Data(contentsOf: file) == picked.image.data)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a") == ["b.png"])
    }

    @Test("the path of a URL is that of its file, with spaces, percent signs and letters of every script")
    func paths() {
        for name in ["/a b/c.jpg", "/100%/x.png", "/größe/写真.webp"] {
            #expect(BytePath(URL(fileURLWithPath: name)) == BytePath(name))
        }
    }

    @Test("a URL that is not one of a file is refused, and nothing is loaded from it")
    func refused() async throws {
        let url = try #require(URL(string: "https://example.com/a.jpg"))
        #expect(BytePath(url) == nil)
        let error = EditError.invalidOptions(reason: "https://example.com/a.jpg is not the URL of a file")
        await #expect(throws: error) { try await ImageEditor().edit(contentsOf: url) }
    }

    @Test("a file that is not there is named")
    func missing() async {
        let url = URL(fileURLWithPath: "/no/such/file.jpg")
        await #expect(throws: EditError.io(path: "/no/such/file.jpg", errno: ENOENT)) {
            try await ImageEditor().edit(contentsOf: url)
        }
    }
}
