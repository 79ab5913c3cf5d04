// System calls that Swift's importer cannot see, because the C library hides them behind _GNU_SOURCE. Where a system has no
// such call the result is -1 and errno is ENOSYS.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/// Renames a file; fails with EEXIST where the new name is taken.
int ae_rename_without_replacing(const char *from, const char *to);

/// Copies up to `count` bytes from `*offset` of one file to the position of another, sharing blocks where the file system can.
ssize_t ae_copy_file_range(int from, int64_t *offset, int to, size_t count);

/// Processors this process may run on; -1 where that is unknown.
int ae_processor_count(void);

#endif
