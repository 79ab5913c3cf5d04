import Foundation
import Testing

@testable import AllowsEditing

/// Disks that are full or read-only, and folders and files without permission.
@Suite("Promise: disks and permissions")
struct DiskTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        try folder.write("in/a.png", CommandFolder.png)
        try folder.write("in/c.png", CommandFolder.png)
    }

    /// A file system in memory; it goes away at the end of its scope.
    private struct Mount: ~Copyable {
        let path: String

        init(_ path: String, _ options: String) throws {
            self.path = path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try #require(CommandFolder.call("mount", "-t", "tmpfs", "-o", options, "tmpfs", path) == 0)
        }

        deinit { CommandFolder.call("umount", "-l", path) }

        /// Whether this process may mount anything.
        static let isAllowed: Bool = {
            guard getuid() == 0, let folder = try? CommandFolder() else { return false }
            return (try? Mount(folder.url.path + "/try", "size=64k")) != nil
        }()
    }

    /// The command as somebody for whom permissions count: root drops its rights.
    private static let prefix = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    private static let canDropRights: Bool = {
        guard let folder = try? CommandFolder() else { return false }
        return (try? folder.run(["--version"], prefix: prefix).code) == 0
    }()

    private func records(_ result: CommandRun.Output) throws -> [CommandRecord] {
        try CommandRecord.all(in: result.standard)
    }

    @Test(
        "a full disk: failed records with the reason, nothing half written, and the smaller pictures go on",
        .enabled(if: Mount.isAllowed, "only root can mount a small file system"))
    func fullDisk() throws {
        try folder.write("in/b.png", CommandFolder.picture(1, width: 900, height: 900, format: .webP))
        #expect(try folder.contents("in/b.png").count > 24 << 10)
        for original in ["copy", "none"] {
            let mount = try Mount(folder.url.path + "/out", "size=20k")
            let result = try folder.run(["in", "-o", "out", "--original", original, "--records", "-", "-j", "1"])
            #expect(result.code == 1, "\(result.error)")
            let records = try records(result)
            #expect(records.map(\.kind) == ["ok", "io", "ok"])
            #expect(records[1].error?.message.contains("No space left on device") ?? false)
            let kinds = original == "copy" ? ["edited", "original"] : ["edited"]
            #expect(folder.names("out") == ["a", "c"].flatMap { name in kinds.map { "\(name).\($0).png" } })
            _ = consume mount
        }
    }

    @Test(
        "a read-only disk: nothing is done, and the message says why",
        .enabled(if: Mount.isAllowed, "only root can mount a small file system"))
    func readOnlyDisk() throws {
        let mount = try Mount(folder.url.path + "/out", "size=1m")
        try folder("out/there").makeFolders()
        try #require(CommandFolder.call("mount", "-o", "remount,ro", folder.url.path + "/out") == 0)
        let inNewFolder = try folder.run(["in", "-o", "out/new", "--records", "-"])
        #expect(inNewFolder.code == 3)
        #expect(inNewFolder.error.contains("denied"))
        let inOldFolder = try folder.run(["in", "-o", "out/there", "--records", "-"])
        #expect(inOldFolder.code == 3)
        #expect(try records(inOldFolder).map(\.kind) == ["denied", "denied"])
        #expect(folder.names("out/there").isEmpty)
        _ = consume mount
    }

    @Test(
        "a file and a folder that must not be read are failed records, the others are edited",
        .enabled(if: canDropRights, "root cannot run the command as somebody else here"))
    func unreadable() throws {
        try folder.write("in/b.png", CommandFolder.png)
        try folder.write("in/closed/d.png", CommandFolder.png)
        try folder.write("in/listed/e.png", CommandFolder.png)
        try folder("out").makeFolders()
        try setPermissions(["in/b.png": 0, "in/closed": 0, "in/listed": 0o444, "out": 0o777])
        defer { try? setPermissions(["in/closed": 0o755, "in/listed": 0o755]) }
        let result = try folder.run(["in", "-o", "out", "--records", "-"], prefix: Self.prefix)
        #expect(result.code == 1, "\(result.error)")
        let found = try records(result)
        #expect(found.map(\.input) == ["in/a.png", "in/b.png", "in/c.png", "in/closed", "in/listed/e.png"])
        #expect(found.map(\.kind) == ["ok", "denied", "ok", "denied", "denied"])
        #expect(folder.names("out").count == 4)
        // An input without read permission is not replaced either.
        try setPermissions(["in": 0o777])
        try folder("in/b.png").rename(to: folder("in/a.edited.png"))
        let second = try folder.run(
            ["in", "-o", "in", "--existing", "overwrite", "--records", "-"], prefix: Self.prefix)
        #expect(try records(second)[0].kind == "denied" && records(second)[1].kind == "targetIsInput")
        #expect(try folder.contents("in/a.edited.png") == CommandFolder.png)
    }

    @Test(
        "an output folder that must not be written to: nothing is done, and nothing is left",
        .enabled(if: canDropRights, "root cannot run the command as somebody else here"))
    func unwritable() throws {
        try folder("out").makeFolders()
        try setPermissions(["out": 0o555])
        let result = try folder.run(["in", "-o", "out", "--records", "-"], prefix: Self.prefix)
        #expect(result.code == 3)
        #expect(try records(result).map(\.kind) == ["denied", "denied"])
        #expect(folder.names("out").isEmpty)
        let below = try folder.run(["in", "-o", "out/new"], prefix: Self.prefix)
        #expect(below.code == 3 && below.error.contains("denied"))
    }

    @Test(
        "a dry run finds the places that cannot be written to, and ends as the run itself would",
        .enabled(if: canDropRights, "root cannot run the command as somebody else here"))
    func unwritableInDryRun() throws {
        try folder.write("in/deep/d.png", CommandFolder.png)
        try folder("out/deep").makeFolders()
        try setPermissions(["out": 0o777, "out/deep": 0o555])
        for extra in [["--dry-run"], []] {
            let run = try folder.run(["in", "-o", "out", "--records", "-"] + extra, prefix: Self.prefix)
            #expect(run.code == 1 && (try? records(run).map(\.kind)) == ["ok", "ok", "denied"], "\(run.error)")
        }
        try setPermissions(["out": 0o555])
        for extra in [["--dry-run"], []] {
            let run = try folder.run(["in", "-o", "out/new", "--records", "-"] + extra, prefix: Self.prefix)
            #expect(run.code == 3 && run.standard.isEmpty && run.error.contains("access to out/new was denied"))
        }
    }

    @Test(
        "a dry run warns where the room will not do, with both figures",
        .enabled(if: Mount.isAllowed, "only root can mount a small file system"))
    func spaceInDryRun() throws {
        try folder.write("in/b.png", CommandFolder.picture(1, width: 900, height: 900, format: .png))
        let mount = try Mount(folder.url.path + "/out", "size=20k")
        let tight = try folder.run(["in", "-o", "out", "--dry-run"])
        #expect(tight.code == 0 && tight.error.contains(" MB are free where out is"), "\(tight.error)")
        #expect(try !folder.run(["in", "-o", "elsewhere", "--dry-run"]).error.contains("free"))
        _ = consume mount
    }

    private func setPermissions(_ modes: [String: Int]) throws {
        for (name, mode) in modes {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: folder.url.appendingPathComponent(name).path)
        }
    }
}
