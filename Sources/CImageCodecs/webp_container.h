// The chunks around a WebP bitstream (RFC 9649): where its first frame lies.
#ifndef AE_WEBP_CONTAINER_H
#define AE_WEBP_CONTAINER_H

#include "codec.h"

// Where the picture's data lies, and where its pixels stand on the canvas.
typedef struct ae_webp_frame {
    const uint8_t *bytes;  // a whole file, or the payload of the first frame of an animation
    size_t count;
    uint32_t x, y, width, height;
    uint32_t canvas_width, canvas_height;
    int is_animation;
    int needs_top_rows;  // a crop must begin at the picture's first row
    int is_cut;          // the file is shorter than it says
    int has_trailing_data;
} ae_webp_frame;

// Finds what is to be decoded and checks that the file is as long as it says, unless less is allowed.
ae_code ae_find_webp_frame(const uint8_t *bytes, size_t count, int allows_truncated, ae_webp_frame *frame,
                           ae_status *status);

// How many frames an animation has, and how long they show.
typedef struct ae_webp_timing {
    uint32_t frame_count;
    uint64_t milliseconds;
} ae_webp_timing;

// Measures an animation in which `ae_find_webp_frame` has found a frame. Cost: the headers of the chunks.
void ae_measure_webp_animation(const uint8_t *bytes, size_t count, ae_webp_timing *timing);

// Whether the alpha plane of a lossy picture is filtered horizontally. Each row then begins with the sample above, and libwebp
// (seen in 1.2.4) leaves out the rows above a crop as if they were not needed: alpha comes out wrong.
int ae_has_horizontal_alpha(const ae_webp_frame *frame);

#endif
