#include "CBenchmarks.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

struct jpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf target;
};

static void jpeg_fail(j_common_ptr info) { longjmp(((struct jpeg_failure *)info->err)->target, 1); }

static void jpeg_keep_silent(j_common_ptr info, int level) {
    (void)info;
    (void)level;
}

int cb_decode_jpeg(const uint8_t *bytes, size_t count, uint32_t scale_eighths) {
    struct jpeg_decompress_struct info;
    struct jpeg_failure failure;
    info.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = jpeg_fail;
    failure.manager.emit_message = jpeg_keep_silent;
    if (setjmp(failure.target)) {
        jpeg_destroy_decompress(&info);
        return -1;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.scale_num = scale_eighths;
    info.scale_denom = 8;
    jpeg_start_decompress(&info);
    JSAMPARRAY rows = info.mem->alloc_sarray((j_common_ptr)&info, JPOOL_IMAGE, info.output_width * info.output_components,
                                             info.rec_outbuf_height);
    while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, rows, info.rec_outbuf_height);
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return 0;
}

struct png_input {
    const uint8_t *bytes;
    size_t left;
};

static void png_take(png_structp png, png_bytep target, png_size_t count) {
    struct png_input *input = png_get_io_ptr(png);
    if (count > input->left) png_error(png, "the file ends");
    memcpy(target, input->bytes, count);
    input->bytes += count;
    input->left -= count;
}

int cb_decode_png(const uint8_t *bytes, size_t count) {
    struct png_input input = {bytes, count};
    png_bytep volatile memory = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        free(memory);
        return -1;
    }
    png_set_read_fn(png, &input, png_take);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_strip_16(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t row_bytes = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
    // The passes of an interlaced picture need all of it; else one row will do.
    size_t step = passes > 1 ? row_bytes : 0;
    memory = malloc(step * height + row_bytes);
    for (int pass = 0; pass < passes; pass++)
        for (size_t row = 0; row < height; row++) png_read_row(png, memory + row * step, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(memory);
    return 0;
}

int cb_decode_webp(const uint8_t *bytes, size_t count) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) return -1;
    int width, height;
    uint8_t *pixels = features.has_alpha ? WebPDecodeRGBA(bytes, count, &width, &height)
                                         : WebPDecodeRGB(bytes, count, &width, &height);
    if (!pixels) return -1;
    WebPFree(pixels);
    return 0;
}
