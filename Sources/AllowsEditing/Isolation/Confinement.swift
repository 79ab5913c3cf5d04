import CSystem

/// What a worker process gives up for good.
enum Confinement {
    /// Takes the means to open files by name, to reach the network and to start programs.
    ///
    /// - Returns: whether the system can do that.
    @discardableResult
    static func confine() -> Bool { ae_confine() == 0 }

    /// Lets the process have no more private memory than this.
    @discardableResult
    static func limitMemory(_ bytes: Int) -> Bool { ae_limit_memory(UInt64(max(0, bytes))) == 0 }
}
