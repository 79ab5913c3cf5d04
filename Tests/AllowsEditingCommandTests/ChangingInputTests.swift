import Foundation
import Synchronization
import Testing

@testable import AllowsEditing

/// Inputs that somebody else writes while they are read.
@Suite("Promise: inputs that change")
struct ChangingInputTests {
    private final class Flag: Sendable { let value = Atomic<Bool>(false) }

    /// What happens to an input again and again.
    enum Change: CaseIterable { case inPlace, grow, vanish, replace }

    private let folder: CommandFolder
    private let versions: [[UInt8]]

    init() throws {
        folder = try CommandFolder()
        // Two pictures in as many bytes: only the date of the file tells that one took the place of the other.
        let pictures = [try CommandFolder.picture(1), try CommandFolder.picture(2)]
        let size = max(pictures[0].count, pictures[1].count)
        versions = pictures.map { $0 + [UInt8](repeating: 0, count: size - $0.count) }
    }

    private static func change(_ name: BytePath, _ change: Change, to bytes: [UInt8], in folder: CommandFolder) {
        switch change {
        case .inPlace:
            // Over what is there, in one step.
            if let file = FileHandle(forUpdatingAtPath: folder(name).description) { try? file.write(contentsOf: bytes) }
        case .grow:
            if let file = FileHandle(forUpdatingAtPath: folder(name).description) {
                try? file.truncate(atOffset: 0)
                try? file.write(contentsOf: bytes[..<2000])
                try? file.write(contentsOf: bytes[2000...])
            }
        case .vanish, .replace:
            if change == .vanish { try? folder(name).remove() }
            try? folder.write("next", bytes)
            try? folder("next").rename(to: folder(name))
        }
    }

    @Test(
        "whatever happens to an input meanwhile: a pair that belongs together, or a failed record",
        arguments: Change.allCases)
    func changing(_ kind: Change) throws {
        let names = (0..<8).map { BytePath("in/\($0).jpg") }
        for name in names { try folder.write(name, versions[0]) }
        let isOver = Flag()
        let rewriting = Thread { [folder, versions] in
            var round = 0
            while !isOver.value.load(ordering: .relaxed) {
                round += 1
                for name in names { Self.change(name, kind, to: versions[round % 2], in: folder) }
            }
        }
        rewriting.start()
        var kinds: [String: Int] = [:]
        for round in 0..<25 {
            let original = kind == .replace && round % 2 == 1 ? "link" : "copy"
            let result = try folder.run(
                ["in", "-o", "out\(round)", "-s", "64", "--quiet", "--records", "-", "--original", original])
            #expect(!result.wasKilled)
            for record in try CommandRecord.all(in: result.standard) { kinds[record.kind, default: 0] += 1 }
        }
        isOver.value.store(true, ordering: .relaxed)
        while !rewriting.isFinished { usleep(1000) }
        // A state between two writes may well be read as such.
        #expect(
            Set(kinds.keys).isSubset(of: ["ok", "changed", "io", "truncated", "malformed", "noPictures"]), "\(kinds)")

        // What the command makes of each original must be what stands beside it.
        var edited: [String: [UInt8]] = [:]
        for round in 0..<25 {
            for name in folder.names(BytePath("out\(round)")) {
                let bytes = try folder.contents(BytePath("out\(round)/\(name)"))
                guard name.hasSuffix(".original.jpg") else { continue }
                let stem = String(name.dropLast(13))
                if kind == .replace || kind == .vanish { #expect(versions.contains(bytes)) }
                try folder.write(BytePath("all/\(round)-\(stem).jpg"), bytes)
                edited["\(round)-\(stem)"] = try folder.contents(BytePath("out\(round)/\(stem).edited.jpg"))
            }
            #expect(folder.names(BytePath("out\(round)")).count % 2 == 0)
        }
        print("\(kind): \(kinds.sorted { $0.key < $1.key })")
        guard !edited.isEmpty else { return }
        #expect(try folder.run(["all", "-o", "again", "-s", "64", "--original", "none"]).code == 0)
        let wrong = try edited.filter { try folder.contents(BytePath("again/\($0.key).edited.jpg")) != $0.value }.count
        #expect(wrong == 0, "\(wrong) of \(edited.count) pairs do not belong together")
    }
}
