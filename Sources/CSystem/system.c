#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

int ae_has_room(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return 0;
    munmap(memory, bytes);
    return 1;
}

int ae_terminal_columns(int file) {
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : -1;
}

#ifdef __linux__
#include <sched.h>
#include <signal.h>

int ae_rename_without_replacing(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

// Where the system shows what is open. A file can be linked by its descriptor alone only with a privilege.
typedef char ae_descriptor_path[32];
static void set_descriptor_path(ae_descriptor_path path, int file) { snprintf(path, 32, "/proc/self/fd/%d", file); }

int ae_open_unnamed(const char *folder) {
    ae_descriptor_path path;
    const int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) return -1;
    set_descriptor_path(path, file);
    if (access(path, F_OK) == 0) return file;
    close(file);
    return -1;
}

int ae_name_file(int file, const char *path) {
    ae_descriptor_path from;
    set_descriptor_path(from, file);
    return linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

ssize_t ae_copy_file_range(int from, int64_t *offset, int to, size_t count) {
    off64_t position = *offset;
    const ssize_t result = copy_file_range(from, &position, to, NULL, count, 0);
    *offset = position;
    return result;
}

int ae_has_writer(int file) {
    // A lease for reading is granted only where nobody writes. Somebody who begins to while it is held has it broken by a
    // signal; the usual one would end this process, this one is ignored unless somebody waits for it.
    if (fcntl(file, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(file, F_SETLEASE, F_UNLCK);
    return 0;
}

int ae_processor_count(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}
#else
int ae_rename_without_replacing(const char *from, const char *to) {
    (void)from, (void)to;
    errno = ENOSYS;
    return -1;
}

int ae_open_unnamed(const char *folder) {
    (void)folder;
    errno = ENOSYS;
    return -1;
}

int ae_name_file(int file, const char *path) {
    (void)file, (void)path;
    errno = ENOSYS;
    return -1;
}

ssize_t ae_copy_file_range(int from, int64_t *offset, int to, size_t count) {
    (void)from, (void)offset, (void)to, (void)count;
    errno = ENOSYS;
    return -1;
}

int ae_has_writer(int file) {
    (void)file;
    errno = ENOSYS;
    return -1;
}

int ae_processor_count(void) {
    errno = ENOSYS;
    return -1;
}
#endif
