// What the JPEG files share: libjpeg's errors turned into `ae_status`.
#ifndef AE_JPEG_H
#define AE_JPEG_H

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>

#include "codec.h"

// libjpeg calls back into `error_exit` and must not be returned to: each entry point arms `jump` before it calls libjpeg,
// and reads `status` when it is jumped back to.
typedef struct ae_jpeg_errors {
    struct jpeg_error_mgr base;  // first: libjpeg hands out a pointer to it
    jmp_buf jump;
    ae_status status;
    ae_decoder *decoder;         // whose findings the warnings become; NULL for encoders
} ae_jpeg_errors;

// Prepares `errors`; the result goes to `err` of a libjpeg struct.
struct jpeg_error_mgr *ae_jpeg_use_errors(ae_jpeg_errors *errors, ae_decoder *decoder);

// Since version 7 of its interface libjpeg can scale by different factors per direction. This file asks for equal ones.
#if JPEG_LIB_VERSION >= 70
#define AE_BLOCK_SIZE(component) ((component)->DCT_v_scaled_size)
#define AE_MIN_BLOCK_SIZE(info) ((info)->min_DCT_v_scaled_size)
#else
#define AE_BLOCK_SIZE(component) ((component)->DCT_scaled_size)
#define AE_MIN_BLOCK_SIZE(info) ((info)->min_DCT_scaled_size)
#endif

#endif
