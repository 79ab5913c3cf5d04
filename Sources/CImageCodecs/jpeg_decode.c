#include "jpeg.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// Rows that one read of an interleaved layout hands out.
#define AE_JPEG_BAND_ROWS 16
// libjpeg's limit for the vertical sampling factor, times the largest block.
#define AE_JPEG_MAX_BAND_ROWS (MAX_SAMP_FACTOR * DCTSIZE)

typedef struct ae_jpeg_decoder {
    ae_decoder base;
    struct jpeg_decompress_struct info;
    ae_jpeg_errors errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    size_t count;             // bytes of the file
    const uint8_t *end;       // behind the last of them
    uint32_t cropped_x;       // the column of the picture that libjpeg's rows begin with
    uint32_t row_channels;    // samples per pixel of libjpeg's rows: 4 for CMYK
    uint8_t *row;             // one row of libjpeg's, where it is not the row that is handed out; or NULL
    int several_scans;        // each row is spread over the whole file
    int ended;                // jpeg_finish_decompress has been called
    int has_header;           // the picture may end early from here on, where the request allows it
    int ran_out;              // it did: an end marker was put in place of what is missing
} ae_jpeg_decoder;

// MARK: Source

// The part of the wanted rows that is there. With several scans all rows are there a little, and none is whole.
static double fraction_of(const ae_jpeg_decoder *decoder) {
    const ae_request *request = &decoder->base.request;
    uint64_t wanted = (uint64_t)request->y + request->height, rows = decoder->info.output_scanline;
    if (decoder->several_scans) return -1;
    return rows < wanted ? (double)rows / (double)wanted : 1;
}

// The data has run out. libjpeg's own sources invent an end marker here, and half a picture looks whole: that is done only
// where the request allows it, and noted.
static boolean run_out(j_decompress_ptr info) {
    static const JOCTET end_marker[] = {0xff, JPEG_EOI};
    ae_jpeg_errors *errors = (ae_jpeg_errors *)info->err;
    ae_jpeg_decoder *decoder = (ae_jpeg_decoder *)errors->decoder;
    if (decoder->has_header && decoder->base.request.allows_truncated) {
        ae_note_truncated(&decoder->base, fraction_of(decoder));
        decoder->ran_out = 1;
        info->src->next_input_byte = end_marker;
        info->src->bytes_in_buffer = sizeof end_marker;
        return TRUE;
    }
    ae_fail(&errors->status, AE_TRUNCATED, "the JPEG data ends before the picture does");
    longjmp(errors->jump, 1);
}

static void skip_bytes(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    if ((unsigned long)count > info->src->bytes_in_buffer) {
        run_out(info);
        return;
    }
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= (size_t)count;
}

static void do_nothing(j_decompress_ptr info) { (void)info; }

static void use_source(ae_jpeg_decoder *decoder, const uint8_t *bytes, size_t count) {
    decoder->source.init_source = do_nothing;
    decoder->source.fill_input_buffer = run_out;
    decoder->source.skip_input_data = skip_bytes;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = do_nothing;
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = count;
    decoder->info.src = &decoder->source;
}

// Called once per row and, in a file of several scans, at every step through its coefficients.
static void watch(j_common_ptr common) {
    ae_jpeg_errors *errors = (ae_jpeg_errors *)common->err;
    uint32_t limit = errors->decoder->request.max_scans;
    int scan = ((j_decompress_ptr)common)->input_scan_number;
    if (ae_check_stop(errors->decoder, &errors->status) != AE_OK) longjmp(errors->jump, 1);
    if (limit == 0 || scan <= 0 || (uint32_t)scan <= limit) return;
    ae_fail(&errors->status, AE_LIMIT, "more than %u scans", limit);
    errors->status.needed = (uint32_t)scan;
    longjmp(errors->jump, 1);
}

// The outcome of a call that libjpeg or the source jumped out of.
static ae_code jumped(ae_jpeg_decoder *decoder, ae_status *status) {
    *status = decoder->errors.status;
    if (!decoder->ran_out)
        status->offset = (int64_t)(decoder->count - (size_t)(decoder->end - decoder->source.next_input_byte));
    if (status->code == AE_TRUNCATED) status->fraction = fraction_of(decoder);
    return status->code;
}

// MARK: Planes

// The rows of a plane that one iMCU row holds.
static uint32_t rows_per_imcu(const jpeg_component_info *component) {
    return (uint32_t)(component->v_samp_factor * AE_BLOCK_SIZE(component));
}

