import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

#if os(Linux)
    /// A run that goes on with each new picture.
    @Suite("Watching: command")
    struct WatchTests {
        private let folder: CommandFolder
        private let options = ["-o", "out", "-s", "16", "--records", "records"]

        init() throws { folder = try CommandFolder() }

        /// Starts a watch and waits until it has looked at what is there: the file `in/first.png`, which is written here.
        private func watch(_ arguments: [String] = ["in"], _ more: [String] = [], output: String = "out") throws
            -> CommandRun
        {
            if folder.names("in").contains("first.png") == false { try write("first.png") }
            let run = try folder.start(arguments + ["--watch"] + options + more)
            waitUntil("the watch begins") { folder.names(BytePath(output)).contains("first.edited.png") }
            return run
        }

        private func write(_ name: String) throws {
            try folder.write(BytePath("in/\(name)"), CommandFolder.png)
        }

        private func waitUntil(
            _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
        ) rethrows {
            for _ in 0..<1200 {
                if try condition() { return }
                usleep(50_000)
            }
            Issue.record("after a minute still not: \(what)", sourceLocation: sourceLocation)
        }

        private func records() throws -> [CommandRecord] {
            try CommandRecord.all(in: String(decoding: folder.contents("records"), as: UTF8.self))
        }

        private func recordCount() -> Int { ((try? folder.contents("records")) ?? []).count { $0 == 0x0A } }

        private func pairs(_ output: BytePath = "out") -> Int {
            ((try? folder.tree(output)) ?? [:]).keys.count { $0.description.contains(".edited.") }
        }

        @Test("what was an input is never written over, also where it comes before the one that would do so")
        func earlierInput() throws {
            try folder.write("out/a.original.png", CommandFolder.png)
            let run = try watch(["out/a.original.png", "in"], ["--existing", "overwrite"])
            try write("a.png")
            waitUntil("the second is refused") { recordCount() == 3 }
            run.send(SIGTERM)
            #expect(try run.end().code == 1)
            #expect(try records().map(\.error?.kind) == [nil, nil, "targetIsInput"])
        }

        @Test(
            "five hundred pictures that come at once while it runs are all edited, and a signal ends it with what came of them",
            arguments: [SIGINT, SIGTERM])
        func burst(_ signal: Int32) throws {
            let run = try watch()
            try write("stored/0.png")
            // In folders that are made meanwhile, by writing, linking and renaming.
            for index in 0..<500 {
                switch index % 3 {
                case 0: try write("day \(index % 4)/\(index).png")
                case 1:
                    try folder(BytePath("in/day \(index % 4)")).makeFolders()
                    try folder("in/first.png").hardLink(at: folder(BytePath("in/day \(index % 4)/\(index).png")))
                default:
                    try folder.write(BytePath("aside/\(index)"), CommandFolder.png)
                    try folder(BytePath("aside/\(index)")).rename(to: folder(BytePath("in/\(index).png")))
                }
            }
            waitUntil("all are there") { pairs() == 502 && recordCount() == 502 }
            run.send(signal)
            let result = try run.end()
            #expect(result.code == 0, "\(result.error)")
            #expect(result.error.contains("\n502 pictures: 502 edited, 0 skipped, 0 failed · "))
            #expect(try records().count == 502 && records().allSatisfy { $0.status == "ok" })
            #expect(try folder.run(["in", "-o", "whole", "-s", "16"]).code == 0)
            let isEqual = try folder.tree("out") == folder.tree("whole")
            #expect(isEqual)
        }

        @Test("a file is taken when its writer closes it, not before, and as one picture")
        func slowWriter() throws {
            let run = try watch()
            let picture = try CommandFolder.picture(1)
            do {
                let file = try OpenFile.creating(folder("in/slow.jpg"))
                for part in 0..<4 {
                    let piece = Array(picture[(picture.count * part / 4)..<(picture.count * (part + 1) / 4)])
                    try file.write(piece.span)
                    // Others come and go meanwhile, and make it look around.
                    try write("other \(part).png")
                    waitUntil("the other is there") { pairs() == part + 2 }
                }
                #expect(try records().allSatisfy { !$0.input.contains("slow") })
                try file.close()
            }
            waitUntil("it is taken") { recordCount() == 6 }
            run.send(SIGTERM)
            #expect(try run.end().code == 0)
            #expect(try records().filter { $0.input == "in/slow.jpg" }.map(\.status) == ["ok"])
            let original = try folder.contents("out/slow.original.jpg")
            #expect(original == picture)
        }

        @Test("the output folder may lie in the watched one, and what is written there is no input")
        func outputInside() throws {
            try write("first.png")
            let run = try watch(["in"], ["-o", "in/out"], output: "in/out")
            for index in 0..<20 { try write("\(index).png") }
            waitUntil("all are there") { pairs("in/out") == 21 }
            usleep(300_000)
            run.send(SIGTERM)
            #expect(try run.end().error.contains("\n21 pictures: 21 edited"))
            #expect(pairs("in/out") == 21)
        }

        @Test("a folder that lies in the output is not watched: the run would feed itself")
        func inputInOutput() throws {
            try write("trip/a.png")
            for (input, output) in [("in", "in"), ("in/trip", "in"), ("in/./trip", "in"), ("in/trip/../trip", "in")] {
                let result = try folder.run([input, "--watch", "-o", output, "-s", "8"])
                #expect(result.code == 3 && result.error.contains("lies in the output folder"), "\(result.error)")
            }
            #expect(folder.names("in") == ["trip"] && folder.names("in/trip") == ["a.png"])
        }

        @Test("a file that is written anew is edited anew where outputs may be replaced, and fails where not")
        func rewritten() throws {
            for (existing, kinds) in [("overwrite", ["ok", "ok"]), ("error", ["ok", "exists"])] {
                for name in ["in", "out"] { folder.remove(name) }
                let run = try watch(["in"], ["--existing", existing])
                try folder.write("in/first.png", CommandFolder.png + [0])
                waitUntil("it was looked at again") { recordCount() == 2 }
                run.send(SIGTERM)
                #expect(try run.end().code == (existing == "error" ? 1 : 0))
                #expect(try records().map(\.kind) == kinds)
                let isNew = try folder.contents("out/first.original.png") == CommandFolder.png + [0]
                #expect(isNew == (existing == "overwrite"))
            }
        }

        @Test("a picture that comes later never takes the names of one that is still there")
        func laterCollision() throws {
            let run = try watch(["in"], ["--original", "none", "--existing", "overwrite"])
            let before = try folder.contents("out/first.edited.png")
            try folder.write("in/first.PNG", CommandFolder.picture(3, format: .png))
            waitUntil("it was looked at") { recordCount() == 2 }
            run.send(SIGTERM)
            #expect(try run.end().code == 1)
            #expect(try records().map(\.kind) == ["ok", "collision"])
            let after = try folder.contents("out/first.edited.png")
            #expect(after == before)
        }

        @Test("an empty folder is waited for, one that is missing is exit code 3, and one that goes away is a failure")
        func folders() throws {
            let missing = try folder.run(["nowhere", "--watch"] + options)
            #expect(missing.code == 3 && missing.error.contains("there is no folder to watch"), "\(missing.error)")
            try folder("watched").makeFolders()
            let empty = try folder.start(["watched", "--watch"] + options)
            waitUntil("it has begun") { folder.names("").contains("out") }
            usleep(100_000)
            try folder.write("watched/a.png", CommandFolder.png)
            waitUntil("it is taken") { pairs() == 1 }
            folder.remove("watched")
            let result = try empty.end()
            #expect(result.code == 1 && result.error.contains("2 pictures: 1 edited, 0 skipped, 1 failed"))
            #expect(result.error.contains("watched: No such file or directory"), "\(result.error)")
        }

        @Test("a tree behind /./ is kept, a part takes its own pictures alone, and workers may be isolated")
        func withOtherOptions() throws {
            for index in 0..<12 { try write("trip/\(index).png") }
            let run = try folder.start(["in/./trip", "--watch", "--shard", "1/2", "--isolate"] + options)
            for index in 12..<24 { try write("trip/\(index).png") }
            let mine = (0..<24).filter { Shard(1, of: 2)?.contains(BytePath("trip/\($0).png")) ?? false }
            waitUntil("its part is there") { pairs() == mine.count }
            run.send(SIGTERM)
            #expect(try run.end().code == 0)
            #expect(
                try Set(folder.tree("out").keys)
                    == Set(
                        mine.flatMap { index in
                            ["edited", "original"].map { BytePath("trip/\(index).\($0).png") }
                        }))
        }

        @Test("a signal in the middle leaves whole pairs alone, and tells by its exit code that pictures are left")
        func interrupted() throws {
            let check = try PairCheck(folder, inputs: ["in"], count: 60, options: ["-s", "64", "--quiet"])
            var codes: Set<Int32> = []
            for round in 0..<6 {
                folder.remove("out")
                let run = try folder.start(["in", "--watch", "-o", "out", "-s", "64", "--quiet", "--records", "-"])
                run.waitForOutput()
                usleep(UInt32(1000 * round))
                run.send(SIGTERM)
                let result = try run.end()
                codes.insert(result.code)
                let count = try CommandRecord.all(in: result.standard).count
                #expect(result.code == (count == 60 ? 0 : 130), "\(result.error)")
                #expect(try check.faults(folder, "out").isEmpty)
                #expect(pairs() == count)
            }
            #expect(codes.contains(130), "the signals came too late to show anything")
        }
    }
#endif

/// What a watch cannot be.
@Suite("Watching: arguments")
struct WatchArgumentTests {
    private func batch(_ arguments: String) throws(UsageError) -> FolderBatch {
        try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) }).batch()
    }

    @Test(
        "a watch without a folder to write to, of standard input, or without an effect is a usage error",
        arguments: ["in --watch -o -", "- --watch -o out", "in - --watch -o out", "in --watch -o out --dry-run"])
    func refused(_ arguments: String) {
        #expect(throws: UsageError.self) { try batch(arguments) }
    }

    @Test("a watch goes on where an earlier one stopped, unless something else is asked for")
    func existing() throws {
        #expect(try batch("in -o out").existing == .error)
        #expect(try batch("in -o out --watch --existing error").existing == .error)
        #expect(try batch("in -o out --watch --existing overwrite").existing == .overwrite)
        #expect(try batch("in -o out --watch").isWatching)
    }
}
