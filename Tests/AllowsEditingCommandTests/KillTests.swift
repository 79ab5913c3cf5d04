import Foundation
import Testing

@testable import AllowsEditing

/// The promise "both or neither", against runs that are killed or that write into one folder at once.
@Suite("Promise: both or neither")
struct KillTests {
    private let folder: CommandFolder
    private let inputs = ["in", "in2"]
    private let options = ["-s", "64", "--quiet", "-j", "2"]

    init() throws { folder = try CommandFolder() }

    @Test("killed at any of 200 moments, no name holds half a file and no edited image stands beside a wrong original")
    func killed() throws {
        let check = try PairCheck(folder, inputs: inputs, count: 12, options: options)
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(state: seed)
        // How long a run lasts is learned on the way: a kill that comes too late makes the next ones come sooner.
        var longest = 20_000.0
        var (landed, broken, pairs) = (0, 0, 0)
        for round in 0..<200 {
            // First into an empty folder, then over what that left, with other pictures of the same names.
            let replaces = round % 2 == 1
            if !replaces { folder.remove("out") }
            let arguments = [inputs[round % 2], "-o", "out"] + options + (replaces ? ["--existing", "overwrite"] : [])
            let run = try folder.start(arguments)
            usleep(UInt32(Double.random(in: 0..<longest, using: &random)))
            run.send(SIGKILL)
            let wasKilled = try run.end().wasKilled
            landed += wasKilled ? 1 : 0
            longest *= wasKilled ? 1.03 : 0.9
            let faults = try check.faults(folder, "out", allowsTemporary: true)
            #expect(faults.isEmpty, "round \(round) of seed \(seed)")
            broken += faults.count
            pairs += folder.names("out").filter { $0.contains(".edited.") }.count
        }
        print("killed \(landed) of 200 runs in the middle, \(pairs) pairs seen, \(broken) broken")
        #expect(landed > 20 && pairs > 20, "the kills came too early or too late to show anything")
        #expect(try check.areUntouched(folder, inputs))
    }

    @Test("two runs at once into one folder leave whole pairs of one of them", arguments: ["error", "overwrite"])
    func twoAtOnce(_ existing: String) throws {
        let check = try PairCheck(folder, inputs: inputs, count: 12, options: options)
        for round in 0..<15 {
            if round % 3 == 0 { folder.remove("out") }
            // One of them always replaces, so that they can take each other's files away.
            let first = try folder.start(["in", "-o", "out", "--existing", existing] + options)
            let second = try folder.start(
                ["in2", "-o", "out", "--existing", round % 2 == 0 ? existing : "overwrite"] + options)
            for run in [first, second] { #expect([0, 1, 3].contains(try run.end().code)) }
            #expect(try check.faults(folder, "out").isEmpty, "round \(round)")
            // Whoever came first or last, somebody wrote each pair.
            #expect(folder.names("out").count == 24)
        }
        #expect(try check.areUntouched(folder, inputs))
    }
}

/// Numbers that come again from the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
