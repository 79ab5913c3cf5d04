import Testing

@testable import AllowsEditing

@Suite("Lists of inputs")
struct InputListTests {
    private func paths(_ text: String, _ separator: InputList.Separator = .lineFeed) throws -> [BytePath] {
        try InputList(parsing: [UInt8](text.utf8), separatedBy: separator).paths
    }

    /// What is wrong with a list, in words; empty where nothing is.
    private func reason(_ bytes: [UInt8], _ separator: InputList.Separator) -> String {
        do { _ = try InputList(parsing: bytes, separatedBy: separator) } catch { return error.description }
        return ""
    }

    @Test("each line is a path, the last one also without a line feed, and empty lines are none")
    func lines() throws {
        #expect(try paths("a.jpg\n\nb c.jpg \nd.jpg") == ["a.jpg", "b c.jpg ", "d.jpg"])
        #expect(try paths("").isEmpty)
        #expect(try paths("\n\r\n\n").isEmpty)
    }

    @Test("a carriage return at the end of a line is no part of the path, one before that is, nor is a byte order mark")
    func otherSystems() throws {
        #expect(try paths("\u{FEFF}a.jpg\r\nb\r.jpg\r\nc.jpg\r") == ["a.jpg", "b\r.jpg", "c.jpg"])
        #expect(try paths("a\r\r\n") == ["a\r"])
    }

    @Test("in a list of zero bytes every other byte is one of a path")
    func zeroBytes() throws {
        let odd: [UInt8] = [0x63, 0xE9, 0x0A, 0x0D]
        let list = odd + [0, 0] + [0xEF, 0xBB, 0xBF] + [0] + [0x62]
        let paths = try InputList(parsing: list, separatedBy: .zero).paths
        #expect(paths.map(\.bytes) == [odd, [0xEF, 0xBB, 0xBF], [0x62]])
        #expect(try InputList(parsing: [0xEF, 0xBB, 0xBF] + odd + [0], separatedBy: .zero).paths[0].bytes.count == 7)
    }

    @Test("a path - is a file of this name, not standard input")
    func dash() throws {
        #expect(try paths("-\n-a\n") == ["./-", "-a"])
    }

    @Test("a list with the other separator is refused, and the line is named")
    func wrongSeparator() {
        #expect(reason([UInt8]("a\nb\u{0}c".utf8), .lineFeed).hasPrefix("line 2 holds a zero byte"))
        let lines = [UInt8](String(repeating: "photos/a.jpg\n", count: 6000).utf8)
        #expect(reason(lines, .zero) == "path 1 has 78000 bytes, and no path is so long: is it a list of lines?")
        #expect(reason(lines, .lineFeed).isEmpty)
    }

    @Test("a path may be as long as any, and no longer")
    func longPaths() {
        let longest = [UInt8](repeating: 0x61, count: InputList.mostPathBytes)
        #expect(reason(longest, .lineFeed).isEmpty)
        #expect(reason(longest + [0x61], .lineFeed) == "path 1 has 65537 bytes, and no path is so long")
    }

    @Test("the tree that an input brings stands behind the first /./ of its path")
    func markedTree() throws {
        for (path, tree) in [
            ("photos/./trip/IMG_1.JPG", "trip/IMG_1.JPG"), ("/a/././b//./c/", "b/c"), ("/./x", "x"), ("a/./", ""),
            ("a/b.jpg", ""), ("./a/b.jpg", ""), ("a/.", ""), ("a/.b/./...", "..."), ("", ""), ("a/./b/./c", "b/c"),
        ] {
            #expect(try BytePath(path).markedTree() == BytePath(tree), "\(path)")
        }
        for path in ["a/./../b", "a/./b/..", "a/././..", "a/./b/../../../c"] {
            #expect(throws: EditError.self) { try BytePath(path).markedTree() }
        }
        // What stands before the mark may lead anywhere.
        #expect(try BytePath("../a/./b").markedTree() == "b")
    }
}
