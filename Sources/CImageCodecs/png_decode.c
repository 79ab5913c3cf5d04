#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <png.h>

#include "png_whole.h"

#define AE_PNG_BAND_ROWS 16
#define AE_PNG_SIGNATURE_SIZE 8

typedef struct ae_png_decoder {
    ae_decoder base;
    png_structp png;
    png_infop info;
    jmp_buf jump;            // armed by each entry point: libpng must not be returned to after an error
    ae_status status;        // what the jump was for
    const uint8_t *bytes;
    size_t count, position;  // of `bytes`; how many of them libpng has read
    uint32_t height;         // of the whole picture
    size_t row_bytes;        // of a whole row
    uint32_t next_row;       // of the picture, to be read next
    uint8_t *pixels;         // interlaced: the whole picture, otherwise one row; NULL where rows go out directly
    int passes;              // 1, or 7 for an interlaced picture
    int deinterlaced;        // `pixels` are complete
    int out_of_memory;
    ae_decoder *whole;       // while opening: the decoder that takes over
    int ended;               // png_read_end has been called
    int ran_out;             // the data ended early, which the request allows: what is missing is gray or transparent
} ae_png_decoder;

// MARK: libpng's callbacks

static void take_error(png_structp png, png_const_charp message) {
    ae_png_decoder *decoder = png_get_error_ptr(png);
    ae_fail(&decoder->status, decoder->out_of_memory ? AE_NO_MEMORY : AE_MALFORMED, "%s", message);
    longjmp(decoder->jump, 1);
}

static void take_warning(png_structp png, png_const_charp message) {
    ae_png_decoder *decoder = png_get_error_ptr(png);
    // A chunk whose check sum is wrong only warns if the picture can do without it.
    uint32_t finding = strstr(message, "CRC error") != NULL ? AE_FINDING_ANCILLARY_CRC : AE_FINDING_OTHER_WARNING;
    ae_note(&decoder->base, finding, message);
}

static void *allocate(png_structp png, png_alloc_size_t size) {
    ae_png_decoder *decoder = png_get_mem_ptr(png);
    void *memory = malloc(size);
    if (memory == NULL) decoder->out_of_memory = 1;
    return memory;
}

static void release(png_structp png, void *memory) {
    (void)png;
    free(memory);
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    ae_png_decoder *decoder = png_get_io_ptr(png);
    if (count > decoder->count - decoder->position) {
        decoder->position = decoder->count;
        ae_fail(&decoder->status, AE_TRUNCATED, "the PNG data ends before the picture does");
        longjmp(decoder->jump, 1);
    }
    memcpy(target, decoder->bytes + decoder->position, count);
    decoder->position += count;
}

// The part of the wanted rows that is there. An interlaced picture has all rows a little, and none of them whole.
static double fraction_of(const ae_png_decoder *decoder) {
    uint64_t wanted = (uint64_t)decoder->base.request.y + decoder->base.request.height;
    if (decoder->passes > 1) return -1;
    return decoder->next_row < wanted ? (double)decoder->next_row / (double)wanted : 1;
}

// The outcome of a call that was jumped out of.
static ae_code jumped(ae_png_decoder *decoder, ae_status *status) {
    *status = decoder->status;
    status->offset = (int64_t)decoder->position;
    if (status->code == AE_TRUNCATED) status->fraction = fraction_of(decoder);
    return status->code;
}

// Where the data ended early and the request allows that: from here on what is missing is filled in.
static int goes_on(ae_png_decoder *decoder, ae_code code) {
    if (code != AE_TRUNCATED || !decoder->base.request.allows_truncated) return 0;
    ae_note_truncated(&decoder->base, fraction_of(decoder));
    decoder->ran_out = decoder->deinterlaced = 1;
    return 1;
}

// The byte of samples that are missing: gray, or nothing where there is alpha. Of 16 bits both bytes are alike.
static int filling(const ae_request *request) { return request->layout == AE_RGB || request->layout == AE_GRAY ? 128 : 0; }

// Called for every row.
static void check_stop(ae_png_decoder *decoder) {
    if (ae_check_stop(&decoder->base, &decoder->status) != AE_OK) longjmp(decoder->jump, 1);
}

// MARK: Reading

static void deinterlace(ae_png_decoder *decoder) {
    uint32_t end = decoder->base.request.y + decoder->base.request.height;
    for (int pass = 0; pass < decoder->passes; pass++) {
        // Nothing follows the last pass that would need its lower rows.
        uint32_t rows = pass < decoder->passes - 1 ? decoder->height : end;
        for (uint32_t row = 0; row < rows; row++) {
            png_read_row(decoder->png, decoder->pixels + decoder->row_bytes * row, NULL);
            check_stop(decoder);
        }
    }
    decoder->deinterlaced = 1;
}

