#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

#include "webp_container.h"

// Even, so that a band holds whole rows of chroma.
#define AE_WEBP_BAND_ROWS 16
#define AE_WEBP_MAX_SIDE 16383

// Columns and rows from the first to before the last.
typedef struct ae_webp_box {
    uint32_t left, top, right, bottom;
} ae_webp_box;

typedef struct ae_webp_decoder {
    ae_decoder base;
    ae_webp_frame frame;
    ae_webp_box shown;               // interleaved: what of the plane's pixels the frame covers
    WebPDecoderConfig config;
    uint8_t *pixels;                 // of all planes, decoded at the first read; the planes point into it
    uint8_t *planes[AE_MAX_PLANES];  // the first sample that is handed out
    size_t strides[AE_MAX_PLANES];
    uint32_t next_rows[AE_MAX_PLANES];
    int is_decoded;
    int has_background;              // planes: the alpha plane is decoded too, and the others are laid over a color with it
} ae_webp_decoder;

static ae_code fail_with(VP8StatusCode code, ae_status *status) {
    switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return ae_fail(status, AE_NO_MEMORY, "no memory for the decoded picture");
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return ae_fail(status, AE_TRUNCATED, "the WebP data ends before the picture does");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return ae_fail(status, AE_UNSUPPORTED, "a WebP feature of this file");
    case VP8_STATUS_INVALID_PARAM: return ae_fail(status, AE_ARGUMENT, "the region lies outside the picture");
    default: return ae_fail(status, AE_MALFORMED, "the WebP bitstream is damaged");
    }
}

// MARK: Planning the decode

// Sets the crop, in columns and rows of the frame.
static void use_crop(WebPDecoderOptions *options, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                     const ae_webp_frame *frame) {
    if (width == frame->width && height == frame->height) return;
    options->use_cropping = 1;
    options->crop_left = (int)x;
    options->crop_top = (int)y;
    options->crop_width = (int)width;
    options->crop_height = (int)height;
}

static uint32_t even_below(uint32_t value) { return value & ~1u; }

