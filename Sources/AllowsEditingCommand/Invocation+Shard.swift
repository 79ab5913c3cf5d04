import AllowsEditing

extension Invocation {
    /// How the part of the inputs is given.
    enum Part: Equatable {
        case named(Shard)
        /// By what a scheduler has put into the environment of each of its tasks.
        case automatic
    }

    /// The part that this process is for; nil for everything.
    ///
    /// - Throws: `UsageError` where the environment does not tell.
    func shard(environment: (String) -> String?) throws(UsageError) -> Shard? {
        switch part {
        case nil: nil
        case .named(let shard): shard
        case .automatic: try ArrayTask(environment: environment).shard
        }
    }
}

/// One of the tasks that a scheduler starts with the same command line: of a Slurm job array, or of an indexed job of Kubernetes.
struct ArrayTask {
    let shard: Shard

    /// - Parameter environment: the value of a variable; nil where it is not set.
    /// - Throws: `UsageError` naming the variable at fault.
    init(environment: (String) -> String?) throws(UsageError) {
        if environment("SLURM_ARRAY_TASK_ID") != nil {
            shard = try Self.slurm(environment)
        } else if environment("JOB_COMPLETION_INDEX") != nil {
            shard = try Self.kubernetes(environment)
        } else {
            throw UsageError(
                "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set: this is no task of a Slurm array or of a Kubernetes indexed job; give I/N"
            )
        }
    }

    /// Tasks are numbered from any number, in equal steps. A list with gaps does not tell which part belongs to a number.
    private static func slurm(_ environment: (String) -> String?) throws(UsageError) -> Shard {
        let task = try number("SLURM_ARRAY_TASK_ID", environment)
        let first = try number("SLURM_ARRAY_TASK_MIN", environment)
        let last = try number("SLURM_ARRAY_TASK_MAX", environment)
        let step = try number("SLURM_ARRAY_TASK_STEP", environment, orElse: 1)
        let count = step > 0 && last >= first ? (last - first) / step + 1 : 0
        guard try number("SLURM_ARRAY_TASK_COUNT", environment, orElse: count) == count, task >= first,
            (task - first) % max(1, step) == 0, let shard = Shard((task - first) / max(1, step) + 1, of: count)
        else {
            throw UsageError(
                "--shard auto: task \(task) of the Slurm array from \(first) to \(last): its numbers have gaps, so none tells its part; number them as in --array=1-20, or give I/N"
            )
        }
        return shard
    }

    /// Kubernetes counts from 0, and does not tell a task how many there are.
    private static func kubernetes(_ environment: (String) -> String?) throws(UsageError) -> Shard {
        let index = try number("JOB_COMPLETION_INDEX", environment)
        guard environment("JOB_COMPLETIONS") != nil else {
            throw UsageError(
                "--shard auto: Kubernetes tells the index of the task and not how many there are: set the variable JOB_COMPLETIONS to spec.completions in the manifest"
            )
        }
        let count = try number("JOB_COMPLETIONS", environment)
        guard let shard = Shard(index + 1, of: count) else {
            throw UsageError("--shard auto: JOB_COMPLETION_INDEX is \(index), and JOB_COMPLETIONS only \(count)")
        }
        return shard
    }

    private static func number(
        _ name: String, _ environment: (String) -> String?, orElse missing: Int? = nil
    ) throws(UsageError) -> Int {
        guard let text = environment(name) else {
            if let missing { return missing }
            throw UsageError("--shard auto: the variable \(name) is not set")
        }
        guard let value = ArgumentValue(bytes: [UInt8](text.utf8)).integer(in: 0...mostTasks) else {
            throw UsageError("--shard auto: \(name) is '\(text)', which is no number from 0 to \(mostTasks)")
        }
        return value
    }

    private static let mostTasks = Int(Int32.max)
}
