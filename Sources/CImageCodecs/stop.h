// When a decoder has to stop: a flag that another thread raises, and the clock of its own.
#ifndef AE_STOP_H
#define AE_STOP_H

#include "CImageCodecs.h"

// Whether the flag is raised; NULL never is.
int ae_is_raised(const ae_stop *stop);

// Processor time that the calling thread has taken.
uint64_t ae_thread_nanoseconds(void);

#endif
