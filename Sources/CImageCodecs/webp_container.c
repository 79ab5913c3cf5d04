#include "webp_container.h"

#include <string.h>

static uint32_t read_u24(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
}

static uint32_t read_u32(const uint8_t *bytes) { return read_u24(bytes) | (uint32_t)bytes[3] << 24; }

// Finds the first frame of an animation. `end` is the end of the RIFF chunk; the walk advances by 8 bytes at least.
static ae_code find_first_frame(const uint8_t *bytes, size_t end, ae_webp_frame *frame, ae_status *status) {
    size_t position = 12;
    frame->canvas_width = read_u24(bytes + 24) + 1;
    frame->canvas_height = read_u24(bytes + 27) + 1;
    frame->is_animation = 1;
    while (end - position >= 8) {
        size_t size = read_u32(bytes + position + 4);
        const uint8_t *payload = bytes + position + 8;
        if (size > end - position - 8) {
            if (!frame->is_cut) return ae_fail(status, AE_TRUNCATED, "the WebP data ends inside a chunk");
            size = end - position - 8;
        }
        if (memcmp(bytes + position, "ANMF", 4) == 0) {
            if (size < 16 && frame->is_cut) break;
            if (size < 16) return ae_fail(status, AE_MALFORMED, "a frame of the animation is too short");
            frame->x = read_u24(payload) * 2;
            frame->y = read_u24(payload + 3) * 2;
            frame->width = read_u24(payload + 6) + 1;
            frame->height = read_u24(payload + 9) + 1;
            frame->bytes = payload + 16;
            frame->count = size - 16;
            if (frame->width > frame->canvas_width || frame->x > frame->canvas_width - frame->width
                || frame->height > frame->canvas_height || frame->y > frame->canvas_height - frame->height)
                return ae_fail(status, AE_MALFORMED, "a frame of the animation lies outside its canvas");
            return AE_OK;
        }
        size += size & 1;
        if (size > end - position - 8) break;
        position += 8 + size;
    }
    if (frame->is_cut) return ae_fail(status, AE_TRUNCATED, "the WebP data ends before the picture does");
    return ae_fail(status, AE_MALFORMED, "the animation has no frame");
}

ae_code ae_find_webp_frame(const uint8_t *bytes, size_t count, int allows_truncated, ae_webp_frame *frame,
                           ae_status *status) {
    size_t riff;
    if (count < 12 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WEBP", 4) != 0)
        return ae_fail(status, AE_MALFORMED, "not a WebP file");
    riff = read_u32(bytes + 4);
    frame->is_cut = riff > count - 8;
    frame->has_trailing_data = count - 8 > riff + (riff & 1);
    if (frame->is_cut) {
        if (!allows_truncated) return ae_fail(status, AE_TRUNCATED, "the WebP data ends before the picture does");
        riff = count - 8;
    }
    frame->bytes = bytes;
    frame->count = count;
    if (riff >= 4 + 18 && memcmp(bytes + 12, "VP8X", 4) == 0 && (bytes[20] & 0x02) != 0)
        return find_first_frame(bytes, riff + 8, frame, status);
    return AE_OK;
}

void ae_measure_webp_animation(const uint8_t *bytes, size_t count, ae_webp_timing *timing) {
    size_t position = 12, riff = read_u32(bytes + 4), end = riff > count - 8 ? count : riff + 8;
    timing->frame_count = 0;
    timing->milliseconds = 0;
    while (end - position >= 8) {
        size_t size = read_u32(bytes + position + 4);
        if (size > end - position - 8) return;
        if (memcmp(bytes + position, "ANMF", 4) == 0 && size >= 16) {
            timing->frame_count++;
            timing->milliseconds += read_u24(bytes + position + 8 + 12);
        }
        size += size & 1;
        if (size > end - position - 8) return;
        position += 8 + size;
    }
}

int ae_has_horizontal_alpha(const ae_webp_frame *frame) {
    // A whole file begins with the header of RIFF, the payload of a frame with its first chunk.
    size_t position = frame->is_animation ? 0 : 12;
    while (frame->count - position > 8) {
        const uint8_t *chunk = frame->bytes + position;
        size_t size = read_u32(chunk + 4);
        if (memcmp(chunk, "ALPH", 4) == 0) return (chunk[8] >> 2 & 3) == 1;
        size += size & 1;
        if (size > frame->count - position - 8) return 0;
        position += 8 + size;
    }
    return 0;
}
