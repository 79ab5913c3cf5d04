import Testing

@testable import AllowsEditing

@Suite("Without Foundation")
struct WithoutFoundationTests {
    @Test("no source imports Foundation but those of the overlay")
    func sources() throws {
        let folder = BytePath("\(#filePath)").parent.parent.parent.appending("Sources")
        let files = try folder.tree().filter { $0.hasSuffix(".swift") && !$0.hasPrefix("AllowsEditingFoundation/") }
        #expect(files.count > 100)
        for file in files {
            let text = String(decoding: try folder.appending(BytePath(file)).contents(), as: UTF8.self)
            let imports = text.split(separator: "\n").filter { $0.contains("import Foundation") }
            #expect(imports.isEmpty, "\(file)")
        }
    }
}