static uint32_t lines_per_imcu(const struct jpeg_decompress_struct *info) {
    return (uint32_t)(info->max_v_samp_factor * AE_MIN_BLOCK_SIZE(info));
}

// Whether the planes can go without libjpeg's upsampling: Y Cb Cr, luma the largest, both chroma alike and a whole
// fraction of it.
static int has_ordinary_planes(const struct jpeg_decompress_struct *info) {
    const jpeg_component_info *c = info->comp_info;
    return info->jpeg_color_space == JCS_YCbCr && info->num_components == 3
        && c[0].h_samp_factor == info->max_h_samp_factor && c[0].v_samp_factor == info->max_v_samp_factor
        && c[1].h_samp_factor == c[2].h_samp_factor && c[1].v_samp_factor == c[2].v_samp_factor
        && info->max_h_samp_factor % c[1].h_samp_factor == 0 && info->max_v_samp_factor % c[1].v_samp_factor == 0;
}

static ae_code use_planes(ae_jpeg_decoder *decoder, ae_status *status) {
    const struct jpeg_decompress_struct *info = &decoder->info;
    const ae_request *request = &decoder->base.request;
    uint32_t lines = lines_per_imcu(info);
    uint32_t first = request->y / lines, last = (request->y + request->height - 1) / lines;
    decoder->base.plane_count = 3;
    for (int i = 0; i < 3; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        ae_plane *plane = &decoder->base.planes[i];
        uint32_t rows = rows_per_imcu(component), end = (last + 1) * rows;
        if (rows == 0 || rows > AE_JPEG_MAX_BAND_ROWS || first * rows >= component->downsampled_height)
            return ae_fail(status, AE_UNSUPPORTED, "JPEG planes of this sampling");
        if (end > component->downsampled_height) end = component->downsampled_height;
        plane->x = 0;
        plane->y = first * rows;
        plane->width = component->downsampled_width;
        plane->height = end - plane->y;
        plane->channels = 1;
        plane->row_bytes = component->width_in_blocks * (uint32_t)AE_BLOCK_SIZE(component);
        plane->band_rows = rows;
        plane->scale_x = (double)component->h_samp_factor * AE_BLOCK_SIZE(component) / (info->max_h_samp_factor * DCTSIZE);
        plane->scale_y = (double)component->v_samp_factor * AE_BLOCK_SIZE(component) / (info->max_v_samp_factor * DCTSIZE);
    }
    return AE_OK;
}

static void read_planes(ae_jpeg_decoder *decoder, uint8_t *const rows[AE_MAX_PLANES],
                        const size_t strides[AE_MAX_PLANES], uint32_t rows_read[AE_MAX_PLANES]) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const ae_request *request = &decoder->base.request;
    JSAMPROW pointers[3][AE_JPEG_MAX_BAND_ROWS];
    JSAMPARRAY planes[3] = {pointers[0], pointers[1], pointers[2]};
    uint32_t lines = lines_per_imcu(info), first_line = request->y / lines * lines;
    uint32_t imcu;
    if (info->output_scanline >= request->y + request->height) return;
    for (int i = 0; i < 3; i++) {
        for (uint32_t row = 0; row < decoder->base.planes[i].band_rows; row++)
            pointers[i][row] = rows[i] + row * strides[i];
    }
    // iMCU rows above the region go into the caller's rows too, and are overwritten by the next.
    do {
        imcu = info->output_scanline / lines;
        if (jpeg_read_raw_data(info, planes, lines) == 0) ERREXIT(info, JERR_BAD_STATE);
    } while (info->output_scanline <= first_line);
    for (int i = 0; i < 3; i++) {
        const ae_plane *plane = &decoder->base.planes[i];
        uint32_t start = imcu * plane->band_rows, end = plane->y + plane->height;
        uint32_t left = start < end ? end - start : 0;
        rows_read[i] = left < plane->band_rows ? left : plane->band_rows;
    }
}

// Four planes that are exactly the region: libjpeg upsamples what is stored at a lower resolution.
static void use_inks(ae_decoder *decoder) {
    ae_use_interleaved_plane(decoder, AE_JPEG_BAND_ROWS);
    decoder->plane_count = 4;
    decoder->planes[0].channels = 1;
    decoder->planes[0].row_bytes = decoder->planes[0].width;
    for (int i = 1; i < 4; i++) decoder->planes[i] = decoder->planes[0];
}

