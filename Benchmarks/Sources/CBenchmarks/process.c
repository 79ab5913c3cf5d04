#define _DEFAULT_SOURCE
#include "CBenchmarks.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

cb_usage cb_run(char *const arguments[]) {
    cb_usage result = {-1, 0, 0};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t process;
    int code = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0) return result;
    int status;
    struct rusage usage;
    if (wait4(process, &status, 0, &usage) != process) return result;
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    result.cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
#ifdef __APPLE__
    result.peak_bytes = usage.ru_maxrss;
#else
    result.peak_bytes = (int64_t)usage.ru_maxrss * 1024;
#endif
    return result;
}
