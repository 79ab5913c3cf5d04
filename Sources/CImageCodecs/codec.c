#include "codec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ae_reset(ae_status *status) {
    status->code = AE_OK;
    status->findings = 0;
    status->fraction = -1;
    status->offset = -1;
    status->message[0] = 0;
}

ae_code ae_fail(ae_status *status, ae_code code, const char *format, ...) {
    va_list arguments;
    status->code = code;
    status->fraction = -1;
    status->offset = -1;
    va_start(arguments, format);
    vsnprintf(status->message, sizeof status->message, format, arguments);
    va_end(arguments);
    return code;
}

void ae_begin(ae_decoder *decoder, const ae_operations *operations, const ae_request *request) {
    decoder->operations = operations;
    decoder->request = *request;
    decoder->fraction = -1;
    if (request->max_nanoseconds == 0) return;
    if (__builtin_add_overflow(ae_thread_nanoseconds(), request->max_nanoseconds, &decoder->end_nanoseconds))
        decoder->end_nanoseconds = 0;
}

ae_code ae_check_stop(ae_decoder *decoder, ae_status *status) {
    if (ae_is_raised(decoder->request.stop)) return ae_fail(status, AE_STOPPED, "stopped");
    // The clock of a thread costs a call of the system.
    if (decoder->end_nanoseconds == 0 || decoder->checks++ % 16 != 0) return AE_OK;
    if (ae_thread_nanoseconds() < decoder->end_nanoseconds) return AE_OK;
    return ae_fail(status, AE_TIME, "the time for the picture is over");
}

void ae_note_truncated(ae_decoder *decoder, double fraction) {
    if (!(decoder->findings & AE_FINDING_TRUNCATED)) decoder->fraction = fraction;
    ae_note(decoder, AE_FINDING_TRUNCATED, "the data ends before the picture does");
}

void ae_note(ae_decoder *decoder, uint32_t finding, const char *message) {
    int displaces = finding == AE_FINDING_CORRUPT_DATA && !(decoder->findings & AE_FINDING_CORRUPT_DATA);
    if (displaces || decoder->findings == 0) snprintf(decoder->finding, sizeof decoder->finding, "%s", message);
    decoder->findings |= finding;
}

int ae_image_size(size_t stride, size_t height, size_t *size) {
    size_t product;
    if (__builtin_mul_overflow(stride, height, &product) || product == 0 || product > PTRDIFF_MAX) return 0;
    *size = product;
    return 1;
}

int ae_region_is_inside(const ae_request *request, uint32_t width, uint32_t height) {
    return request->width > 0 && request->height > 0 && request->width <= width && request->height <= height
        && request->x <= width - request->width && request->y <= height - request->height;
}

void ae_use_interleaved_plane(ae_decoder *decoder, uint32_t band_rows) {
    const ae_request *request = &decoder->request;
    ae_plane *plane = &decoder->planes[0];
    decoder->plane_count = 1;
    plane->x = request->x;
    plane->y = request->y;
    plane->width = request->width;
    plane->height = request->height;
    plane->channels = (uint32_t)request->layout;
    plane->row_bytes = plane->width * plane->channels * (uint32_t)ae_sample_bytes(request);
    plane->band_rows = band_rows;
    plane->scale_x = plane->scale_y = request->scale_eighths / 8.0;
}

uint32_t ae_plane_count(const ae_decoder *decoder) { return decoder->plane_count; }

int ae_is_whole(const ae_decoder *decoder) { return decoder->is_whole; }

ae_plane ae_plane_at(const ae_decoder *decoder, uint32_t index) {
    static const ae_plane none = {0};
    return index < decoder->plane_count ? decoder->planes[index] : none;
}

// Adds what the decoder remembers to the outcome of one call.
static ae_code conclude(ae_decoder *decoder, ae_code code, ae_status *status) {
    status->code = code;
    status->findings = decoder->findings;
    if (code == AE_OK) {
        status->fraction = decoder->fraction;
        memcpy(status->message, decoder->finding, sizeof status->message);
    } else if (code != AE_ARGUMENT) {
        decoder->failure = *status;
    }
    return code;
}

