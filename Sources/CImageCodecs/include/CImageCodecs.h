// The one interface between Swift and the codec libraries: bytes in memory go in, rows or planes of samples come out.
//
// Every function returns `ae_code` and fills `ae_status`. No function calls back into Swift, so no Swift frame ever stands
// between a `setjmp` and its `longjmp`; each entry point arms its own `setjmp`.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include <stddef.h>
#include <stdint.h>

#define AE_MAX_PLANES 4
#define AE_MESSAGE_SIZE 200

typedef enum ae_code {
    AE_OK = 0,
    AE_TRUNCATED = 1,    // the data ends before the picture does; `ae_status.fraction` says how much was there
    AE_MALFORMED = 2,    // the data contradicts its format
    AE_UNSUPPORTED = 3,  // well formed, but a variant that the library cannot read or write
    AE_NO_MEMORY = 4,
    AE_LIMIT = 5,        // a limit of the request was reached (scans)
    AE_ARGUMENT = 6,     // the caller broke the contract of the function
    AE_TIME = 7,         // `max_nanoseconds` of the request have passed
    AE_STOPPED = 8,      // `stop` of the request was raised
} ae_code;

// Oddities of a file that could be decoded all the same. A bit set in `ae_status.findings`.
enum {
    AE_FINDING_CORRUPT_DATA = 1 << 0,      // entropy-coded data was damaged and concealed
    AE_FINDING_EXTRANEOUS_BYTES = 1 << 1,  // bytes that belong to no segment
    AE_FINDING_ANCILLARY_CRC = 1 << 2,     // an ancillary chunk fails its check sum and was left out
    AE_FINDING_OTHER_WARNING = 1 << 3,     // a warning of the library without consequence for the pixels
    AE_FINDING_TRUNCATED = 1 << 4,         // the data ended before the picture did; what is missing is gray or transparent
    AE_FINDING_TRAILING_DATA = 1 << 5,     // the picture's end is not the file's
    AE_FINDING_REFINEMENT = 1 << 6,        // a scan ended early, and the picture is whole without it: some of it is less exact
};

typedef struct ae_status {
    ae_code code;
    uint32_t findings;  // all of this decoder so far
    // For AE_TRUNCATED and AE_FINDING_TRUNCATED: rows decoded of rows wanted, 0…1; negative where that is unknown.
    double fraction;
    int64_t offset;     // how many bytes had been read when a failure showed; negative where that is unknown
    uint32_t needed;    // for AE_LIMIT: how many scans or frames
    char message[AE_MESSAGE_SIZE];  // of the failure; for AE_OK of the gravest finding, or empty
} ae_status;

typedef enum ae_layout {
    AE_GRAY = 1,
    AE_GRAY_ALPHA = 2,
    AE_RGB = 3,
    AE_RGBA = 4,
    // Three planes: Y, Cb, Cr, each at the file's own resolution. JPEG: full range (JFIF). WebP: 4:2:0, video range
    // (BT.601, Y 16…235).
    AE_YCC_PLANES = 5,
    AE_YCCA_PLANES = 6,  // four planes: Y, Cb, Cr, A; WebP only
    // Four planes of exactly the region: C, M, Y, K as JPEG stores them, 255 for no ink. CMYK and YCCK JPEG only.
    AE_CMYK_PLANES = 7,
} ae_layout;

// Memory for whole pictures that outlives one decoder: a worker's next picture finds its pages there already. It serves one
// decoder at a time, and must outlive it. What is larger than `kept_bytes` is given back to the system after each picture.
typedef struct ae_scratch ae_scratch;
ae_scratch *ae_make_scratch(size_t kept_bytes);  // NULL without memory
void ae_free_scratch(ae_scratch *scratch);

// A flag that any thread may raise, and that decoders look at between rows and scans.
typedef struct ae_stop ae_stop;
ae_stop *ae_make_stop(void);  // NULL without memory
void ae_raise_stop(ae_stop *stop);
int ae_is_raised(const ae_stop *stop);  // NULL never is
void ae_free_stop(ae_stop *stop);

// Processor time that the calling thread has taken.
uint64_t ae_thread_nanoseconds(void);

