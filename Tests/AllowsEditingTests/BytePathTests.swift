import Testing

@testable import AllowsEditing

@Suite("Byte paths")
struct BytePathTests {
    @Test("components are split at the last slash, and slashes at the end do not count")
    func components() {
        #expect(BytePath("a/b/c.jpg").lastComponent == "c.jpg")
        #expect(BytePath("a/b/").lastComponent == "b")
        #expect(BytePath("c.jpg").parent == "")
        #expect(BytePath("a/b/").parent == "a")
        #expect(BytePath("/a").parent == "/")
        #expect(BytePath("/").parent == "/")
    }

    @Test("a name begins at its start, so that a leading dot begins no extension")
    func extensions() {
        #expect(BytePath("x/IMG.1.JPG").stemAndExtension.stem == [UInt8]("IMG.1".utf8))
        #expect(BytePath("x/IMG.1.JPG").stemAndExtension.pathExtension == [UInt8]("JPG".utf8))
        #expect(BytePath(".jpg").stemAndExtension.pathExtension == nil)
        #expect(BytePath("photo").stemAndExtension.pathExtension == nil)
    }

    @Test("appending puts exactly one slash between")
    func appending() {
        #expect(BytePath("a").appending("b") == "a/b")
        #expect(BytePath("a/").appending("b") == "a/b")
        #expect(BytePath("").appending("b") == "b")
        #expect(BytePath("a").appending("") == "a")
    }

    @Test("bytes that are not UTF-8 and control characters are shown as one line")
    func description() {
        #expect(BytePath(bytes: [0x63, 0xE9, 0x2E]).description == "c\u{FFFD}.")
        #expect(BytePath("a\nb").description == "a\u{FFFD}b")
        #expect(!BytePath(bytes: [0xE9]).isUTF8)
        #expect(BytePath(bytes: [0x61, 0, 0x62]) == "a")
    }

    @Test("several workers may make the same folders at once")
    func foldersAtOnce() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<50 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { try folder("\(round)/a/b/c/d").makeFolders() }
                }
                try await group.waitForAll()
            }
        }
        #expect(try folder("49/a/b/c").entries() == ["d"])
    }
}
