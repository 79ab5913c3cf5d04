#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#endif

// Sanitizers take terabytes of addresses, and look at files and other processes when a process ends.
#ifdef __has_feature
#define AE_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define AE_SANITIZED 0
#endif

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define AE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define AE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

extern char **environ;

// The environment of this process, but for the variable that `setting` sets. Freed by the caller; NULL without memory.
static char **environment_with(char *setting) {
    size_t count = 0, kept = 0, name = (size_t)(strchr(setting, '=') - setting) + 1;
    char **copy;
    while (environ[count] != NULL) count++;
    if ((copy = calloc(count + 2, sizeof *copy)) == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], setting, name) != 0) copy[kept++] = environ[i];
    }
    copy[kept] = setting;
    return copy;
}

int ae_spawn_worker(const char *path, char *const arguments[], pid_t *process) {
    // A worker that crashes must do so at once, and has no program to be looked at with.
    static char setting[] = "SWIFT_BACKTRACE=enable=no";
    posix_spawn_file_actions_t actions;
    int ends[2], size = 1 << 20, result;
    char **environment = environment_with(setting);
    if (environment == NULL) {
        errno = ENOMEM;
        return -1;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(environment);
        return -1;
    }
    // A photograph in few steps; less is slower, not wrong.
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if ((result = posix_spawn_file_actions_init(&actions)) == 0) {
        result = posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
#if __GLIBC_PREREQ(2, 34)
        // What others have left open is not the worker's.
        if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
        if (result == 0) result = posix_spawn(process, path, &actions, NULL, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(environment);
    close(ends[1]);
    if (result == 0) return ends[0];
    close(ends[0]);
    errno = result;
    return -1;
}

int ae_limit_memory(uint64_t bytes) {
    struct rlimit limit;
    if (AE_SANITIZED) {
        errno = ENOSYS;
        return -1;
    }
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return -1;
    limit.rlim_cur = bytes < limit.rlim_max ? (rlim_t)bytes : limit.rlim_max;
    return setrlimit(RLIMIT_DATA, &limit);
}

#if defined(AE_ARCHITECTURE) && !AE_SANITIZED

// The lower half of an argument; both processors are little-endian.
#define AE_ARGUMENT(index) ((uint32_t)offsetof(struct seccomp_data, args) + 8 * (index))
#define AE_REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// Refused unless an argument has this value.
#define AE_ALLOW_ONLY(number, index, value) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AE_ARGUMENT(index)), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// The last call that is known here; newer ones do not exist for the process.
#define AE_LAST_NUMBER 452

int ae_confine(void) {
    // Calls that reach out of the process: to files by name, to the network, to other programs, to what all processes share and to the
    // system itself. What is open stays open. A list of what is refused, not of what is allowed: the latter would have to know every
    // C library.
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AE_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        // The numbers of the x32 interface are others.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        AE_REFUSE(__NR_open), AE_REFUSE(__NR_creat), AE_REFUSE(__NR_mkdir), AE_REFUSE(__NR_rmdir), AE_REFUSE(__NR_unlink),
        AE_REFUSE(__NR_rename), AE_REFUSE(__NR_link), AE_REFUSE(__NR_symlink), AE_REFUSE(__NR_mknod), AE_REFUSE(__NR_chmod),
        AE_REFUSE(__NR_chown), AE_REFUSE(__NR_lchown), AE_REFUSE(__NR_utime), AE_REFUSE(__NR_utimes),
        AE_REFUSE(__NR_futimesat), AE_REFUSE(__NR_fork), AE_REFUSE(__NR_vfork),
#endif
#ifdef __NR_renameat
        AE_REFUSE(__NR_renameat),
#endif
        AE_REFUSE(__NR_openat), AE_REFUSE(__NR_mkdirat), AE_REFUSE(__NR_unlinkat), AE_REFUSE(__NR_renameat2),
        AE_REFUSE(__NR_linkat), AE_REFUSE(__NR_symlinkat), AE_REFUSE(__NR_mknodat), AE_REFUSE(__NR_fchmodat),
        AE_REFUSE(__NR_fchownat), AE_REFUSE(__NR_truncate), AE_REFUSE(__NR_socket), AE_REFUSE(__NR_socketpair),
        AE_REFUSE(__NR_connect), AE_REFUSE(__NR_bind), AE_REFUSE(__NR_execve), AE_REFUSE(__NR_execveat),
        AE_REFUSE(__NR_ptrace), AE_REFUSE(__NR_process_vm_readv), AE_REFUSE(__NR_process_vm_writev), AE_REFUSE(__NR_kill),
        AE_REFUSE(__NR_tkill), AE_REFUSE(__NR_mount), AE_REFUSE(__NR_chroot), AE_REFUSE(__NR_utimensat),
        AE_REFUSE(__NR_setxattr), AE_REFUSE(__NR_lsetxattr), AE_REFUSE(__NR_removexattr), AE_REFUSE(__NR_lremovexattr),
        AE_REFUSE(__NR_name_to_handle_at), AE_REFUSE(__NR_open_by_handle_at), AE_REFUSE(__NR_chdir), AE_REFUSE(__NR_fchdir),
        AE_REFUSE(__NR_rt_sigqueueinfo), AE_REFUSE(__NR_rt_tgsigqueueinfo), AE_REFUSE(__NR_shmget), AE_REFUSE(__NR_shmat),
        AE_REFUSE(__NR_msgget), AE_REFUSE(__NR_semget), AE_REFUSE(__NR_mq_open), AE_REFUSE(__NR_mq_unlink),
        AE_REFUSE(__NR_unshare), AE_REFUSE(__NR_setns), AE_REFUSE(__NR_umount2), AE_REFUSE(__NR_pivot_root),
        AE_REFUSE(__NR_fanotify_init), AE_REFUSE(__NR_inotify_add_watch), AE_REFUSE(__NR_kcmp),
        AE_REFUSE(__NR_migrate_pages), AE_REFUSE(__NR_move_pages), AE_REFUSE(__NR_ioprio_set),
        AE_REFUSE(__NR_keyctl), AE_REFUSE(__NR_add_key), AE_REFUSE(__NR_request_key), AE_REFUSE(__NR_bpf),
        AE_REFUSE(__NR_perf_event_open), AE_REFUSE(__NR_init_module), AE_REFUSE(__NR_finit_module),
        AE_REFUSE(__NR_delete_module), AE_REFUSE(__NR_kexec_load), AE_REFUSE(__NR_reboot), AE_REFUSE(__NR_swapon),
        AE_REFUSE(__NR_swapoff), AE_REFUSE(__NR_acct), AE_REFUSE(__NR_quotactl), AE_REFUSE(__NR_sethostname),
        AE_REFUSE(__NR_setdomainname), AE_REFUSE(__NR_settimeofday), AE_REFUSE(__NR_clock_settime),
        AE_REFUSE(__NR_adjtimex), AE_REFUSE(__NR_clock_adjtime), AE_REFUSE(__NR_syslog),
        // Numbers that older headers do not name; they are the same everywhere.
        AE_REFUSE(424),  // pidfd_send_signal
        AE_REFUSE(425),  // io_uring_setup: it does by itself what is refused here
        AE_REFUSE(428),  // open_tree
        AE_REFUSE(429),  // move_mount
        AE_REFUSE(430),  // fsopen
        AE_REFUSE(432),  // fsmount
        AE_REFUSE(433),  // fspick
        AE_REFUSE(434),  // pidfd_open
        AE_REFUSE(437),  // openat2
        AE_REFUSE(438),  // pidfd_getfd
        AE_REFUSE(440),  // process_madvise
        AE_REFUSE(442),  // mount_setattr
        AE_REFUSE(443),  // quotactl_fd
        AE_REFUSE(448),  // process_mrelease
        AE_REFUSE(452),  // fchmodat2
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, AE_LAST_NUMBER, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        // Only threads may be made; clone3 hides in memory what it makes, and the C library goes on without it.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AE_ARGUMENT(0)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // Signals, limits and priorities of this process alone.
        AE_ALLOW_ONLY(__NR_tgkill, 0, getpid()), AE_ALLOW_ONLY(__NR_prlimit64, 0, 0), AE_ALLOW_ONLY(__NR_setpriority, 1, 0),
        AE_ALLOW_ONLY(__NR_sched_setaffinity, 0, 0), AE_ALLOW_ONLY(__NR_sched_setscheduler, 0, 0),
        AE_ALLOW_ONLY(__NR_sched_setparam, 0, 0), AE_ALLOW_ONLY(__NR_sched_setattr, 0, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof rules[0], .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    // Every thread, not only this one: the library that this runs on has some already.
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}

#endif
#endif

#if !defined(AE_ARCHITECTURE) || AE_SANITIZED
int ae_confine(void) {
    errno = ENOSYS;
    return -1;
}
#endif

#ifndef __linux__
int ae_spawn_worker(const char *path, char *const arguments[], pid_t *process) {
    (void)path, (void)arguments, (void)process;
    errno = ENOSYS;
    return -1;
}

int ae_limit_memory(uint64_t bytes) {
    (void)bytes;
    errno = ENOSYS;
    return -1;
}
#endif