ae_code ae_read_band(ae_decoder *decoder, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                     uint32_t rows_read[AE_MAX_PLANES], ae_status *status) {
    ae_reset(status);
    memset(rows_read, 0, sizeof(uint32_t) * AE_MAX_PLANES);
    if (decoder->failure.code != AE_OK) {
        *status = decoder->failure;
        return status->code;
    }
    for (uint32_t i = 0; i < decoder->plane_count; i++) {
        if (rows[i] == NULL || strides[i] < decoder->planes[i].row_bytes)
            return conclude(decoder, ae_fail(status, AE_ARGUMENT, "plane %u has no room for a row", i), status);
    }
    if (ae_check_stop(decoder, status) != AE_OK) return conclude(decoder, status->code, status);
    return conclude(decoder, decoder->operations->read_band(decoder, rows, strides, rows_read, status), status);
}

ae_code ae_finish(ae_decoder *decoder, ae_status *status) {
    ae_reset(status);
    if (decoder->failure.code != AE_OK) {
        *status = decoder->failure;
        return status->code;
    }
    return conclude(decoder, decoder->operations->finish(decoder, status), status);
}

void ae_close(ae_decoder *decoder) {
    if (decoder != NULL) decoder->operations->close(decoder);
}

struct ae_scratch {
    uint8_t *bytes;
    size_t capacity, kept_bytes;
};

ae_scratch *ae_make_scratch(size_t kept_bytes) {
    ae_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch != NULL) scratch->kept_bytes = kept_bytes;
    return scratch;
}

void ae_free_scratch(ae_scratch *scratch) {
    if (scratch == NULL) return;
    free(scratch->bytes);
    free(scratch);
}

uint8_t *ae_take_pixels(ae_scratch *scratch, size_t size) {
    if (scratch == NULL) return malloc(size);
    if (scratch->capacity < size) {
        free(scratch->bytes);
        scratch->bytes = malloc(size);
        scratch->capacity = scratch->bytes == NULL ? 0 : size;
    }
    return scratch->bytes;
}

void ae_release_pixels(ae_scratch *scratch, uint8_t *pixels) {
    if (scratch == NULL) {
        free(pixels);
    } else if (scratch->capacity > scratch->kept_bytes) {
        free(scratch->bytes);
        scratch->bytes = NULL;
        scratch->capacity = 0;
    }
}

int ae_buffer_reserve(ae_buffer *buffer, size_t extra) {
    size_t needed, capacity = buffer->capacity > 0 ? buffer->capacity : 16384;
    uint8_t *bytes;
    if (__builtin_add_overflow(buffer->count, extra, &needed) || needed > PTRDIFF_MAX) return 0;
    if (needed <= buffer->capacity) return 1;
    while (capacity < needed) capacity *= 2;  // needed is at most PTRDIFF_MAX: doubling up to it cannot overflow size_t
    bytes = realloc(buffer->bytes, capacity);
    if (bytes == NULL) return 0;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return 1;
}

int ae_buffer_append(ae_buffer *buffer, const void *bytes, size_t count) {
    if (!ae_buffer_reserve(buffer, count)) return 0;
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
    return 1;
}

ae_code ae_check_interleaved_image(const ae_image *image, ae_status *status) {
    if (image->layout < AE_GRAY || image->layout > AE_RGBA)
        return ae_fail(status, AE_ARGUMENT, "the layout is not interleaved");
    if (image->width == 0 || image->height == 0) return ae_fail(status, AE_ARGUMENT, "the picture is empty");
    if (image->planes[0] == NULL || image->strides[0] / ((size_t)image->layout * (image->deep ? 2 : 1)) < image->width)
        return ae_fail(status, AE_ARGUMENT, "the rows do not hold the width");
    return AE_OK;
}

void ae_free(uint8_t *bytes) { free(bytes); }
