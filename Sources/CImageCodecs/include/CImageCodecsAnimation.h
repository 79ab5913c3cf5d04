// Animated WebP: whole canvases come out one by one, and go in one by one. Included by CImageCodecs.h.
#ifndef CIMAGECODECS_ANIMATION_H
#define CIMAGECODECS_ANIMATION_H

typedef struct ae_animation_limits {
    uint32_t max_frames;       // more are AE_LIMIT, and `ae_status.needed` says how many there are; 0 for no limit
    // Processor time that the thread may take from opening on, whatever it does between two frames; looked at before each frame.
    // 0 for no limit.
    uint64_t max_nanoseconds;
    const ae_stop *stop;       // or NULL; looked at before each frame
} ae_animation_limits;

typedef struct ae_animation_info {
    uint32_t width, height;  // of the canvas
    uint32_t frame_count;
    uint32_t loop_count;     // 0 for ever
    uint32_t background;     // the color that a viewer may show behind the canvas, as the file stores it
} ae_animation_info;

typedef struct ae_animation_reader ae_animation_reader;

// The bytes must stay where they are until `ae_close_animation`. On failure `*reader` is NULL and nothing is to be closed. A file
// that is cut short is AE_TRUNCATED, before any frame is decoded.
ae_code ae_open_animation(const uint8_t *bytes, size_t count, const ae_animation_limits *limits,
                          ae_animation_reader **reader, ae_animation_info *info, ae_status *status);

// Composes the next canvas: `width` × `height` pixels of RGBA without gaps, valid until the next call; NULL after the last frame.
// `*end` is when the next frame begins, in milliseconds since the first one did. After a failure every further call fails in the
// same way.
ae_code ae_next_canvas(ae_animation_reader *reader, const uint8_t **pixels, int32_t *end, ae_status *status);
void ae_close_animation(ae_animation_reader *reader);

typedef struct ae_animation_writer ae_animation_writer;

// Begins an animation of `info`'s canvas, loops and background; `frame_count` is not read.
ae_code ae_begin_animation(const ae_animation_info *info, const ae_webp_options *options, ae_animation_writer **writer,
                           ae_status *status);

// Adds a canvas of AE_RGBA that shows from `start` on, in milliseconds; times never fall.
ae_code ae_add_canvas(ae_animation_writer *writer, const ae_image *image, int32_t start, ae_status *status);

// Ends the animation at `end` and makes the file. Frames that equal the one before them have become a longer one; of a single frame a
// still picture is made.
ae_code ae_finish_animation(ae_animation_writer *writer, int32_t end, ae_encoded *encoded, ae_status *status);
void ae_free_animation_writer(ae_animation_writer *writer);

#endif
