// When a decoder has to stop: a flag that another thread raises, and the clock of its own.
#ifndef AE_STOP_H
#define AE_STOP_H

#include "CImageCodecs.h"

// Processor time that the calling thread has taken.
uint64_t ae_thread_nanoseconds(void);

#endif
