#define _POSIX_C_SOURCE 200809L
#include "CImageCodecs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct ae_stop {
    atomic_int is_raised;
};

ae_stop *ae_make_stop(void) { return calloc(1, sizeof(ae_stop)); }

void ae_raise_stop(ae_stop *stop) {
    if (stop != NULL) atomic_store_explicit(&stop->is_raised, 1, memory_order_relaxed);
}

void ae_free_stop(ae_stop *stop) { free(stop); }

int ae_is_raised(const ae_stop *stop) {
    return stop != NULL && atomic_load_explicit(&stop->is_raised, memory_order_relaxed) != 0;
}

uint64_t ae_thread_nanoseconds(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
