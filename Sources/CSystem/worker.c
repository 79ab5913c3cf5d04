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

int ae_confine(void) {
    // Calls that reach out of the process: to files by name, to the network, to other programs. What is open stays open.
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
        AE_REFUSE(__NR_name_to_handle_at), AE_REFUSE(__NR_open_by_handle_at),
        // Numbers that older headers do not name; they are the same everywhere.
        AE_REFUSE(424),  // pidfd_send_signal
        AE_REFUSE(425),  // io_uring_setup: it does by itself what is refused here
        AE_REFUSE(434),  // pidfd_open
        AE_REFUSE(437),  // openat2
        AE_REFUSE(438),  // pidfd_getfd
        AE_REFUSE(452),  // fchmodat2
        // Only threads may be made; clone3 hides in memory what it makes, and the C library goes on without it.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AE_ARGUMENT(0)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // Signals and limits of this process alone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AE_ARGUMENT(0)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AE_ARGUMENT(0)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
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
