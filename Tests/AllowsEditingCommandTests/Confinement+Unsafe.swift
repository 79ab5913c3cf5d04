import Foundation

@testable import AllowsEditing

#if os(Linux)
    /// The first thing that a confined process could still do; 0 for none. Called in a process of its own.
    func whatConfinementMissed() -> Int32 {
        let file = "/tmp/allows-editing-confined"
        guard unsafe open("/dev/null", O_RDONLY) >= 0 else { return 1 }
        guard Confinement.confine() else { return 2 }
        guard unsafe open("/dev/null", O_RDONLY) < 0, errno == EPERM else { return 3 }
        guard unsafe open(file, O_WRONLY | O_CREAT, 0o600) < 0, errno == EPERM else { return 4 }
        guard socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0, errno == EPERM else { return 5 }
        guard unsafe unlink(file) < 0, errno == EPERM else { return 6 }
        guard kill(getppid(), 0) < 0, errno == EPERM else { return 7 }
        guard unsafe sigqueue(getppid(), 0, sigval()) < 0, errno == EPERM else { return 13 }
        guard setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getppid()), 19) < 0, errno == EPERM else {
            return 9
        }
        guard unsafe chdir("/") < 0, errno == EPERM else { return 10 }
        guard shmget(IPC_PRIVATE, 4096, 0o600) < 0, errno == EPERM else { return 11 }
        guard unsafe umount("/nothing") < 0, errno == EPERM else { return 12 }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        let started = unsafe execv("/bin/true", &arguments)
        guard started < 0, errno == EPERM else { return 8 }
        return 0
    }

    /// The first thing that a limit of memory did not keep from a process; 0 for none. Called in a process of its own.
    func whatTheMemoryLimitMissed() -> Int32 {
        guard Confinement.limitMemory(256 << 20) else { return 1 }
        guard let some = unsafe malloc(64 << 20) else { return 2 }
        unsafe free(some)
        guard unsafe malloc(512 << 20) == nil else { return 3 }
        return 0
    }
#endif