static void read_rows(ae_png_decoder *decoder, uint8_t *row, size_t stride, uint32_t *rows_read) {
    const ae_request *request = &decoder->base.request;
    size_t skipped = (size_t)request->x * (size_t)request->layout * ae_sample_bytes(request);
    size_t kept = decoder->base.planes[0].row_bytes;
    if (decoder->passes > 1) {
        if (!decoder->deinterlaced) deinterlace(decoder);
        if (decoder->next_row < request->y) decoder->next_row = request->y;
        while (*rows_read < AE_PNG_BAND_ROWS && decoder->next_row < request->y + request->height) {
            memcpy(row, decoder->pixels + decoder->row_bytes * decoder->next_row++ + skipped, kept);
            row += stride;
            (*rows_read)++;
        }
        return;
    }
    while (*rows_read < AE_PNG_BAND_ROWS && decoder->next_row < request->y + request->height) {
        png_read_row(decoder->png, decoder->pixels != NULL ? decoder->pixels : row, NULL);
        check_stop(decoder);
        if (decoder->next_row++ < request->y) continue;
        if (decoder->pixels != NULL) memcpy(row, decoder->pixels + skipped, kept);
        row += stride;
        (*rows_read)++;
    }
}

// The rest of a band of which `rows_read` rows are there.
static void fill_rows(ae_png_decoder *decoder, uint8_t *row, size_t stride, uint32_t *rows_read) {
    const ae_request *request = &decoder->base.request;
    if (decoder->next_row < request->y) decoder->next_row = request->y;
    while (*rows_read < AE_PNG_BAND_ROWS && decoder->next_row < request->y + request->height) {
        memset(row + stride * (*rows_read)++, filling(request), decoder->base.planes[0].row_bytes);
        decoder->next_row++;
    }
}

static ae_code read_band(ae_decoder *base, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                         uint32_t rows_read[AE_MAX_PLANES], ae_status *status) {
    ae_png_decoder *decoder = (ae_png_decoder *)base;
    if (setjmp(decoder->jump)) {
        ae_code code = jumped(decoder, status);
        if (!goes_on(decoder, code)) return code;
    }
    if (decoder->ran_out && decoder->passes == 1) fill_rows(decoder, rows[0], strides[0], &rows_read[0]);
    else read_rows(decoder, rows[0] + strides[0] * rows_read[0], strides[0], &rows_read[0]);
    return AE_OK;
}

// Where the chunks reach the end of the picture, or 0: the data must not end inside a chunk, nor before IEND.
static size_t end_of_chunks(const uint8_t *bytes, size_t count) {
    size_t position = AE_PNG_SIGNATURE_SIZE;
    while (count - position >= 12) {
        const uint8_t *chunk = bytes + position;
        size_t length = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | (size_t)chunk[3];
        if (length > count - position - 12) return 0;
        if (memcmp(chunk + 4, "IEND", 4) == 0) return position + 12 + length;
        position += 12 + length;
    }
    return 0;
}

static ae_code finish(ae_decoder *base, ae_status *status) {
    ae_png_decoder *decoder = (ae_png_decoder *)base;
    int complete = decoder->passes > 1 ? decoder->deinterlaced && base->request.y + base->request.height == decoder->height
                                       : decoder->next_row == decoder->height;
    size_t end = 0;
    if (decoder->ended || decoder->ran_out) return AE_OK;
    if (complete) {
        if (setjmp(decoder->jump)) {
            ae_code code = jumped(decoder, status);
            return goes_on(decoder, code) ? AE_OK : code;
        }
        decoder->ended = 1;
        png_read_end(decoder->png, NULL);
        end = decoder->position;
    } else {
        end = end_of_chunks(decoder->bytes, decoder->count);
    }
    if (end > 0) {
        if (end < decoder->count) ae_note(base, AE_FINDING_TRAILING_DATA, "data follows the end of the picture");
        return AE_OK;
    }
    if (base->request.allows_truncated) {
        ae_note_truncated(base, fraction_of(decoder));
        return AE_OK;
    }
    ae_fail(status, AE_TRUNCATED, "the PNG data ends before its end chunk");
    status->offset = (int64_t)decoder->count;
    return AE_TRUNCATED;
}

static void close_decoder(ae_decoder *base) {
    ae_png_decoder *decoder = (ae_png_decoder *)base;
    if (decoder->png != NULL) png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder->pixels);
    free(decoder);
}

static const ae_operations operations = {read_band, finish, close_decoder};

// MARK: Opening

// Asks libpng for samples of 8 bits, or of 16, in the layout of the request. Nothing of the file's channels may be lost by that.
static ae_code choose_samples(ae_png_decoder *decoder, ae_status *status) {
    png_structp png = decoder->png;
    int type = png_get_color_type(png, decoder->info);
    int has_color = (type & PNG_COLOR_MASK_COLOR) != 0;
    int has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, decoder->info, PNG_INFO_tRNS) != 0;
    ae_layout layout = decoder->base.request.layout;
    int wants_color = layout == AE_RGB || layout == AE_RGBA, wants_alpha = layout == AE_GRAY_ALPHA || layout == AE_RGBA;
    if (has_color && !wants_color) return ae_fail(status, AE_ARGUMENT, "gray cannot hold the colors of the picture");
    if (has_alpha && !wants_alpha) return ae_fail(status, AE_ARGUMENT, "the layout cannot hold the picture's alpha");
    // libpng expands first, so transparent colors are compared at the depth of the file, and changes that depth after it.
    if (decoder->base.request.deep) {
        png_set_expand_16(png);
        if (ae_is_little_endian()) png_set_swap(png);
    } else {
        png_set_expand(png);
        png_set_scale_16(png);
    }
    if (wants_color && !has_color) png_set_gray_to_rgb(png);
    if (wants_alpha && !has_alpha) png_set_add_alpha(png, decoder->base.request.deep ? 0xffff : 0xff, PNG_FILLER_AFTER);
    decoder->passes = png_set_interlace_handling(png);
    return AE_OK;
}