static void split_inks(const uint8_t *cmyk, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                       uint32_t row, uint32_t width) {
    for (int c = 0; c < 4; c++) {
        uint8_t *plane = rows[c] + row * strides[c];
        for (uint32_t i = 0; i < width; i++) plane[i] = cmyk[4 * i + c];
    }
}

// MARK: Interleaved rows

static void convert_cmyk(const uint8_t *cmyk, uint8_t *rgb, uint32_t width) {
    // Adobe's files store the inverse of ink, and everyone reads all CMYK files so.
    for (uint32_t i = 0; i < width; i++, cmyk += 4, rgb += 3) {
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)((2u * cmyk[c] * cmyk[3] + 255u) / 510u);
    }
}

// Cuts the columns down to those that are needed and skips the rows above the region, as far as libjpeg does that exactly.
static void start_region(ae_jpeg_decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const ae_request *request = &decoder->base.request;
    JDIMENSION imcu = (JDIMENSION)(info->max_h_samp_factor * AE_MIN_BLOCK_SIZE(info));
    JDIMENSION left = request->x / imcu * imcu, right = request->x + request->width;
    uint32_t lines = lines_per_imcu(info), first_line = request->y / lines * lines;
    // With several scans all coefficients are in memory: there is little to save, and cropping has known faults.
    if (decoder->several_scans) return;
    // Upsampling takes the edge of the cropped rows for the edge of the picture: one more iMCU on each side keeps that out
    // of the region.
    left = left > imcu ? left - imcu : 0;
    right = info->output_width - right > imcu ? right + imcu : info->output_width;
    // Scaled and cropped, samplings like 4×2 and 2×4 come out with wrong chroma (seen in libjpeg-turbo 2.1.5).
    if (info->max_h_samp_factor <= 2 && info->max_v_samp_factor <= 2 && (left > 0 || right < info->output_width)) {
        JDIMENSION width = right - left;
        jpeg_crop_scanline(info, &left, &width);
        decoder->cropped_x = left;
    }
    // A few iMCU rows at a time: libjpeg does not say how far it is while it skips.
    while (info->output_scanline < first_line) {
        uint32_t left_over = first_line - info->output_scanline;
        if (jpeg_skip_scanlines(info, left_over < 16 * lines ? left_over : 16 * lines) == 0) break;
        watch((j_common_ptr)info);
    }
}

static void read_rows(ae_jpeg_decoder *decoder, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                      uint32_t *rows_read) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const ae_request *request = &decoder->base.request;
    uint8_t *row = rows[0];
    while (*rows_read < AE_JPEG_BAND_ROWS && info->output_scanline < request->y + request->height) {
        uint32_t line = info->output_scanline;
        JSAMPROW target = decoder->row != NULL ? decoder->row : row;
        if (jpeg_read_scanlines(info, &target, 1) == 0) ERREXIT(info, JERR_BAD_STATE);
        if (line < request->y) continue;
        if (decoder->row != NULL) {
            const uint8_t *source = decoder->row + (size_t)(request->x - decoder->cropped_x) * decoder->row_channels;
            if (request->layout == AE_CMYK_PLANES) split_inks(source, rows, strides, *rows_read, request->width);
            else if (decoder->row_channels == 4) convert_cmyk(source, row, request->width);
            else memcpy(row, source, request->width * (size_t)request->layout);
        }
        row += strides[0];
        (*rows_read)++;
    }
}

// MARK: Operations

static ae_code read_band(ae_decoder *base, uint8_t *const rows[AE_MAX_PLANES], const size_t strides[AE_MAX_PLANES],
                         uint32_t rows_read[AE_MAX_PLANES], ae_status *status) {
    ae_jpeg_decoder *decoder = (ae_jpeg_decoder *)base;
    if (setjmp(decoder->errors.jump)) return jumped(decoder, status);
    if (base->request.layout == AE_YCC_PLANES) read_planes(decoder, rows, strides, rows_read);
    else read_rows(decoder, rows, strides, &rows_read[0]);
    if (base->request.layout == AE_CMYK_PLANES) rows_read[1] = rows_read[2] = rows_read[3] = rows_read[0];
    return AE_OK;
}

// The picture has ended before `byte`.
static ae_code end_at(ae_jpeg_decoder *decoder, const uint8_t *byte) {
    if (byte < decoder->end) ae_note(&decoder->base, AE_FINDING_TRAILING_DATA, "data follows the end of the picture");
    return AE_OK;
}

