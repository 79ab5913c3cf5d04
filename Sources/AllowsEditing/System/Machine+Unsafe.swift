import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Facts of the machine.
enum Machine {
    /// Processors this process may use.
    static var processors: Int {
        let allowed = Int(ae_processor_count())
        if allowed > 0 { return allowed }
        return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Bytes of memory of the machine.
    static var memory: Int {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        return max(0, pages) * max(4096, sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Whether there is room for so many bytes more. Swift ends the process where an array or a buffer finds no memory, so what
    /// is large is asked for first. Cost: two system calls.
    static func hasRoom(for bytes: Int) -> Bool { bytes < 1 << 20 || ae_has_room(bytes) != 0 }

    /// How many files this process may have open at once.
    static var openFiles: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit > 0 ? limit : 1024
    }

    /// The most bytes of memory this process has held so far.
    static var peakMemory: Int {
        var usage = rusage()
        #if canImport(Darwin)
            unsafe getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #else
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #endif
    }

    /// What this machine calls the time since it was started; all containers on it say the same.
    static let boot: BytePath = {
        guard let file = try? OpenFile.reading("/proc/sys/kernel/random/boot_id"),
            let text = try? file.readFromStart(upTo: 64)
        else { return unknownBoot }
        let word = BytePath(bytes: text.filter { $0 > UInt8(ascii: " ") })
        return word.isEmpty ? unknownBoot : word
    }()

    /// What a machine has that does not say.
    static let unknownBoot: BytePath = "-"

    /// The time of day, in nanoseconds since 1970, as files have it.
    static var date: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// A number that no other running process of this machine has.
    static var processIdentifier: Int { Int(getpid()) }
}