// What is to be decoded.
typedef struct ae_request {
    ae_layout layout;
    // The region that must be covered. JPEG: stored pixels after the scaling by `scale_eighths`, that is inside
    // ceil(width × eighths / 8) × ceil(height × eighths / 8). PNG and WebP: stored pixels.
    uint32_t x, y, width, height;
    uint32_t scale_eighths;        // JPEG: 1, 2, 4 or 8; other formats: 8
    // WebP, lossy, neither animated nor with alpha, even x and y: the size of the region after scaling in the decoder, which
    // averages areas; 0, 0 for none.
    uint32_t scaled_width, scaled_height;
    uint32_t uses_threads;         // lossy WebP: whether the decoder may filter in a thread of its own
    uint32_t skips_loop_filter;    // lossy WebP: whether the edges of blocks are left as they were coded
    uint8_t background[3];         // WebP as AE_YCC_PLANES: what a picture with alpha is laid over, in the range of the planes
    uint32_t max_scans;            // JPEG: more scans than this are AE_LIMIT; 0 for no limit
    uint32_t deep;                 // PNG as interleaved layout: whether samples have 16 bits, in the order of the machine
    uint32_t allows_whole;         // PNG: whether the whole raw picture may be held in memory, which is faster
    uint32_t allows_truncated;     // whether what is missing becomes gray or transparent, and AE_FINDING_TRUNCATED
    // Processor time that the thread may take from opening on; looked at between rows and scans. WebP is decoded in one step:
    // looked at before and after. 0 for no limit.
    uint64_t max_nanoseconds;
    const ae_stop *stop;           // or NULL
    ae_scratch *scratch;           // or NULL
} ae_request;

// One plane as the decoder hands it out.
//
// Interleaved layouts have one plane, and it is exactly the region (as are those of CMYK) (or, scaled in the decoder, exactly the scaled size at
// 0, 0). YCC planes cover the region and a little more; their coordinates are those of the plane itself:
// - JPEG: whole rows, x = 0, and whole iMCU rows, so y is the first plane row of the iMCU row that holds the region's top;
// - WebP: from the even column and row at or before the region's; scaled: x = y = 0.
typedef struct ae_plane {
    uint32_t x, y;           // the first column and row that are handed out
    uint32_t width, height;  // valid columns and rows that are handed out
    uint32_t channels;       // interleaved samples per pixel
    // Bytes that must be writable in each row: at least width × channels samples, with the decoder's padding.
    uint32_t row_bytes;
    double scale_x, scale_y; // samples of this plane for each stored pixel of the picture, across and down
    uint32_t band_rows;      // rows that must be writable at each read: the most that one read hands out
} ae_plane;

typedef struct ae_decoder ae_decoder;

// The bytes must stay where they are until `ae_close`. On failure `*decoder` is NULL and nothing is to be closed.
ae_code ae_open_jpeg(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **decoder,
                     ae_status *status);
ae_code ae_open_png(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **decoder,
                    ae_status *status);
ae_code ae_open_webp(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **decoder,
                     ae_status *status);

uint32_t ae_plane_count(const ae_decoder *decoder);
ae_plane ae_plane_at(const ae_decoder *decoder, uint32_t index);

// Whether this build can inflate a whole PNG at once, and whether a decoder did.
int ae_has_png_whole(void);
int ae_is_whole(const ae_decoder *decoder);

// Hands out the next rows of every plane: at most `band_rows` each, `rows_read` each. 0 rows in all planes: the region
// is complete. After a failure every further call fails in the same way. All rows may be written to, those beyond
// `rows_read` too.
ae_code ae_read_band(ae_decoder *decoder, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                     uint32_t rows_read[AE_MAX_PLANES], ae_status *status);

// Checks what follows the region as far as that is cheap: that the file does not end before its picture does.
ae_code ae_finish(ae_decoder *decoder, ae_status *status);
void ae_close(ae_decoder *decoder);