static ae_code finish(ae_decoder *base, ae_status *status) {
    ae_jpeg_decoder *decoder = (ae_jpeg_decoder *)base;
    const uint8_t *byte = decoder->source.next_input_byte, *end = byte + decoder->source.bytes_in_buffer;
    if (decoder->ended || decoder->ran_out) return AE_OK;
    if (jpeg_input_complete(&decoder->info)) return end_at(decoder, byte);
    if (decoder->info.output_scanline >= decoder->info.output_height) {
        if (setjmp(decoder->errors.jump)) return jumped(decoder, status);
        decoder->ended = 1;
        jpeg_finish_decompress(&decoder->info);
        return decoder->ran_out ? AE_OK : end_at(decoder, decoder->source.next_input_byte);
    }
    // The rows below the region are not decoded: all that can be said of them is whether an end marker follows. The entropy
    // decoder reads ahead and may have met it.
    if (decoder->info.unread_marker == JPEG_EOI) return end_at(decoder, byte);
    while (end - byte >= 2 && (byte = memchr(byte, 0xff, (size_t)(end - byte) - 1)) != NULL) {
        if (byte[1] == JPEG_EOI) return end_at(decoder, byte + 2);
        byte++;
    }
    if (base->request.allows_truncated) {
        ae_note_truncated(base, fraction_of(decoder));
        return AE_OK;
    }
    ae_fail(status, AE_TRUNCATED, "the JPEG data has no end marker");
    status->offset = (int64_t)decoder->count;
    return AE_TRUNCATED;
}

static void close_decoder(ae_decoder *base) {
    ae_jpeg_decoder *decoder = (ae_jpeg_decoder *)base;
    if (setjmp(decoder->errors.jump) == 0) jpeg_destroy_decompress(&decoder->info);
    free(decoder->row);
    free(decoder);
}

static const ae_operations operations = {read_band, finish, close_decoder};

// MARK: Opening

static ae_code choose_colors(ae_jpeg_decoder *decoder, ae_status *status) {
    struct jpeg_decompress_struct *info = &decoder->info;
    J_COLOR_SPACE stored = info->jpeg_color_space;
    ae_layout layout = decoder->base.request.layout;
    decoder->row_channels = (uint32_t)layout;
    if (stored == JCS_UNKNOWN)
        return ae_fail(status, AE_UNSUPPORTED, "JPEG with %d color components", info->num_components);
    switch (layout) {
    case AE_GRAY:
        if (stored == JCS_CMYK || stored == JCS_YCCK)
            return ae_fail(status, AE_ARGUMENT, "gray cannot hold the colors of a CMYK picture");
        info->out_color_space = JCS_GRAYSCALE;
        return AE_OK;
    case AE_RGB:
        if (stored == JCS_CMYK || stored == JCS_YCCK) {
            info->out_color_space = JCS_CMYK;
            decoder->row_channels = 4;
        } else {
            info->out_color_space = JCS_RGB;
        }
        return AE_OK;
    case AE_YCC_PLANES:
        if (!has_ordinary_planes(info)) return ae_fail(status, AE_UNSUPPORTED, "JPEG planes of this color or sampling");
        info->out_color_space = JCS_YCbCr;
        info->raw_data_out = TRUE;
        return AE_OK;
    case AE_CMYK_PLANES:
        if (stored != JCS_CMYK && stored != JCS_YCCK) return ae_fail(status, AE_ARGUMENT, "the picture is not CMYK");
        info->out_color_space = JCS_CMYK;
        decoder->row_channels = 4;
        return AE_OK;
    default:
        return ae_fail(status, AE_ARGUMENT, "a JPEG picture has no alpha");
    }
}

// Counts the scans of a file, of which the first has just begun at `byte`: each costs a pass over the whole picture, and a small
// file can hold thousands. Returns where the data ends, or where a segment begins that is not all there.
static const uint8_t *count_scans(const uint8_t *byte, const uint8_t *end, uint32_t *scans) {
    *scans = 1;
    while ((byte = memchr(byte, 0xff, (size_t)(end - byte))) != NULL) {
        uint8_t marker;
        size_t length;
        if (end - byte < 2) return byte;
        marker = byte[1];
        if (marker == JPEG_EOI) break;
        if (marker == 0xff) {
            byte++;
            continue;
        }
        if (marker <= 0x01 || (marker >= JPEG_RST0 && marker < JPEG_EOI)) {
            byte += 2;
            continue;
        }
        if (end - byte < 4) return byte;
        length = (size_t)byte[2] << 8 | byte[3];
        if (length > (size_t)(end - byte) - 2) return byte;
        if (marker == 0xda) (*scans)++;
        byte += 2 + length;
    }
    return end;
}

