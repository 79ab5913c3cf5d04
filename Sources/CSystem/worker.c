#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

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

int ae_spawn_worker(const char *path, char *const arguments[], char *const environment[], pid_t *process) {
    posix_spawn_file_actions_t actions;
    int ends[2], size = 1 << 20, result;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    // A photograph in few steps; less is slower, not wrong.
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if ((result = posix_spawn_file_actions_init(&actions)) == 0) {
        result = posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        if (result == 0) result = posix_spawn(process, path, &actions, NULL, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
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
        AE_REFUSE(__NR_chown), AE_REFUSE(__NR_fork), AE_REFUSE(__NR_vfork),
#endif
#ifdef __NR_renameat
        AE_REFUSE(__NR_renameat),
#endif
        AE_REFUSE(__NR_openat), AE_REFUSE(__NR_mkdirat), AE_REFUSE(__NR_unlinkat), AE_REFUSE(__NR_renameat2),
        AE_REFUSE(__NR_linkat), AE_REFUSE(__NR_symlinkat), AE_REFUSE(__NR_mknodat), AE_REFUSE(__NR_fchmodat),
        AE_REFUSE(__NR_fchownat), AE_REFUSE(__NR_truncate), AE_REFUSE(__NR_socket), AE_REFUSE(__NR_socketpair),
        AE_REFUSE(__NR_connect), AE_REFUSE(__NR_bind), AE_REFUSE(__NR_execve), AE_REFUSE(__NR_execveat),
        AE_REFUSE(__NR_ptrace), AE_REFUSE(__NR_process_vm_writev), AE_REFUSE(__NR_kill), AE_REFUSE(__NR_mount),
        AE_REFUSE(437),  // openat2, which older headers do not name
        AE_REFUSE(425),  // io_uring_setup: it does by itself what is refused here
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof rules[0], .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
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
int ae_spawn_worker(const char *path, char *const arguments[], char *const environment[], pid_t *process) {
    (void)path, (void)arguments, (void)environment, (void)process;
    errno = ENOSYS;
    return -1;
}

int ae_limit_memory(uint64_t bytes) {
    (void)bytes;
    errno = ENOSYS;
    return -1;
}
#endif
