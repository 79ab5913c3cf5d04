// What the benchmarks need of C: the codec libraries alone, as a floor below every decoder that is built on them, and a child
// process with the resources it used.
#ifndef CBENCHMARKS_H
#define CBENCHMARKS_H

#include <stddef.h>
#include <stdint.h>

// Decode a whole picture and throw its pixels away. 0, or -1 where the library fails.
int cb_decode_jpeg(const uint8_t *bytes, size_t count, uint32_t scale_eighths);
int cb_decode_png(const uint8_t *bytes, size_t count);
int cb_decode_webp(const uint8_t *bytes, size_t count);

typedef struct cb_usage {
    int status;          // the exit code; -1 if the process was not started or was killed
    double cpu_seconds;  // user and system
    int64_t peak_bytes;  // the most resident memory
} cb_usage;

// Runs a program with its output thrown away. The peak begins with the caller's own: the system counts from before the new
// program replaces the copy of the caller. A caller that wants an honest figure must be small.
cb_usage cb_run(char *const arguments[]);

#endif
