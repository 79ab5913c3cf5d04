import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

@Suite("Manual")
struct ManualTests {
    @Test("the manual has every option, finding and exit code")
    func complete() {
        let page = Manual.page
        for name in CommandOption.all.flatMap(\.names) { #expect(page.contains(Roff.bold(name))) }
        for finding in Finding.allCases { #expect(page.contains(".TP\n\(Roff.bold(finding.rawValue))\n")) }
        for code in ExitCode.meanings { #expect(page.contains(".TP\n\(Roff.bold("\(code.code)"))\n")) }
        #expect(page.utf8.allSatisfy { $0 < 128 })
    }

    @Test("characters that mean something to roff mean themselves")
    func escapes() {
        var page = Roff(title: "x", section: 1, source: "y")
        page.paragraphs(".TH is no request\n\n'nor this\n\n  {\"a\":1}\n  b\\c - …")
        #expect(
            page.text.contains(
                "\n\\&.TH is no request\n.PP\n\\&'nor this\n.PP\n.nf\n  {\"a\":1}\n  b\\ec \\- \\[u2026]\n.fi\n"))
    }

    @Test(
        "a checker of manual pages finds no error",
        .enabled(if: CommandFolder.call("which", "mandoc") == 0, "no mandoc"))
    func lint() throws {
        let folder = try CommandFolder()
        try folder.write("page.1", [UInt8](Manual.page.utf8))
        let output = try CommandRun(["mandoc", "-Tlint", "-Wwarning", "page.1"], in: folder.url, number: 900).end()
        let faults = output.standard.split(separator: "\n")
        // A page without a date is the same whenever it is made.
        #expect(faults.allSatisfy { $0.contains("missing date") }, "\(output.standard)")
    }
}
