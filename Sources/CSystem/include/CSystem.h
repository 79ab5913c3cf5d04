// System calls that Swift's importer cannot see, because the C library hides them behind _GNU_SOURCE. Where a system has no
// such call the result is -1 and errno is ENOSYS.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/// Renames a file; fails with EEXIST where the new name is taken.
int ae_rename_without_replacing(const char *from, const char *to);

/// Opens a new file in a folder that has no name yet, for writing; -1 where the system or the file system has no such files, or where
/// they could not be given a name later.
int ae_open_unnamed(const char *folder);

/// Gives a file of `ae_open_unnamed` its name; fails with EEXIST where that is taken.
int ae_name_file(int file, const char *path);

/// Copies up to `count` bytes from `*offset` of one file to the position of another, sharing blocks where the file system can.
ssize_t ae_copy_file_range(int from, int64_t *offset, int to, size_t count);

/// Whether somebody has the file open for writing, which is open here for reading alone; -1 where the system cannot tell.
int ae_has_writer(int file);

/// Whether the system would give this process `bytes` of memory now; none is taken.
int ae_has_room(size_t bytes);

/// A hash of these bytes and of what `seed` stands for. Not for secrets: whoever wants to can find two files of one hash.
uint64_t ae_hash(const void *bytes, size_t count, uint64_t seed);

/// Processors this process may run on; -1 where that is unknown.
int ae_processor_count(void);

/// Columns of the terminal that an open file is; -1 where it is none or does not say.
int ae_terminal_columns(int file);

/// Starts a program whose standard input and output are the other end of the socket that is returned; -1 where it fails. Of what is
/// open here it gets standard error alone, of the environment everything, with Swift's backtraces turned off.
int ae_spawn_worker(const char *path, char *const arguments[], pid_t *process);

/// Lets this process have no more than so many bytes of private memory; UINT64_MAX for as many as it may.
int ae_limit_memory(uint64_t bytes);

/// Takes from this process, for good, the means to open files by name, to reach the network and to start programs.
int ae_confine(void);

#endif
