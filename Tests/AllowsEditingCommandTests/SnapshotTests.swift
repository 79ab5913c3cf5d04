import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// The texts that the command prints about itself, against those that were looked at last.
///
/// `ALLOWS_EDITING_RENEW=1 swift test --filter SnapshotTests` writes them anew; `git diff` then shows what has changed.
@Suite("Snapshots")
struct SnapshotTests {
    private static let renews = ProcessInfo.processInfo.environment["ALLOWS_EDITING_RENEW"] != nil
    private static let folder = BytePath(#filePath).parent.appending("Snapshots")

    @Test(
        "what the command prints about itself is what was looked at",
        arguments: [
            "help", "help.inspect", "help.findings", "help.boxes", "help.names", "manual", "completions.bash",
            "completions.zsh",
            "completions.fish",
        ])
    func snapshot(_ name: String) throws {
        let words = name.split(separator: ".").map { String($0) }
        let text: String
        switch words[0] {
        case "help": text = try Help.text(on: words.count > 1 ? BytePath(words[1]) : nil)
        case "manual": text = Manual.page
        default: text = try Shell([BytePath(words[1])]).script
        }
        let file = Self.folder.appending(BytePath(name + ".txt"))
        if Self.renews {
            try file.parent.makeFolders()
            try OpenFile.replacing(file).write([UInt8](text.utf8).span)
            return
        }
        let kept = String(decoding: try OpenFile.reading(file).readFromStart(upTo: 1 << 20), as: UTF8.self)
        let difference = Self.firstDifference(kept, text)
        #expect(difference == nil, "ALLOWS_EDITING_RENEW=1 swift test --filter SnapshotTests renews it")
    }

    /// The first line that is not as it was.
    private static func firstDifference(_ kept: String, _ text: String) -> String? {
        if kept == text { return nil }
        let (old, new) = (
            kept.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
        let shown = { (lines: [Substring]) in line < lines.count ? String(lines[line]) : "its end" }
        return "line \(line + 1): was '\(shown(old))', is '\(shown(new))'"
    }
}
