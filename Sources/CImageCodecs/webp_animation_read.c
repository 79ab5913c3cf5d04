#include <stdlib.h>
#include <string.h>
#include <webp/demux.h>

#include "CImageCodecs.h"
#include "webp_container.h"

struct ae_animation_reader {
    ae_decoder base;  // the request of which carries the limits, so that they are checked as for every decoder
    WebPAnimDecoder *decoder;
    uint32_t frames_left;
};

static ae_code open_steps(ae_animation_reader *reader, const uint8_t *bytes, size_t count, uint32_t max_frames,
                          ae_animation_info *info, ae_status *status) {
    WebPData data = {bytes, count};
    WebPAnimDecoderOptions options;
    WebPAnimInfo found;
    WebPDemuxer *demuxer;
    ae_webp_frame first = {0};
    ae_webp_timing timing;
    ae_code code;
    if ((code = ae_find_webp_frame(bytes, count, 0, &first, status)) != AE_OK) return code;
    if (!first.is_animation) return ae_fail(status, AE_ARGUMENT, "the picture is no animation");
    ae_measure_webp_animation(bytes, count, &timing);
    if (max_frames != 0 && timing.frame_count > max_frames) {
        ae_fail(status, AE_LIMIT, "the animation has %u frames", timing.frame_count);
        status->needed = timing.frame_count;
        return AE_LIMIT;
    }
    // libwebp adds the durations up in an int.
    if (timing.milliseconds > INT32_MAX) return ae_fail(status, AE_UNSUPPORTED, "an animation of more than 24 days");
    if (first.has_trailing_data)
        ae_note(&reader->base, AE_FINDING_TRAILING_DATA, "data follows the end of the picture");
    // The library does not say why it has no decoder: a file that can be taken apart is not the reason.
    if ((demuxer = WebPDemux(&data)) == NULL)
        return ae_fail(status, AE_MALFORMED, "the frames of the animation contradict each other");
    WebPDemuxDelete(demuxer);
    if (!WebPAnimDecoderOptionsInit(&options)) return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    if ((reader->decoder = WebPAnimDecoderNew(&data, &options)) == NULL || !WebPAnimDecoderGetInfo(reader->decoder, &found))
        return ae_fail(status, AE_NO_MEMORY, "no memory for the canvas of the animation");
    if (found.canvas_width != first.canvas_width || found.canvas_height != first.canvas_height)
        return ae_fail(status, AE_MALFORMED, "the canvas of the animation has two sizes");
    reader->frames_left = found.frame_count;
    info->width = found.canvas_width;
    info->height = found.canvas_height;
    info->frame_count = found.frame_count;
    info->loop_count = found.loop_count;
    info->background = found.bgcolor;
    return AE_OK;
}

ae_code ae_open_animation(const uint8_t *bytes, size_t count, const ae_animation_limits *limits,
                          ae_animation_reader **result, ae_animation_info *info, ae_status *status) {
    ae_request request = {.max_nanoseconds = limits->max_nanoseconds, .stop = limits->stop};
    ae_animation_reader *reader;
    ae_code code;
    *result = NULL;
    memset(info, 0, sizeof *info);
    ae_reset(status);
    if ((reader = calloc(1, sizeof *reader)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for a decoder");
    ae_begin(&reader->base, NULL, &request);
    code = open_steps(reader, bytes, count, limits->max_frames, info, status);
    if (code != AE_OK) {
        ae_close_animation(reader);
        return code;
    }
    status->findings = reader->base.findings;
    memcpy(status->message, reader->base.finding, sizeof status->message);
    *result = reader;
    return AE_OK;
}

static ae_code next(ae_animation_reader *reader, const uint8_t **pixels, int32_t *end, ae_status *status) {
    uint8_t *canvas;
    int milliseconds;
    // A frame is one long step: the time is looked at before each.
    reader->base.checks = 0;
    if (ae_check_stop(&reader->base, status) != AE_OK) return status->code;
    if (reader->frames_left == 0) return AE_OK;
    reader->frames_left--;
    if (!WebPAnimDecoderGetNext(reader->decoder, &canvas, &milliseconds))
        return ae_fail(status, AE_MALFORMED, "a frame of the animation is damaged");
    *pixels = canvas;
    *end = milliseconds;
    return AE_OK;
}

ae_code ae_next_canvas(ae_animation_reader *reader, const uint8_t **pixels, int32_t *end, ae_status *status) {
    *pixels = NULL;
    *end = 0;
    ae_reset(status);
    if (reader->base.failure.code != AE_OK) {
        *status = reader->base.failure;
        return status->code;
    }
    if (next(reader, pixels, end, status) != AE_OK) reader->base.failure = *status;
    status->findings = reader->base.findings;
    return status->code;
}

void ae_close_animation(ae_animation_reader *reader) {
    if (reader == NULL) return;
    WebPAnimDecoderDelete(reader->decoder);
    free(reader);
}