// Everything of opening that libpng may jump out of. The caller has armed the jump.
static ae_code open_steps(ae_png_decoder *decoder, ae_status *status) {
    const ae_request *request = &decoder->base.request;
    png_structp png = decoder->png;
    size_t size;
    ae_code code;
    png_set_read_fn(png, decoder, read_bytes);
    // Sizes are the caller's to limit. No chunk but PLTE and tRNS is kept in memory, so none needs a limit of its own.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    // libpng asks for this much at a time, and gets nothing where less is left: small portions lose little of the last one.
    if (request->allows_truncated) png_set_compression_buffer_size(png, 64);
    png_read_info(png, decoder->info);
    decoder->height = png_get_image_height(png, decoder->info);
    if (!ae_region_is_inside(request, png_get_image_width(png, decoder->info), decoder->height))
        return ae_fail(status, AE_ARGUMENT, "the region lies outside the picture");
    if ((code = choose_samples(decoder, status)) != AE_OK) return code;
    // libpng stands behind the header of the first chunk of pixels. Where the other route declines, it goes on from there.
    if (request->allows_whole && !request->deep && decoder->position > 33)
        decoder->whole = ae_open_png_whole(png, decoder->info, decoder->bytes, decoder->count, decoder->position - 8,
                                           request);
    if (decoder->whole != NULL) return AE_OK;
    png_read_update_info(png, decoder->info);
    decoder->row_bytes = png_get_rowbytes(png, decoder->info);
    if (decoder->row_bytes / ((size_t)request->layout * ae_sample_bytes(request)) != png_get_image_width(png, decoder->info)
        || decoder->row_bytes > UINT32_MAX)
        return ae_fail(status, AE_UNSUPPORTED, "PNG rows of this size");
    ae_use_interleaved_plane(&decoder->base, AE_PNG_BAND_ROWS);
    if (decoder->passes > 1 || decoder->base.planes[0].row_bytes < decoder->row_bytes) {
        // The last pass is read as far down as the region; the passes before it as far as the picture.
        if (!ae_image_size(decoder->row_bytes, decoder->passes > 1 ? decoder->height : 1, &size)
            || (decoder->pixels = calloc(1, size)) == NULL)
            return ae_fail(status, AE_NO_MEMORY, "no memory for the decoded picture");
        // What a picture that is cut short does not reach stays as it is here.
        if (request->allows_truncated && decoder->passes > 1) memset(decoder->pixels, filling(request), size);
    }
    return AE_OK;
}

ae_code ae_open_png(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **result,
                    ae_status *status) {
    ae_png_decoder *decoder;
    ae_code code;
    *result = NULL;
    ae_reset(status);
    if (request->layout < AE_GRAY || request->layout > AE_RGBA)
        return ae_fail(status, AE_ARGUMENT, "a PNG picture has no planes");
    if (request->scale_eighths != 8 || request->scaled_width != 0 || request->scaled_height != 0)
        return ae_fail(status, AE_ARGUMENT, "a PNG picture cannot be scaled while it is decoded");
    if ((decoder = calloc(1, sizeof *decoder)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for a decoder");
    ae_begin(&decoder->base, &operations, request);
    decoder->bytes = bytes;
    decoder->count = count;
    decoder->passes = 1;
    ae_reset(&decoder->status);
    if (setjmp(decoder->jump)) {
        code = jumped(decoder, status);
    } else {
        decoder->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, decoder, take_error, take_warning, decoder,
                                                allocate, release);
        if (decoder->png != NULL) decoder->info = png_create_info_struct(decoder->png);
        code = decoder->info == NULL ? ae_fail(status, AE_NO_MEMORY, "no memory for a decoder")
                                     : open_steps(decoder, status);
    }
    status->findings = decoder->base.findings;
    if (code != AE_OK) {
        close_decoder(&decoder->base);
        return code;
    }
    memcpy(status->message, decoder->base.finding, sizeof status->message);
    *result = &decoder->base;
    if (decoder->whole != NULL) {
        // What was odd about the header goes with the picture.
        if (decoder->base.findings != 0) {
            decoder->whole->findings |= decoder->base.findings;
            memcpy(decoder->whole->finding, decoder->base.finding, sizeof decoder->whole->finding);
        }
        *result = decoder->whole;
        close_decoder(&decoder->base);
    }
    return AE_OK;
}
