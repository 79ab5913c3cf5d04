#include "jpeg.h"

#include <jerror.h>

// The process that a frame header names (ITU T.81, table B.1).
static const char *process_name(int marker) {
    switch (marker) {
    case 0xc3: return "lossless JPEG";
    case 0xc5: case 0xc6: case 0xcd: case 0xce: return "hierarchical JPEG";
    case 0xc7: case 0xcf: return "hierarchical lossless JPEG";
    case 0xcb: return "lossless arithmetic-coded JPEG";
    default: return "JPEG with a reserved frame type";
    }
}

static ae_code code_of(int message) {
    switch (message) {
    case JERR_OUT_OF_MEMORY:
        return AE_NO_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_IN_COLORSPACE:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOT_COMPILED:
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
    case JERR_WIDTH_OVERFLOW:
        return AE_UNSUPPORTED;
    default:
        return AE_MALFORMED;
    }
}

static void fail_and_jump(j_common_ptr info) {
    ae_jpeg_errors *errors = (ae_jpeg_errors *)info->err;
    char text[JMSG_LENGTH_MAX];
    int message = errors->base.msg_code;
    if (message == JERR_SOF_UNSUPPORTED) {
        ae_fail(&errors->status, AE_UNSUPPORTED, "%s", process_name(errors->base.msg_parm.i[0]));
    } else if (message == JERR_BAD_PRECISION) {
        ae_fail(&errors->status, AE_UNSUPPORTED, "%d-bit JPEG", errors->base.msg_parm.i[0]);
    } else {
        errors->base.format_message(info, text);
        ae_fail(&errors->status, code_of(message), "%s", text);
    }
    longjmp(errors->jump, 1);
}

// Whether a scan that ends here costs the picture exactness, and no part of it: what came before a refining scan is a picture
// already (ITU T.81, G.1.1.1.2), and in the last row of blocks a scan without DC leaves out some detail.
static int lacks_detail_alone(const struct jpeg_decompress_struct *info) {
    if (!info->progressive_mode) return 0;
    return info->Ah > 0 || (info->Ss > 0 && info->input_iMCU_row + 1 >= info->total_iMCU_rows);
}

// Warnings tell two things apart: damage that was concealed, and oddities without consequence for the pixels.
static uint32_t finding_of(int message, const struct jpeg_decompress_struct *info) {
    switch (message) {
    case JWRN_HIT_MARKER:
        return lacks_detail_alone(info) ? AE_FINDING_REFINEMENT : AE_FINDING_CORRUPT_DATA;
    case JWRN_ARITH_BAD_CODE:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
        return AE_FINDING_CORRUPT_DATA;
    case JWRN_EXTRANEOUS_DATA:
        return AE_FINDING_EXTRANEOUS_BYTES;
    default:
        return AE_FINDING_OTHER_WARNING;
    }
}

static void take_message(j_common_ptr info, int level) {
    ae_jpeg_errors *errors = (ae_jpeg_errors *)info->err;
    char text[JMSG_LENGTH_MAX];
    uint32_t finding;
    if (level >= 0) return;  // traces
    errors->base.num_warnings++;
    if (errors->decoder == NULL) return;
    finding = finding_of(errors->base.msg_code, (const struct jpeg_decompress_struct *)info);
    // A damaged file can warn once per block: format only what is kept.
    if (errors->decoder->findings & finding) return;
    // What libjpeg says of the end marker that stands for what is missing has been said already.
    if (finding & (AE_FINDING_CORRUPT_DATA | AE_FINDING_REFINEMENT) && errors->decoder->findings & AE_FINDING_TRUNCATED)
        return;
    errors->base.format_message(info, text);
    ae_note(errors->decoder, finding, text);
}

static void print_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *ae_jpeg_use_errors(ae_jpeg_errors *errors, ae_decoder *decoder) {
    jpeg_std_error(&errors->base);
    errors->base.error_exit = fail_and_jump;
    errors->base.emit_message = take_message;
    errors->base.output_message = print_nothing;
    errors->decoder = decoder;
    ae_reset(&errors->status);
    return &errors->base;
}
