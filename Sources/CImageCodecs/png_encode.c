#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

#include "codec.h"

#define AE_PNG_COMPRESSION_LEVEL 6

typedef struct ae_png_encoder {
    png_structp png;
    png_infop info;
    jmp_buf jump;
    ae_status status;
    ae_buffer buffer;
    int out_of_memory;
} ae_png_encoder;

static void take_error(png_structp png, png_const_charp message) {
    ae_png_encoder *encoder = png_get_error_ptr(png);
    ae_fail(&encoder->status, encoder->out_of_memory ? AE_NO_MEMORY : AE_UNSUPPORTED, "%s", message);
    longjmp(encoder->jump, 1);
}

static void take_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void *allocate(png_structp png, png_alloc_size_t size) {
    ae_png_encoder *encoder = png_get_mem_ptr(png);
    void *memory = malloc(size);
    if (memory == NULL) encoder->out_of_memory = 1;
    return memory;
}

static void release(png_structp png, void *memory) {
    (void)png;
    free(memory);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    ae_png_encoder *encoder = png_get_io_ptr(png);
    if (ae_buffer_append(&encoder->buffer, bytes, count)) return;
    encoder->out_of_memory = 1;
    png_error(png, "no memory for the encoded picture");
}

static void flush_nothing(png_structp png) { (void)png; }

static int color_type(ae_layout layout) {
    switch (layout) {
    case AE_GRAY: return PNG_COLOR_TYPE_GRAY;
    case AE_GRAY_ALPHA: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case AE_RGB: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

static void set_palette(ae_png_encoder *encoder, const ae_palette *palette) {
    png_color colors[256];
    png_byte alpha[256];
    for (uint32_t i = 0; i < palette->count; i++) {
        const uint8_t *color = palette->colors + 4 * i;
        colors[i] = (png_color){color[0], color[1], color[2]};
        alpha[i] = color[3];
    }
    png_set_PLTE(encoder->png, encoder->info, colors, (int)palette->count);
    if (palette->transparent_count > 0)
        png_set_tRNS(encoder->png, encoder->info, alpha, (int)palette->transparent_count, NULL);
}

// Everything that libpng may jump out of. The caller has armed the jump.
static void encode(ae_png_encoder *encoder, const ae_image *image, const ae_palette *palette) {
    encoder->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, encoder, take_error, take_warning, encoder, allocate,
                                             release);
    if (encoder->png != NULL) encoder->info = png_create_info_struct(encoder->png);
    if (encoder->info == NULL) {
        ae_fail(&encoder->status, AE_NO_MEMORY, "no memory for an encoder");
        return;
    }
    png_set_write_fn(encoder->png, encoder, write_bytes, flush_nothing);
    // The default limit of a million columns is no limit of the format.
    png_set_user_limits(encoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_compression_level(encoder->png, AE_PNG_COMPRESSION_LEVEL);
    png_set_IHDR(encoder->png, encoder->info, image->width, image->height,
                 palette != NULL ? (int)palette->bit_depth : image->deep ? 16 : 8,
                 palette != NULL ? PNG_COLOR_TYPE_PALETTE : color_type(image->layout), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    if (palette != NULL) {
        set_palette(encoder, palette);
        // Differences of indices mean nothing.
        png_set_filter(encoder->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    }
    png_write_info(encoder->png, encoder->info);
    if (palette != NULL) png_set_packing(encoder->png);
    if (image->deep && ae_is_little_endian()) png_set_swap(encoder->png);
    for (uint32_t row = 0; row < image->height; row++)
        png_write_row(encoder->png, image->planes[0] + row * image->strides[0]);
    png_write_end(encoder->png, encoder->info);
}

static ae_code check_palette(const ae_image *image, const ae_palette *palette, ae_status *status) {
    if (image->layout != AE_GRAY || palette->colors == NULL || palette->count == 0 || palette->count > 256
        || palette->transparent_count > palette->count)
        return ae_fail(status, AE_ARGUMENT, "the palette does not fit the picture");
    switch (palette->bit_depth) {
    case 1: case 2: case 4: case 8:
        if (palette->count <= 1u << palette->bit_depth) return AE_OK;
        return ae_fail(status, AE_ARGUMENT, "the bits do not hold the palette");
    default: return ae_fail(status, AE_ARGUMENT, "the bits of an index are 1, 2, 4 or 8");
    }
}

ae_code ae_encode_png(const ae_image *image, const ae_palette *palette, ae_encoded *encoded, ae_status *status) {
    ae_png_encoder *encoder;
    ae_code code;
    encoded->bytes = NULL;
    encoded->count = 0;
    ae_reset(status);
    if ((code = ae_check_interleaved_image(image, status)) != AE_OK) return code;
    if (palette != NULL && (code = check_palette(image, palette, status)) != AE_OK) return code;
    if ((encoder = calloc(1, sizeof *encoder)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for an encoder");
    ae_reset(&encoder->status);
    if (setjmp(encoder->jump) == 0) encode(encoder, image, palette);
    *status = encoder->status;
    if (encoder->png != NULL) png_destroy_write_struct(&encoder->png, &encoder->info);
    if (status->code == AE_OK) {
        encoded->bytes = encoder->buffer.bytes;
        encoded->count = encoder->buffer.count;
    } else {
        free(encoder->buffer.bytes);
    }
    free(encoder);
    return status->code;
}