// Pixels to encode. `plane_widths` and `plane_heights` are read for YCC planes alone.
typedef struct ae_image {
    ae_layout layout;
    uint32_t width, height;
    uint32_t deep;                         // PNG: whether samples have 16 bits, in the order of the machine
    const uint8_t *planes[AE_MAX_PLANES];  // interleaved layouts use the first alone
    size_t strides[AE_MAX_PLANES];
    uint32_t plane_widths[AE_MAX_PLANES], plane_heights[AE_MAX_PLANES];
} ae_image;

typedef struct ae_encoded {
    uint8_t *bytes;  // owned by the caller, freed by ae_free
    size_t count;
} ae_encoded;

typedef struct ae_jpeg_options {
    int32_t quality;                             // 1…100
    // Of luma against chroma, 1 or 2 each: 2,2 is 4:2:0; 2,1 is 4:2:2; 1,1 is 4:4:4. Planes of chroma must measure
    // ceil(width / horizontal_factor) × ceil(height / vertical_factor).
    uint32_t horizontal_factor, vertical_factor;
    int32_t progressive;
} ae_jpeg_options;

typedef struct ae_webp_options {
    int32_t quality;  // 0…100
    int32_t lossless;
} ae_webp_options;

// Colors that a picture of AE_GRAY holds the indices of, one byte a pixel.
typedef struct ae_palette {
    const uint8_t *colors;       // red, green, blue and alpha of each entry
    uint32_t count;              // 1…256; no index may be larger
    uint32_t transparent_count;  // that many entries, from the first on, have an alpha that counts; all others are opaque
    uint32_t bit_depth;          // 1, 2, 4 or 8: enough for every index
} ae_palette;

// JPEG: AE_GRAY, AE_RGB, AE_YCC_PLANES. PNG: the interleaved layouts, AE_GRAY also with a palette (otherwise NULL). WebP: the
// interleaved layouts; gray is expanded.
ae_code ae_encode_jpeg(const ae_image *image, const ae_jpeg_options *options, ae_encoded *encoded, ae_status *status);
ae_code ae_encode_png(const ae_image *image, const ae_palette *palette, ae_encoded *encoded, ae_status *status);
ae_code ae_encode_webp(const ae_image *image, const ae_webp_options *options, ae_encoded *encoded, ae_status *status);
void ae_free(uint8_t *bytes);

// zlib streams in memory (RFC 1950), for what PNG keeps in them beside the pixels.
//
// Inflates one stream; what follows it is passed over. AE_LIMIT where it holds more than `limit` bytes: no more is ever held.
// AE_TRUNCATED where the stream ends early: what is there is handed out all the same, and freed by the caller.
ae_code ae_inflate(const uint8_t *bytes, size_t count, size_t limit, ae_encoded *inflated);
ae_code ae_deflate(const uint8_t *bytes, size_t count, ae_encoded *deflated);

// The check sum of PNG chunks (ISO 3309) over what `crc` is the sum of, 0 at first, and these bytes.
uint32_t ae_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

// A conversion to sRGB through an ICC profile, by lcms2. It is not changed by its use: several threads may share it.
typedef struct ae_color ae_color;
typedef enum ae_intent { AE_PERCEPTUAL = 0, AE_RELATIVE_COLORIMETRIC = 1 } ae_intent;

int ae_has_color(void);  // whether this build has lcms2
// For pixels of 1 (gray), 3 (RGB) or 4 (CMYK) channels, alpha not counted, with black point compensation. Exact: every pixel
// goes through the profile itself, else through a table that lcms2 makes of it. NULL if lcms2 refuses the profile, without
// memory, and in builds without lcms2. The bytes are not needed afterwards.
ae_color *ae_color_make(const uint8_t *profile, size_t count, uint32_t channels, ae_intent intent, int is_exact);
// Gray to gray, RGB to RGB; alpha is copied. `from` and `to` may be the same memory.
void ae_color_convert(const ae_color *color, const uint8_t *from, uint8_t *to, size_t pixels, int has_alpha);
// Planes of inverted ink, as Adobe's JPEG files have them, to RGB.
void ae_color_convert_cmyk(const ae_color *color, const uint8_t *const planes[4], uint8_t *to, size_t pixels);
void ae_color_free(ae_color *color);

#include "CImageCodecsAnimation.h"

// Versions of the libraries this build runs with, for `--version`.
void ae_library_versions(char *text, size_t size);

#endif