// With several scans: refuses too many of them before any is decoded, and leaves out a segment that is cut off.
static ae_code take_scans(ae_jpeg_decoder *decoder, ae_status *status) {
    const ae_request *request = &decoder->base.request;
    const uint8_t *byte = decoder->source.next_input_byte, *end = count_scans(byte, decoder->end, &status->needed);
    if (request->max_scans > 0 && status->needed > request->max_scans)
        return ae_fail(status, AE_LIMIT, "%u scans", status->needed);
    if (request->allows_truncated) decoder->source.bytes_in_buffer = (size_t)(end - byte);
    return AE_OK;
}

// Everything of opening that libjpeg may jump out of. The caller has armed the jump.
static ae_code open_steps(ae_jpeg_decoder *decoder, const uint8_t *bytes, size_t count, ae_status *status) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const ae_request *request = &decoder->base.request;
    size_t row_bytes;
    ae_code code;
    jpeg_create_decompress(info);
    info->progress = &decoder->progress;
    decoder->progress.progress_monitor = watch;
    use_source(decoder, bytes, count);
    jpeg_read_header(info, TRUE);
    decoder->has_header = 1;
    decoder->several_scans = jpeg_has_multiple_scans(info);
    if (decoder->several_scans && (code = take_scans(decoder, status)) != AE_OK) return code;
    if ((code = choose_colors(decoder, status)) != AE_OK) return code;
    info->scale_num = request->scale_eighths;
    info->scale_denom = 8;
    info->dct_method = JDCT_ISLOW;
    jpeg_calc_output_dimensions(info);
    if (!ae_region_is_inside(request, info->output_width, info->output_height))
        return ae_fail(status, AE_ARGUMENT, "the region lies outside the picture");
    if (request->layout == AE_YCC_PLANES) {
        if ((code = use_planes(decoder, status)) != AE_OK) return code;
        jpeg_start_decompress(info);
        return AE_OK;
    }
    if (request->layout == AE_CMYK_PLANES) use_inks(&decoder->base);
    else ae_use_interleaved_plane(&decoder->base, AE_JPEG_BAND_ROWS);
    if (decoder->row_channels == 4 || request->width < info->output_width) {
        if (!ae_image_size(info->output_width, decoder->row_channels, &row_bytes)
            || (decoder->row = malloc(row_bytes)) == NULL)
            return ae_fail(status, AE_NO_MEMORY, "no memory for a row of pixels");
    }
    jpeg_start_decompress(info);
    start_region(decoder);
    return AE_OK;
}

ae_code ae_open_jpeg(const uint8_t *bytes, size_t count, const ae_request *request, ae_decoder **result,
                     ae_status *status) {
    ae_jpeg_decoder *decoder;
    ae_code code;
    *result = NULL;
    ae_reset(status);
    if (request->scale_eighths != 1 && request->scale_eighths != 2 && request->scale_eighths != 4
        && request->scale_eighths != 8)
        return ae_fail(status, AE_ARGUMENT, "the scale of a JPEG picture is 1, 2, 4 or 8 eighths");
    if (request->scaled_width != 0 || request->scaled_height != 0)
        return ae_fail(status, AE_ARGUMENT, "a JPEG picture is scaled by eighths");
    if ((decoder = calloc(1, sizeof *decoder)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for a decoder");
    ae_begin(&decoder->base, &operations, request);
    decoder->count = count;
    decoder->end = bytes + count;
    decoder->info.err = ae_jpeg_use_errors(&decoder->errors, &decoder->base);
    if (setjmp(decoder->errors.jump)) code = jumped(decoder, status);
    else code = open_steps(decoder, bytes, count, status);
    status->findings = decoder->base.findings;
    status->fraction = code == AE_OK ? decoder->base.fraction : status->fraction;
    if (code != AE_OK) {
        close_decoder(&decoder->base);
        return code;
    }
    memcpy(status->message, decoder->base.finding, sizeof status->message);
    *result = &decoder->base;
    return AE_OK;
}