static ae_code plan_planes(ae_webp_decoder *decoder, ae_status *status) {
    const ae_request *request = &decoder->base.request;
    WebPDecBuffer *output = &decoder->config.output;
    int with_alpha = request->layout == AE_YCCA_PLANES || decoder->has_background, is_scaled = request->scaled_width > 0;
    uint32_t extra_rows, rows[AE_MAX_PLANES];
    // libwebp moves the corner of a crop to even columns and rows, without making the crop larger.
    uint32_t x = even_below(request->x), y = even_below(request->y);
    uint32_t width = request->width + (request->x - x), height = request->height + (request->y - y);
    size_t offset = 0, total = 0, sizes[AE_MAX_PLANES];
    uint8_t *starts[AE_MAX_PLANES];
    extra_rows = decoder->frame.needs_top_rows && !is_scaled ? y : 0;
    use_crop(&decoder->config.options, x, y - extra_rows, width, height + extra_rows, &decoder->frame);
    if (is_scaled) {
        x = y = 0;
        width = request->scaled_width;
        height = request->scaled_height;
    }
    for (uint32_t i = 0; i < (with_alpha ? 4 : 3); i++) {
        ae_plane *plane = &decoder->base.planes[i];
        int half = i == 1 || i == 2;
        size_t size;
        plane->x = half ? x / 2 : x;
        plane->y = half ? y / 2 : y;
        plane->width = half ? (width + 1) / 2 : width;
        plane->height = half ? (height + 1) / 2 : height;
        plane->channels = 1;
        plane->row_bytes = plane->width;
        plane->band_rows = half ? AE_WEBP_BAND_ROWS / 2 : AE_WEBP_BAND_ROWS;
        plane->scale_x = half ? 0.5 : 1;
        plane->scale_y = half ? 0.5 : 1;
        if (is_scaled) {
            plane->scale_x *= (double)request->scaled_width / request->width;
            plane->scale_y *= (double)request->scaled_height / request->height;
        }
        decoder->strides[i] = plane->width;
        rows[i] = plane->height + (half ? extra_rows / 2 : extra_rows);
        if (!ae_image_size(plane->width, rows[i], &size) || __builtin_add_overflow(total, size, &total))
            return ae_fail(status, AE_NO_MEMORY, "the decoded picture does not fit into memory");
    }
    if ((decoder->pixels = ae_take_pixels(request->scratch, total)) == NULL)
        return ae_fail(status, AE_NO_MEMORY, "no memory for the decoded picture");
    for (uint32_t i = 0; i < (with_alpha ? 4 : 3); i++) {
        starts[i] = decoder->pixels + offset;
        sizes[i] = decoder->strides[i] * rows[i];
        decoder->planes[i] = starts[i] + decoder->strides[i] * (rows[i] - decoder->base.planes[i].height);
        offset += sizes[i];
    }
    decoder->base.plane_count = with_alpha && !decoder->has_background ? 4 : 3;
    output->colorspace = with_alpha ? MODE_YUVA : MODE_YUV;
    output->is_external_memory = 1;
    output->u.YUVA.y = starts[0];
    output->u.YUVA.u = starts[1];
    output->u.YUVA.v = starts[2];
    output->u.YUVA.y_stride = (int)decoder->strides[0];
    output->u.YUVA.u_stride = (int)decoder->strides[1];
    output->u.YUVA.v_stride = (int)decoder->strides[2];
    output->u.YUVA.y_size = sizes[0];
    output->u.YUVA.u_size = sizes[1];
    output->u.YUVA.v_size = sizes[2];
    if (with_alpha) {
        output->u.YUVA.a = starts[3];
        output->u.YUVA.a_stride = (int)decoder->strides[3];
        output->u.YUVA.a_size = sizes[3];
    }
    return AE_OK;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static ae_code plan_pixels(ae_webp_decoder *decoder, ae_status *status) {
    const ae_request *request = &decoder->base.request;
    const ae_webp_frame *frame = &decoder->frame;
    WebPDecBuffer *output = &decoder->config.output;
    ae_plane *plane = &decoder->base.planes[0];
    size_t channels = (size_t)request->layout, size;
    // The part of the region that the frame covers, on the canvas.
    uint32_t left = larger(request->x, frame->x), right = smaller(request->x + request->width, frame->x + frame->width);
    uint32_t top = larger(request->y, frame->y);
    uint32_t bottom = smaller(request->y + request->height, frame->y + frame->height);
    uint32_t x, y, width, height;
    ae_use_interleaved_plane(&decoder->base, AE_WEBP_BAND_ROWS);
    if (left >= right || top >= bottom) {
        decoder->is_decoded = 1;  // nothing of the frame shows in the region, and all of it is transparent
        return AE_OK;
    }
    if (request->scaled_width > 0) {
        use_crop(&decoder->config.options, left, top, right - left, bottom - top, frame);
        plane->x = plane->y = left = top = 0;
        plane->width = width = right = request->scaled_width;
        plane->height = height = bottom = request->scaled_height;
        plane->row_bytes = width * plane->channels;
        plane->scale_x = (double)width / request->width;
        plane->scale_y = (double)height / request->height;
        x = y = 0;
    } else {
        // Upsampling of chroma takes the edge of a crop for the edge of the picture. Two more columns and rows on each side
        // keep that out of the region; libwebp wants the corner even.
        uint32_t x_end = smaller(right - frame->x + 2, frame->width), y_end = smaller(bottom - frame->y + 2, frame->height);
        x = left - frame->x;
        y = top - frame->y;
        x = even_below(x > 2 ? x - 2 : 0);
        y = frame->needs_top_rows ? 0 : even_below(y > 2 ? y - 2 : 0);
        width = x_end - x;
        height = y_end - y;
        use_crop(&decoder->config.options, x, y, width, height, frame);
        x += frame->x;
        y += frame->y;
    }
    decoder->shown = (ae_webp_box){left, top, right, bottom};
    decoder->strides[0] = width * channels;
    if (!ae_image_size(decoder->strides[0], height, &size) || (decoder->pixels = ae_take_pixels(request->scratch, size)) == NULL)
        return ae_fail(status, AE_NO_MEMORY, "no memory for the decoded picture");
    decoder->planes[0] = decoder->pixels + (top - y) * decoder->strides[0] + (left - x) * channels;
    output->colorspace = request->layout == AE_RGBA ? MODE_RGBA : MODE_RGB;
    output->is_external_memory = 1;
    output->u.RGBA.rgba = decoder->pixels;
    output->u.RGBA.stride = (int)decoder->strides[0];
    output->u.RGBA.size = size;
    return AE_OK;
}

// MARK: Operations

// Decodes what is there of a picture that is cut short. What is missing is gray, or transparent.
static ae_code decode_part(ae_webp_decoder *decoder, ae_status *status) {
    const WebPDecBuffer *output = &decoder->config.output;
    int is_planar = output->colorspace == MODE_YUV || output->colorspace == MODE_YUVA, last_row = 0, rows;
    WebPIDecoder *partial;
    VP8StatusCode code;
    if (is_planar) {
        memset(output->u.YUVA.y, 126, output->u.YUVA.y_size);
        memset(output->u.YUVA.u, 128, output->u.YUVA.u_size);
        memset(output->u.YUVA.v, 128, output->u.YUVA.v_size);
        if (output->colorspace == MODE_YUVA) memset(output->u.YUVA.a, 0, output->u.YUVA.a_size);
    } else {
        memset(output->u.RGBA.rgba, output->colorspace == MODE_RGB ? 128 : 0, output->u.RGBA.size);
    }
    partial = WebPIDecode(NULL, 0, &decoder->config);
    if (partial == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for a decoder");
    code = WebPIUpdate(partial, decoder->frame.bytes, decoder->frame.count);
    if (is_planar) WebPIDecGetYUVA(partial, &last_row, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    else WebPIDecGetRGB(partial, &last_row, NULL, NULL, NULL);
    WebPIDelete(partial);
    if (code != VP8_STATUS_OK && code != VP8_STATUS_SUSPENDED && code != VP8_STATUS_NOT_ENOUGH_DATA)
        return fail_with(code, status);
    // The region may be whole where the file is not.
    if (code == VP8_STATUS_OK && !decoder->frame.is_cut) return AE_OK;
    rows = decoder->config.options.use_scaling    ? decoder->config.options.scaled_height
         : decoder->config.options.use_cropping ? decoder->config.options.crop_height
                                                : (int)decoder->frame.height;
    ae_note_truncated(&decoder->base, code != VP8_STATUS_OK && last_row < rows ? (double)last_row / rows : 1);
    return AE_OK;
}

static ae_code decode(ae_webp_decoder *decoder, ae_status *status) {
    VP8StatusCode code;
    if (decoder->is_decoded) return AE_OK;
    decoder->is_decoded = 1;
    code = decoder->frame.is_cut ? VP8_STATUS_NOT_ENOUGH_DATA
                                 : WebPDecode(decoder->frame.bytes, decoder->frame.count, &decoder->config);
    if (decoder->base.request.allows_truncated && (code == VP8_STATUS_NOT_ENOUGH_DATA || code == VP8_STATUS_SUSPENDED))
        return decode_part(decoder, status);
    if (code != VP8_STATUS_OK) return fail_with(code, status);
    // That was one long step: now is the time to look.
    decoder->base.checks = 0;
    return ae_check_stop(&decoder->base, status);
}

// One row of the region: what the frame shows of it, and transparent pixels around.
static void copy_pixels(const ae_webp_decoder *decoder, uint32_t row, uint8_t *target) {
    const ae_plane *plane = &decoder->base.planes[0];
    const ae_webp_box *shown = &decoder->shown;
    uint32_t y = plane->y + row, columns = shown->right - shown->left;
    int is_shown = y >= shown->top && y < shown->bottom;
    if (!is_shown || columns < plane->width) memset(target, 0, plane->row_bytes);
    if (!is_shown) return;
    memcpy(target + (size_t)(shown->left - plane->x) * plane->channels,
           decoder->planes[0] + (size_t)(y - shown->top) * decoder->strides[0], (size_t)columns * plane->channels);
}

static uint8_t blended(uint32_t sample, uint32_t background, uint32_t alpha) {
    // 255 is odd: there are no halves, and adding 127 rounds to nearest.
    return (uint8_t)((sample * alpha + background * (255 - alpha) + 127) / 255);
}

// One row of luma laid over the background.
static void blend_luma(uint8_t *target, const uint8_t *luma, const uint8_t *alpha, uint32_t background, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = blended(luma[i], background, alpha[i]);
}

// One row of chroma laid over the background, by the mean alpha of the up to four pixels that a sample covers.
static void blend_chroma(uint8_t *target, const uint8_t *chroma, const uint8_t *upper, const uint8_t *lower, size_t columns,
                         uint32_t background) {
    for (size_t i = 0; i < columns / 2; i++) {
        uint32_t alpha = ((uint32_t)upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) / 4;
        target[i] = blended(chroma[i], background, alpha);
    }
    if (columns % 2 != 0) {
        uint32_t alpha = ((uint32_t)upper[columns - 1] + lower[columns - 1] + 1) / 2;
        target[columns / 2] = blended(chroma[columns / 2], background, alpha);
    }
}

// One row of a plane. Alpha lies as the luma does; the planes begin at an even row and column of the picture.
static void copy_samples(const ae_webp_decoder *decoder, uint32_t plane, uint32_t row, uint8_t *target) {
    const uint8_t *samples = decoder->planes[plane] + row * decoder->strides[plane];
    const uint8_t *alpha = decoder->planes[3];
    size_t stride = decoder->strides[3], columns = decoder->base.planes[0].width;
    uint32_t background = decoder->base.request.background[plane < 3 ? plane : 0];
    if (!decoder->has_background) {
        memcpy(target, samples, decoder->base.planes[plane].row_bytes);
    } else if (plane == 0) {
        blend_luma(target, samples, alpha + row * stride, background, columns);
    } else {
        const uint8_t *upper = alpha + 2 * row * stride;
        blend_chroma(target, samples, upper, 2 * row + 1 < decoder->base.planes[0].height ? upper + stride : upper, columns,
                     background);
    }
}

static ae_code read_band(ae_decoder *base, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                         uint32_t rows_read[AE_MAX_PLANES], ae_status *status) {
    ae_webp_decoder *decoder = (ae_webp_decoder *)base;
    int is_interleaved = base->request.layout <= AE_RGBA;
    ae_code code = decode(decoder, status);
    if (code != AE_OK) return code;
    for (uint32_t i = 0; i < base->plane_count; i++) {
        const ae_plane *plane = &base->planes[i];
        uint8_t *target = rows[i];
        while (rows_read[i] < plane->band_rows && decoder->next_rows[i] < plane->height) {
            uint32_t row = decoder->next_rows[i]++;
            if (is_interleaved) copy_pixels(decoder, row, target);
            else copy_samples(decoder, i, row, target);
            target += strides[i];
            rows_read[i]++;
        }
    }
    return AE_OK;
}

// The length of the file was checked when it was opened.
static ae_code finish(ae_decoder *base, ae_status *status) {
    (void)base;
    (void)status;
    return AE_OK;
}

static void close_decoder(ae_decoder *base) {
    ae_webp_decoder *decoder = (ae_webp_decoder *)base;
    WebPFreeDecBuffer(&decoder->config.output);
    ae_release_pixels(base->request.scratch, decoder->pixels);
    free(decoder);
}

static const ae_operations operations = {read_band, finish, close_decoder};

// MARK: Opening

static ae_code check_request(const ae_request *request, int is_still, ae_status *status) {
    int is_planar = request->layout == AE_YCC_PLANES || request->layout == AE_YCCA_PLANES;
    int is_scaled = request->scaled_width != 0 || request->scaled_height != 0;
    if (!is_planar && request->layout != AE_RGB && request->layout != AE_RGBA)
        return ae_fail(status, AE_ARGUMENT, "gray cannot hold the colors of the picture");
    if (request->scale_eighths != 8)
        return ae_fail(status, AE_ARGUMENT, "a WebP picture is not scaled by eighths");
    if ((is_planar || is_scaled) && !is_still)
        return ae_fail(status, AE_UNSUPPORTED, "planes or scaling of an animated or lossless WebP picture");
    if (is_scaled && (request->scaled_width == 0 || request->scaled_height == 0
                      || request->scaled_width > AE_WEBP_MAX_SIDE || request->scaled_height > AE_WEBP_MAX_SIDE))
        return ae_fail(status, AE_ARGUMENT, "the scaled size is not a size");
    if (is_scaled && (request->x % 2 != 0 || request->y % 2 != 0))
        return ae_fail(status, AE_ARGUMENT, "a region that is scaled begins at an even column and row");
    return AE_OK;
}

static ae_code open_steps(ae_webp_decoder *decoder, const uint8_t *bytes, size_t count, ae_status *status) {
    const ae_request *request = &decoder->base.request;
    ae_webp_frame *frame = &decoder->frame;
    const WebPBitstreamFeatures *features = &decoder->config.input;
    int holds_alpha = request->layout != AE_RGB;
    VP8StatusCode feature_code;
    ae_code code;
    if (!WebPInitDecoderConfig(&decoder->config))
        return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    decoder->config.options.use_threads = request->uses_threads != 0;
    decoder->config.options.bypass_filtering = request->skips_loop_filter != 0;
    if ((code = ae_find_webp_frame(bytes, count, request->allows_truncated != 0, frame, status)) != AE_OK) return code;
    if (frame->has_trailing_data)
        ae_note(&decoder->base, AE_FINDING_TRAILING_DATA, "data follows the end of the picture");
    feature_code = WebPGetFeatures(frame->bytes, frame->count, &decoder->config.input);
    if (feature_code != VP8_STATUS_OK) return fail_with(feature_code, status);
    if (!frame->is_animation) {
        frame->width = frame->canvas_width = (uint32_t)features->width;
        frame->height = frame->canvas_height = (uint32_t)features->height;
    } else if (frame->width != (uint32_t)features->width || frame->height != (uint32_t)features->height) {
        return ae_fail(status, AE_MALFORMED, "a frame of the animation has another size than its picture");
    }
    if (!ae_region_is_inside(request, frame->canvas_width, frame->canvas_height))
        return ae_fail(status, AE_ARGUMENT, "the region lies outside the picture");
    // Format 1 is lossy; a lossless picture has no planes, libwebp would have to make some.
    code = check_request(request, !frame->is_animation && features->format == 1, status);
    if (code != AE_OK) return code;
    if (!holds_alpha
        && (features->has_alpha || frame->width < frame->canvas_width || frame->height < frame->canvas_height))
        return ae_fail(status, AE_ARGUMENT, "the layout cannot hold the picture's alpha");
    decoder->has_background = features->has_alpha && request->layout == AE_YCC_PLANES;
    frame->needs_top_rows = features->has_alpha && ae_has_horizontal_alpha(frame);
    if (request->scaled_width > 0) {
        if (features->has_alpha) return ae_fail(status, AE_UNSUPPORTED, "scaling of a WebP picture with alpha");
        decoder->config.options.use_scaling = 1;
        decoder->config.options.scaled_width = (int)request->scaled_width;
        decoder->config.options.scaled_height = (int)request->scaled_height;
    }
    return request->layout <= AE_RGBA ? plan_pixels(decoder, status) : plan_planes(decoder, status);
}

ae_code ae_open_webp(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **result,
                     ae_status *status) {
    ae_webp_decoder *decoder;
    ae_code code;
    *result = NULL;
    ae_reset(status);
    if ((decoder = calloc(1, sizeof *decoder)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for a decoder");
    ae_begin(&decoder->base, &operations, request);
    code = open_steps(decoder, bytes, count, status);
    if (code != AE_OK) {
        close_decoder(&decoder->base);
        return code;
    }
    status->findings = decoder->base.findings;
    memcpy(status->message, decoder->base.finding, sizeof status->message);
    *result = &decoder->base;
    return AE_OK;
}
