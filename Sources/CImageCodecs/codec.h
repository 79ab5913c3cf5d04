// What the codec files share: the table of functions behind `ae_decoder`, failures, checked sizes and a growing buffer.
#ifndef AE_CODEC_H
#define AE_CODEC_H

#include "CImageCodecs.h"

typedef struct ae_operations {
    ae_code (*read_band)(ae_decoder *decoder, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                         uint32_t rows_read[AE_MAX_PLANES], ae_status *status);
    ae_code (*finish)(ae_decoder *decoder, ae_status *status);
    void (*close)(ae_decoder *decoder);
} ae_operations;

// The first member of every format's decoder.
struct ae_decoder {
    const ae_operations *operations;
    ae_request request;
    uint32_t plane_count;
    ae_plane planes[AE_MAX_PLANES];
    int is_whole;                   // PNG: the whole picture was inflated at once
    uint64_t end_nanoseconds;       // of the thread's processor time; 0 for never
    uint32_t checks;                // how often that was to be looked at
    double fraction;                // for AE_FINDING_TRUNCATED
    uint32_t findings;
    char finding[AE_MESSAGE_SIZE];  // the first message of the gravest finding
    ae_status failure;              // AE_OK until a call fails; then what every further call answers
};

void ae_reset(ae_status *status);

// Begins a decoder for a request: operations, request, time.
void ae_begin(ae_decoder *decoder, const ae_operations *operations, const ae_request *request);

// AE_OK, or that the decoder must stop: because it was asked to, or because its time is over. Cheap enough for every row.
ae_code ae_check_stop(ae_decoder *decoder, ae_status *status);

// Fills the status and returns `code`. Fraction and offset are left as unknown.
ae_code ae_fail(ae_status *status, ae_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Keeps a finding and its message: damage to pixels displaces what is harmless, otherwise the first message stays.
void ae_note(ae_decoder *decoder, uint32_t finding, const char *message);

// Notes that the data ended early, which the request allows. `fraction` is negative where it is unknown.
void ae_note_truncated(ae_decoder *decoder, double fraction);

// The one place that computes stride × height: 0 and `*size` untouched if the product does not fit or is zero.
int ae_image_size(size_t stride, size_t height, size_t *size);

// Whether the request's region is not empty and lies inside width × height.
int ae_region_is_inside(const ae_request *request, uint32_t width, uint32_t height);

// Whether samples of 16 bits begin with their lower byte, unlike those of PNG.
static inline int ae_is_little_endian(void) { return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__; }

// Bytes of a sample of an interleaved layout.
static inline size_t ae_sample_bytes(const ae_request *request) { return request->deep ? 2 : 1; }

// Makes the interleaved plane that is exactly the region. `band_rows` bounds what one read hands out.
void ae_use_interleaved_plane(ae_decoder *decoder, uint32_t band_rows);

// Memory for the pixels of one decoder: the scratch, or without one a block of its own. NULL when memory does not suffice.
uint8_t *ae_take_pixels(ae_scratch *scratch, size_t size);
void ae_release_pixels(ae_scratch *scratch, uint8_t *pixels);

// A growing block of memory that an encoder writes to.
typedef struct ae_buffer {
    uint8_t *bytes;
    size_t count, capacity;
} ae_buffer;

// 0 when memory does not suffice; the buffer is as before then.
int ae_buffer_reserve(ae_buffer *buffer, size_t extra);
int ae_buffer_append(ae_buffer *buffer, const void *bytes, size_t count);

// Whether an interleaved image can be read: layout, size, plane and stride. Fills the status otherwise.
ae_code ae_check_interleaved_image(const ae_image *image, ae_status *status);

#endif
