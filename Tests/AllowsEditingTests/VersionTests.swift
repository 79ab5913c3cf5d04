import Testing

@testable import AllowsEditing

/// The version stands in two places, which agree.
@Suite("Version")
struct VersionTests {
    @Test("The first version in the change log is the current one")
    func changeLog() throws {
        let file = BytePath("\(#filePath)").parent.parent.parent.appending("CHANGELOG.md")
        let text = String(decoding: try file.contents(), as: UTF8.self)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(heading.dropFirst(3).split(separator: " ").first == Substring(AllowsEditingVersion.current))
    }
}
