#include "png_whole.h"

int ae_has_png_whole(void) {
#ifdef AE_DEFLATE
    return 1;
#else
    return 0;
#endif
}

#ifndef AE_DEFLATE

ae_decoder *ae_open_png_whole(png_const_structp png, png_infop info, const uint8_t *bytes, size_t count,
                              size_t position, const ae_request *request) {
    (void)png, (void)info, (void)bytes, (void)count, (void)position, (void)request;
    return NULL;
}

#else

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#define AE_WHOLE_BAND_ROWS 16

typedef struct ae_png_whole {
    ae_decoder base;
    uint32_t width, height;
    unsigned channels;       // of a stored pixel; 1 with a palette
    size_t row_bytes;        // of a stored row, its filter byte not counted
    uint8_t *raw;            // a row of zeros, the rows of the picture, a spare row; each with its filter byte
    uint32_t rows_out;       // rows of the region that were handed out
    uint32_t rows_undone;    // rows from the top whose filter is undone
    int has_key;             // gray and RGB: one color is transparent
    uint8_t key[3];
    int has_palette;
    unsigned palette_count;
    uint8_t palette[256][4];
} ae_png_whole;

// MARK: Reading

static uint8_t *row_at(const ae_png_whole *decoder, uint32_t row) {
    return decoder->raw + (decoder->row_bytes + 1) * ((size_t)row + 1);
}

static void undo_rows(ae_png_whole *decoder, uint32_t end) {
    while (decoder->rows_undone < end) {
        uint8_t *row = row_at(decoder, decoder->rows_undone++);
        ae_png_unfilter(row[0], decoder->channels, row + 1, row - decoder->row_bytes, decoder->row_bytes);
    }
}

// Stored pixels in the layout of the request, which has at least their channels.
static void expand(const ae_png_whole *decoder, const uint8_t *from, uint8_t *to, size_t pixels) {
    unsigned channels = decoder->channels, wanted = (unsigned)decoder->base.request.layout;
    if (decoder->has_palette) {
        for (size_t i = 0; i < pixels; i++) memcpy(to + i * wanted, decoder->palette[from[i]], wanted);
        return;
    }
    if (channels == wanted) {
        memcpy(to, from, pixels * channels);
        return;
    }
    unsigned colors = wanted < 3 ? 1 : 3, stored = channels < 3 ? 1 : 3;
    for (size_t i = 0; i < pixels; i++, from += channels, to += wanted) {
        for (unsigned c = 0; c < colors; c++) to[c] = from[stored == 1 ? 0 : c];
        if (wanted == colors) continue;
        to[colors] = channels > stored                                            ? from[stored]
                   : decoder->has_key && memcmp(from, decoder->key, stored) == 0 ? 0
                                                                                 : 255;
    }
}

static ae_code read_band(ae_decoder *base, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                         uint32_t rows_read[AE_MAX_PLANES], ae_status *status) {
    ae_png_whole *decoder = (ae_png_whole *)base;
    ae_plane *plane = &base->planes[0];
    (void)status;
    for (uint8_t *row = rows[0]; rows_read[0] < AE_WHOLE_BAND_ROWS && decoder->rows_out < plane->height; row += strides[0]) {
        uint32_t next = plane->y + decoder->rows_out++;
        undo_rows(decoder, next + 1);
        expand(decoder, row_at(decoder, next) + 1 + (size_t)plane->x * decoder->channels, row, plane->width);
        rows_read[0]++;
    }
    return AE_OK;
}

// All that could be missing was checked when the picture was opened.
static ae_code finish(ae_decoder *base, ae_status *status) {
    (void)base, (void)status;
    return AE_OK;
}

static void close_decoder(ae_decoder *base) {
    ae_png_whole *decoder = (ae_png_whole *)base;
    ae_release_pixels(base->request.scratch, decoder->raw);
    free(decoder);
}

static const ae_operations operations = {read_band, finish, close_decoder};

// MARK: Opening

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// The payload's length of the chunk at `position`, where it is whole and its check sum is right.
static int take_chunk(const uint8_t *bytes, size_t count, size_t position, uint32_t *length) {
    if (count - position < 12) return 0;
    *length = big_endian(bytes + position);
    return *length <= count - position - 12
        && libdeflate_crc32(0, bytes + position + 4, (size_t)*length + 4) == big_endian(bytes + position + 8 + *length);
}

// The end of the picture, or 0. Of what may follow the pixels, only what the reference passes over without a word.
static size_t end_of_chunks(const uint8_t *bytes, size_t count, size_t position) {
    uint32_t length;
    while (take_chunk(bytes, count, position, &length)) {
        const char *name = (const char *)bytes + position + 4;
        if (memcmp(name, "IEND", 4) == 0) return length == 0 ? position + 12 : 0;
        if (memcmp(name, "tEXt", 4) != 0 && memcmp(name, "zTXt", 4) != 0 && memcmp(name, "iTXt", 4) != 0
            && memcmp(name, "tIME", 4) != 0 && memcmp(name, "eXIf", 4) != 0)
            return 0;
        position += 12 + (size_t)length;
    }
    return 0;
}

// Inflates `count` bytes to exactly `size`. A distance beyond the window that the stream announces is an error to zlib, and
// nothing to libdeflate: smaller windows pass only where they hold all there is. Codes that mean nothing are errors to zlib as
// well; libdeflate reads them as the ones beside them, and the check sum of the stream says whether that was right.
static int inflate_all(const uint8_t *bytes, size_t count, uint8_t *target, size_t size) {
    struct libdeflate_decompressor *decompressor;
    size_t consumed, written;
    enum libdeflate_result result;
    if (count < 2 || bytes[0] >> 4 > 7 || (bytes[0] >> 4 < 7 && size > (size_t)256 << (bytes[0] >> 4))) return 0;
    if ((decompressor = libdeflate_alloc_decompressor()) == NULL) return 0;
    result = libdeflate_zlib_decompress_ex(decompressor, bytes, count, target, size, &consumed, &written);
    libdeflate_free_decompressor(decompressor);
    return result == LIBDEFLATE_SUCCESS && consumed == count && written == size;
}

