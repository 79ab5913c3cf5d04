import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// One batch on several machines.
@Suite("Parts of a batch: command")
struct ShardCommandTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test("three parts together are one run, byte for byte, and no file is edited twice")
    func threeParts() throws {
        let names = try folder.writeTree(count: 40)
        #expect(try folder.run(["in", "-o", "whole", "-s", "16"]).code == 0)
        // Each as on a machine of its own: by another path, from a list in another order.
        CommandFolder.call("cp", "-r", folder("in").description, folder("copy").description)
        try folder.write("list", [UInt8](names.reversed().map { "copy/./\($0)\n" }.joined().utf8))
        var inputs: [String] = []
        for (index, source) in [["in"], [folder("copy").description], ["--files-from", "list"]].enumerated() {
            let result = try folder.run(
                source + ["-o", "parts", "-s", "16", "--shard", "\(index + 1)/3", "--records", "-"])
            #expect(result.code == 0, "\(result.error)")
            let records = try CommandRecord.all(in: result.standard)
            #expect(records.count > 4 && records.count < 24)
            inputs += records.map { record in String(record.input.split(separator: "/").last ?? "") }
        }
        #expect(inputs.count == 40 && Set(inputs).count == 40)
        let isEqual = try folder.tree("parts") == folder.tree("whole")
        #expect(isEqual)
    }

    @Test("two inputs that would write one file are refused by whichever part they are in")
    func collisions() throws {
        for index in 0..<12 {
            try folder.write(BytePath("in/\(index).png"), CommandFolder.png)
            try folder.write(BytePath("in/\(index).PNG"), CommandFolder.png)
        }
        for index in 1...3 {
            let result = try folder.run(
                ["in", "-o", "out", "--original", "none", "--shard", "\(index)/3", "--records", "-"])
            #expect(result.code == 1)
            let records = try CommandRecord.all(in: result.standard)
            #expect(!records.isEmpty && records.allSatisfy { $0.kind == "collision" })
        }
        #expect(try folder.tree("out").isEmpty)
    }

    @Test("a part without inputs is done at once, and no failure")
    func emptyPart() throws {
        try folder.write("in/a.png", CommandFolder.png)
        let codes = try (1...3).map { try folder.run(["in", "-o", "out", "-s", "8", "--shard", "\($0)/3"]) }
        #expect(codes.allSatisfy { $0.code == 0 })
        #expect(codes.count { $0.error.hasPrefix("0 pictures: ") } == 2)
        #expect(try folder.tree("out").count == 2)
    }

    @Test("auto reads the environment of the command")
    func automatic() throws {
        try folder.write("in/a.png", CommandFolder.png)
        let shell = ["/usr/bin/env", "JOB_COMPLETION_INDEX=0", "JOB_COMPLETIONS=3"]
        // a.png is of the first of three parts.
        let result = try folder.run(["in", "-o", "out", "-s", "8", "--shard", "auto"], prefix: shell)
        #expect(result.code == 0 && result.error.hasPrefix("1 picture: 1 edited"), "\(result.error)")
        let missing = try folder.run(
            ["in", "-o", "out", "--shard", "auto"], prefix: ["/usr/bin/env", "JOB_COMPLETION_INDEX=0"])
        #expect(missing.code == 2 && missing.error.contains("set the variable JOB_COMPLETIONS"), "\(missing.error)")
    }
}

/// How the part is written, and what schedulers say.
@Suite("Parts of a batch: arguments")
struct ShardArgumentTests {
    private func shard(_ value: String, _ environment: [String: String] = [:]) throws(UsageError) -> String? {
        try Invocation(arguments: ["in", "-o", "out", "--shard", value].map { [UInt8]($0.utf8) })
            .shard { environment[$0] }?.description
    }

    private func slurm(_ task: Int, _ first: Int, _ last: Int, step: Int? = nil, count: Int? = nil) throws(UsageError)
        -> String?
    {
        var environment = [
            "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "\(first)", "SLURM_ARRAY_TASK_MAX": "\(last)",
        ]
        environment["SLURM_ARRAY_TASK_STEP"] = step.map { "\($0)" }
        environment["SLURM_ARRAY_TASK_COUNT"] = count.map { "\($0)" }
        return try shard("auto", environment)
    }

    @Test("a part is written as I/N, with I from 1 to N")
    func written() throws {
        #expect(try shard("2/3") == "2/3")
        for value in ["0/3", "4/3", "1", "1/", "/3", "1/2/3", "+1/3", "a/b", "-1/3", "1/99999999999999999999"] {
            #expect(throws: UsageError.self) { try shard(value) }
        }
    }

    @Test("the tasks of a Slurm array are parts, whatever number they begin with and in whichever steps")
    func slurmArrays() throws {
        #expect(try slurm(1, 1, 20, step: 1, count: 20) == "1/20")
        #expect(try slurm(0, 0, 3) == "1/4")
        #expect(try slurm(5, 1, 7, step: 2, count: 4) == "3/4")
    }

    @Test("a Slurm array with gaps tells no part")
    func slurmGaps() {
        #expect(throws: UsageError.self) { try slurm(3, 1, 7, step: 1, count: 3) }
        #expect(throws: UsageError.self) { try slurm(2, 1, 7, step: 2, count: 4) }
        #expect(throws: UsageError.self) { try slurm(9, 1, 7) }
        #expect(throws: UsageError.self) { try slurm(1, 7, 1) }
        #expect(throws: UsageError.self) { try slurm(1, 1, 7, step: 0) }
        #expect(throws: UsageError.self) { try shard("auto", ["SLURM_ARRAY_TASK_ID": "1"]) }
        #expect(throws: UsageError.self) { try shard("auto", ["SLURM_ARRAY_TASK_ID": "x"]) }
    }

    @Test("the indices of a Kubernetes job are parts where the manifest tells how many there are")
    func kubernetes() throws {
        #expect(try shard("auto", ["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"]) == "5/5")
        #expect(throws: UsageError.self) { try shard("auto", ["JOB_COMPLETION_INDEX": "4"]) }
        #expect(throws: UsageError.self) { try shard("auto", ["JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "5"]) }
        #expect(throws: UsageError.self) { try shard("auto", ["JOB_COMPLETION_INDEX": "", "JOB_COMPLETIONS": "5"]) }
    }

    @Test("without a scheduler, or for standard input, there are no parts")
    func noParts() {
        #expect(throws: UsageError.self) { try shard("auto") }
        #expect(throws: UsageError.self) {
            try Invocation(arguments: ["-", "-o", "out", "--shard", "1/2"].map { [UInt8]($0.utf8) }).batch()
        }
    }
}
