#include "jpeg.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#define AE_JPEG_MAX_SIDE 65500
#define AE_JPEG_MAX_FACTOR 2

typedef struct ae_jpeg_encoder {
    struct jpeg_compress_struct info;
    ae_jpeg_errors errors;
    struct jpeg_destination_mgr destination;
    ae_buffer buffer;
    uint8_t *padded;  // planes: the rows of one iMCU row, as wide as the blocks need
} ae_jpeg_encoder;

// MARK: Destination

static void make_room(j_compress_ptr info) {
    ae_jpeg_encoder *encoder = info->client_data;
    if (!ae_buffer_reserve(&encoder->buffer, 4096)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    encoder->destination.next_output_byte = encoder->buffer.bytes + encoder->buffer.count;
    encoder->destination.free_in_buffer = encoder->buffer.capacity - encoder->buffer.count;
}

// libjpeg calls this when the buffer is full to its last byte, whatever `free_in_buffer` says.
static boolean grow(j_compress_ptr info) {
    ae_jpeg_encoder *encoder = info->client_data;
    encoder->buffer.count = encoder->buffer.capacity;
    make_room(info);
    return TRUE;
}

static void take_rest(j_compress_ptr info) {
    ae_jpeg_encoder *encoder = info->client_data;
    encoder->buffer.count = encoder->buffer.capacity - encoder->destination.free_in_buffer;
}

// MARK: Planes

// Copies one row and repeats its last sample up to the width of the blocks.
static void copy_padded(const uint8_t *source, uint32_t width, uint8_t *target, uint32_t padded_width) {
    memcpy(target, source, width);
    memset(target + width, source[width - 1], padded_width - width);
}

// Writes planes as they are, without libjpeg's color conversion and downsampling. Rows below the picture repeat its last.
static void write_planes(ae_jpeg_encoder *encoder, const ae_image *image) {
    struct jpeg_compress_struct *info = &encoder->info;
    JSAMPROW pointers[3][AE_JPEG_MAX_FACTOR * DCTSIZE];
    JSAMPARRAY planes[3] = {pointers[0], pointers[1], pointers[2]};
    uint32_t lines = (uint32_t)info->max_v_samp_factor * DCTSIZE, padded_widths[3];
    size_t total = 0;
    for (int i = 0; i < 3; i++) {
        size_t size;
        padded_widths[i] = info->comp_info[i].width_in_blocks * DCTSIZE;
        if (!ae_image_size(padded_widths[i], AE_JPEG_MAX_FACTOR * DCTSIZE, &size)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
        total += size;  // three rows of blocks, each of 65504 columns at most
    }
    if ((encoder->padded = malloc(total)) == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    for (uint32_t imcu = 0; info->next_scanline < info->image_height; imcu++) {
        uint8_t *target = encoder->padded;
        for (int i = 0; i < 3; i++) {
            uint32_t rows = (uint32_t)info->comp_info[i].v_samp_factor * DCTSIZE;
            for (uint32_t row = 0; row < rows; row++, target += padded_widths[i]) {
                uint32_t source = imcu * rows + row, last = image->plane_heights[i] - 1;
                if (source > last) source = last;
                copy_padded(image->planes[i] + source * image->strides[i], image->plane_widths[i], target,
                            padded_widths[i]);
                pointers[i][row] = target;
            }
        }
        jpeg_write_raw_data(info, planes, lines);
    }
}

static ae_code check_planes(const ae_image *image, const ae_jpeg_options *options, ae_status *status) {
    for (int i = 0; i < 3; i++) {
        uint32_t h = i == 0 ? 1 : options->horizontal_factor, v = i == 0 ? 1 : options->vertical_factor;
        if (image->plane_widths[i] != (image->width + h - 1) / h || image->plane_heights[i] != (image->height + v - 1) / v)
            return ae_fail(status, AE_ARGUMENT, "plane %d has not the size that the sampling factors ask for", i);
        if (image->planes[i] == NULL || image->strides[i] < image->plane_widths[i])
            return ae_fail(status, AE_ARGUMENT, "the rows of plane %d do not hold its width", i);
    }
    return AE_OK;
}

// MARK: Encoding

static void write_rows(ae_jpeg_encoder *encoder, const ae_image *image) {
    struct jpeg_compress_struct *info = &encoder->info;
    while (info->next_scanline < info->image_height) {
        // libjpeg does not write to the rows it is given.
        JSAMPROW row = (JSAMPROW)(uintptr_t)(image->planes[0] + info->next_scanline * image->strides[0]);
        jpeg_write_scanlines(info, &row, 1);
    }
}

// Everything that libjpeg may jump out of. The caller has armed the jump.
static void encode(ae_jpeg_encoder *encoder, const ae_image *image, const ae_jpeg_options *options) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_create_compress(info);
    info->client_data = encoder;
    info->dest = &encoder->destination;
    encoder->destination.init_destination = make_room;
    encoder->destination.empty_output_buffer = grow;
    encoder->destination.term_destination = take_rest;
    info->image_width = image->width;
    info->image_height = image->height;
    info->input_components = image->layout == AE_GRAY ? 1 : 3;
    info->in_color_space = image->layout == AE_GRAY ? JCS_GRAYSCALE : image->layout == AE_RGB ? JCS_RGB : JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, options->quality, TRUE);
    info->dct_method = JDCT_ISLOW;
    if (image->layout != AE_GRAY) {
        info->comp_info[0].h_samp_factor = (int)options->horizontal_factor;
        info->comp_info[0].v_samp_factor = (int)options->vertical_factor;
    }
    if (options->progressive) jpeg_simple_progression(info);
    info->raw_data_in = image->layout == AE_YCC_PLANES;
    jpeg_start_compress(info, TRUE);
    if (info->raw_data_in) write_planes(encoder, image);
    else write_rows(encoder, image);
    jpeg_finish_compress(info);
}

static ae_code check(const ae_image *image, const ae_jpeg_options *options, ae_status *status) {
    ae_code code;
    if (image->width > AE_JPEG_MAX_SIDE || image->height > AE_JPEG_MAX_SIDE)
        return ae_fail(status, AE_UNSUPPORTED, "a JPEG picture larger than %d pixels on a side", AE_JPEG_MAX_SIDE);
    if (options->quality < 1 || options->quality > 100)
        return ae_fail(status, AE_ARGUMENT, "the quality is not within 1...100");
    if (options->horizontal_factor < 1 || options->horizontal_factor > AE_JPEG_MAX_FACTOR
        || options->vertical_factor < 1 || options->vertical_factor > AE_JPEG_MAX_FACTOR)
        return ae_fail(status, AE_ARGUMENT, "a sampling factor is neither 1 nor 2");
    if (image->layout == AE_YCC_PLANES) {
        if (image->width == 0 || image->height == 0) return ae_fail(status, AE_ARGUMENT, "the picture is empty");
        return check_planes(image, options, status);
    }
    if ((code = ae_check_interleaved_image(image, status)) != AE_OK) return code;
    return image->layout == AE_GRAY || image->layout == AE_RGB
        ? AE_OK : ae_fail(status, AE_ARGUMENT, "a JPEG picture has no alpha");
}

ae_code ae_encode_jpeg(const ae_image *image, const ae_jpeg_options *options, ae_encoded *encoded, ae_status *status) {
    ae_jpeg_encoder *encoder;
    ae_code code;
    encoded->bytes = NULL;
    encoded->count = 0;
    ae_reset(status);
    if ((code = check(image, options, status)) != AE_OK) return code;
    if ((encoder = calloc(1, sizeof *encoder)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for an encoder");
    encoder->info.err = ae_jpeg_use_errors(&encoder->errors, NULL);
    if (setjmp(encoder->errors.jump)) {
        *status = encoder->errors.status;
        free(encoder->buffer.bytes);
    } else {
        encode(encoder, image, options);
        encoded->bytes = encoder->buffer.bytes;
        encoded->count = encoder->buffer.count;
    }
    jpeg_destroy_compress(&encoder->info);
    free(encoder->padded);
    free(encoder);
    return status->code;
}