// Checks every chunk from the first with pixels to the end, and inflates the pixels.
static int take_pixels(ae_png_whole *decoder, const uint8_t *bytes, size_t count, size_t position) {
    size_t start = position, total = 0, chunks = 0, size, end;
    uint32_t length;
    uint8_t *gathered = NULL;
    const uint8_t *data = bytes + start + 8;
    int inflated;
    if (!ae_image_size(decoder->row_bytes + 1, decoder->height, &size)) return 0;
    while (count - position >= 12 && memcmp(bytes + position + 4, "IDAT", 4) == 0) {
        if (!take_chunk(bytes, count, position, &length) || length == 0) return 0;
        position += 12 + (size_t)length;
        total += length;
        chunks++;
    }
    // What deflate makes larger than it was is not worth the memory.
    if (chunks == 0 || total > size + 65536 || (end = end_of_chunks(bytes, count, position)) == 0) return 0;
    if (end < count) ae_note(&decoder->base, AE_FINDING_TRAILING_DATA, "data follows the end of the picture");
    if (chunks > 1) {
        size_t filled = 0;
        if ((data = gathered = malloc(total)) == NULL) return 0;
        for (size_t at = start; at < position; at += 12 + (size_t)length) {
            length = big_endian(bytes + at);
            memcpy(gathered + filled, bytes + at + 8, length);
            filled += length;
        }
    }
    inflated = inflate_all(data, total, row_at(decoder, 0), size);
    free(gathered);
    return inflated;
}

// Whether every filter and every index means something. Indices are known when all filters are undone.
static int is_sound(ae_png_whole *decoder) {
    for (uint32_t row = 0; row < decoder->height; row++) {
        if (row_at(decoder, row)[0] >= PNG_FILTER_VALUE_LAST) return 0;
    }
    if (!decoder->has_palette || decoder->palette_count == 256) return 1;
    undo_rows(decoder, decoder->height);
    for (uint32_t row = 0; row < decoder->height; row++) {
        const uint8_t *indices = row_at(decoder, row) + 1;
        uint8_t largest = 0;
        for (size_t i = 0; i < decoder->row_bytes; i++) largest = indices[i] > largest ? indices[i] : largest;
        if (largest >= decoder->palette_count) return 0;
    }
    return 1;
}

static int take_palette(ae_png_whole *decoder, png_const_structp png, png_infop info) {
    png_colorp colors;
    png_bytep alpha = NULL;
    int count = 0, transparent = 0;
    if (png_get_PLTE(png, info, &colors, &count) == 0 || count < 1 || count > 256) return 0;
    png_get_tRNS(png, info, &alpha, &transparent, NULL);
    for (int i = 0; i < count; i++) {
        uint8_t *entry = decoder->palette[i];
        entry[0] = colors[i].red;
        entry[1] = colors[i].green;
        entry[2] = colors[i].blue;
        entry[3] = alpha != NULL && i < transparent ? alpha[i] : 255;
    }
    decoder->has_palette = 1;
    decoder->palette_count = (unsigned)count;
    return 1;
}

static int take_header(ae_png_whole *decoder, png_const_structp png, png_infop info) {
    int type = png_get_color_type(png, info);
    png_color_16p key = NULL;
    size_t wanted;
    if (png_get_bit_depth(png, info) != 8 || png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) return 0;
    decoder->width = png_get_image_width(png, info);
    decoder->height = png_get_image_height(png, info);
    decoder->channels = png_get_channels(png, info);
    if (type == PNG_COLOR_TYPE_PALETTE) {
        if (!take_palette(decoder, png, info)) return 0;
    } else if (png_get_tRNS(png, info, NULL, NULL, &key) != 0 && key != NULL) {
        decoder->has_key = 1;
        // The reference compares the lower bytes.
        decoder->key[0] = (uint8_t)(type == PNG_COLOR_TYPE_GRAY ? key->gray : key->red);
        decoder->key[1] = (uint8_t)key->green;
        decoder->key[2] = (uint8_t)key->blue;
    }
    return ae_image_size(decoder->width, decoder->channels, &decoder->row_bytes)
        && ae_image_size(decoder->width, (size_t)decoder->base.request.layout, &wanted) && wanted <= UINT32_MAX;
}

ae_decoder *ae_open_png_whole(png_const_structp png, png_infop info, const uint8_t *bytes, size_t count,
                              size_t position, const ae_request *request) {
    ae_png_whole *decoder = calloc(1, sizeof *decoder);
    size_t size;
    if (decoder == NULL) return NULL;
    ae_begin(&decoder->base, &operations, request);
    decoder->base.is_whole = 1;
    ae_use_interleaved_plane(&decoder->base, AE_WHOLE_BAND_ROWS);
    if (!take_header(decoder, png, info)
        || !ae_image_size(decoder->row_bytes + 1, (size_t)decoder->height + 2, &size)
        || (decoder->raw = ae_take_pixels(request->scratch, size)) == NULL) {
        close_decoder(&decoder->base);
        return NULL;
    }
    memset(decoder->raw, 0, decoder->row_bytes + 1);
    memset(row_at(decoder, decoder->height), 0, decoder->row_bytes + 1);
    if (!take_pixels(decoder, bytes, count, position) || !is_sound(decoder)) {
        close_decoder(&decoder->base);
        return NULL;
    }
    return &decoder->base;
}

#endif
