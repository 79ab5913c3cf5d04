import Foundation
import Testing

@testable import AllowsEditing

/// Folders that hold other things than files, and links that lead back.
@Suite("Promise: odd entries")
struct EntryTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        try folder.write("in/good.png", CommandFolder.png)
    }

    /// Runs the command; one that waits for a pipe would never end.
    private func kinds(_ arguments: [String], code: Int32) throws -> [String: String] {
        let run = try folder.start(arguments + ["-s", "8", "--quiet", "--records", "-"])
        let result = try run.end(within: 60)
        #expect(result.code == code, "\(result.error)")
        let records = try CommandRecord.all(in: result.standard)
        return Dictionary(uniqueKeysWithValues: records.map { ($0.input, $0.kind) })
    }

    private func link(_ target: String, at name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
    }

    /// A socket that lies in the folder; its path would be too long for one, so it is made beside and moved.
    private func makeSocket(_ name: BytePath) throws {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = BytePath("/tmp/allows-editing-\(UInt32.random(in: .min ... .max))")
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.bytes) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        try path.rename(to: folder(name))
    }

    @Test(
        "a pipe, a device and a socket are failed records, a folder named like a picture is walked, and nothing hangs")
    func specialFiles() throws {
        for name in ["pipe.jpg", "pipe"] {
            let result = unsafe mkfifo(folder.url.path + "/in/" + name, 0o666)
            try #require(result == 0)
        }
        try link("/dev/null", at: "in/device.jpg")
        try link("/dev/zero", at: "in/zero")
        try makeSocket("in/socket.jpg")
        try folder.write("in/folder.jpg/inner.png", CommandFolder.png)
        try folder("in/empty.jpg").makeFolders()
        let expected = [
            "in/pipe.jpg": "io", "in/device.jpg": "io", "in/socket.jpg": "io", "in/folder.jpg/inner.png": "ok",
            "in/good.png": "ok",
        ]
        #expect(try kinds(["in", "-o", "out"], code: 1) == expected)
        // The same as inputs of their own; what has no picture's name is an input, too, where it is named.
        let named = ["in/pipe.jpg", "in/pipe", "in/device.jpg", "in/zero", "in/socket.jpg", "/dev/null"]
        #expect(
            try kinds(named + ["-o", "out"], code: 3)
                == Dictionary(uniqueKeysWithValues: named.map { ($0, "io") }))
        #expect(try kinds(["in/empty.jpg", "-o", "out"], code: 3) == ["in/empty.jpg": "noPictures"])
        #expect(folder.names("out") == ["folder.jpg", "good.edited.png", "good.original.png"])
    }

    @Test("links in a circle, to folders above and to themselves end")
    func loops() throws {
        try folder("in/a/b").makeFolders()
        try link("..", at: "in/a/up")
        try link("../..", at: "in/a/b/top")
        try link("self.jpg", at: "in/self.jpg")
        try link("two", at: "in/one")
        try link("one", at: "in/two")
        try link(".", at: "in/here")
        #expect(try kinds(["in", "-o", "out"], code: 1) == ["in/good.png": "ok", "in/self.jpg": "io"])
    }

    @Test(
        "a hard link from an input to a would-be output may be replaced as any other file, and the input stays as it is"
    )
    func hardLinkToOutput() throws {
        for name in ["edited", "original"] {
            try folder("out").makeFolders()
            try folder("in/good.png").hardLink(at: folder(BytePath("out/good.\(name).png")))
            for existing in ["error", "skip"] {
                #expect(try kinds(["in", "-o", "out", "--existing", existing], code: 1) == ["in/good.png": "exists"])
                #expect(folder.names("out") == ["good.\(name).png"])
            }
            #expect(try kinds(["in", "-o", "out", "--existing", "overwrite"], code: 0) == ["in/good.png": "ok"])
            #expect(try folder.contents("in/good.png") == CommandFolder.png)
            #expect(folder.names("out") == ["good.edited.png", "good.original.png"])
            let input = try folder("in/good.png").status().identity
            #expect(try folder(BytePath("out/good.\(name).png")).status().identity != input)
            folder.remove("out")
        }
    }

    @Test("a file that is an input but cannot be read is no target either")
    func unreadableInputIsNoTarget() throws {
        // Too large to be read: like a file without read permission, but for root, too.
        try folder.write("in/good.edited.png", CommandFolder.png)
        let result = unsafe truncate(folder.url.path + "/in/good.edited.png", 5 << 30)
        try #require(result == 0)
        let found = try kinds(["in", "-o", "in", "--existing", "overwrite"], code: 1)
        #expect(found == ["in/good.png": "targetIsInput", "in/good.edited.png": "limitExceeded"])
        #expect(try folder("in/good.edited.png").status().size == 5 << 30)
    }

    @Test(
        "an output folder inside the input folder, by its path or by a link, is not taken as input by the second run",
        arguments: ["in/out", "link", "link/deep"])
    func outputInsideInput(_ output: String) throws {
        try folder("in/out").makeFolders()
        try link("in/out", at: "link")
        for _ in 0..<2 {
            #expect(
                try kinds(["in", "-o", output, "--existing", "overwrite"], code: 0) == ["in/good.png": "ok"])
        }
        #expect(folder.names(BytePath(output)) == ["good.edited.png", "good.original.png"])
    }

    @Test("a tree as deep as paths can be is walked")
    func deepTree() throws {
        let path = "in" + String(repeating: "/d", count: 1500)
        try folder.write(BytePath(path + "/deep.png"), CommandFolder.png)
        #expect(try kinds(["in", "-o", "out"], code: 0) == ["in/good.png": "ok", path + "/deep.png": "ok"])
    }
}
