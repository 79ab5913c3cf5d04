#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "codec.h"
#include "webp_encode.h"

struct ae_animation_writer {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    uint32_t width, height;
};

ae_code ae_begin_animation(const ae_animation_info *info, const ae_webp_options *options, ae_animation_writer **result,
                           ae_status *status) {
    WebPAnimEncoderOptions ours;
    ae_animation_writer *writer;
    ae_code code;
    *result = NULL;
    ae_reset(status);
    if ((code = ae_check_webp_size(info->width, info->height, status)) != AE_OK) return code;
    if (info->width == 0 || info->height == 0) return ae_fail(status, AE_ARGUMENT, "the picture is empty");
    if (!WebPAnimEncoderOptionsInit(&ours)) return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    ours.anim_params.bgcolor = info->background;
    ours.anim_params.loop_count = (int)(info->loop_count & 0xffff);  // all that the file has room for
    if (!options->lossless) {
        // What differs little from the frame before is not coded again, and little by little that adds up. A whole frame now and then
        // ends it. These are the distances that gif2webp takes.
        ours.kmin = 3;
        ours.kmax = 5;
    }
    if ((writer = calloc(1, sizeof *writer)) == NULL) return ae_fail(status, AE_NO_MEMORY, "no memory for an encoder");
    writer->width = info->width;
    writer->height = info->height;
    code = ae_configure_webp(&writer->config, options, status);
    if (code == AE_OK) {
        // A canvas that is composed of frames keeps no colors of invisible pixels anyway.
        writer->config.exact = 0;
        writer->encoder = WebPAnimEncoderNew((int)info->width, (int)info->height, &ours);
        if (writer->encoder == NULL) code = ae_fail(status, AE_NO_MEMORY, "no memory for the canvas of the animation");
    }
    if (code != AE_OK) {
        ae_free_animation_writer(writer);
        return code;
    }
    *result = writer;
    return AE_OK;
}

ae_code ae_add_canvas(ae_animation_writer *writer, const ae_image *image, int32_t start, ae_status *status) {
    WebPPicture picture;
    ae_code code;
    ae_reset(status);
    if ((code = ae_check_interleaved_image(image, status)) != AE_OK) return code;
    if (image->layout != AE_RGBA || image->width != writer->width || image->height != writer->height)
        return ae_fail(status, AE_ARGUMENT, "the picture is not a canvas of the animation");
    if (image->strides[0] > INT_MAX) return ae_fail(status, AE_ARGUMENT, "the rows are too far apart");
    if (!WebPPictureInit(&picture)) return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    picture.use_argb = 1;
    picture.width = (int)image->width;
    picture.height = (int)image->height;
    if (!WebPPictureImportRGBA(&picture, image->planes[0], (int)image->strides[0]))
        code = ae_fail(status, AE_NO_MEMORY, "no memory for the picture to be encoded");
    else if (!WebPAnimEncoderAdd(writer->encoder, &picture, start, &writer->config))
        code = ae_fail_webp_encoding(picture.error_code, status);
    WebPPictureFree(&picture);
    return code;
}

ae_code ae_finish_animation(ae_animation_writer *writer, int32_t end, ae_encoded *encoded, ae_status *status) {
    ae_buffer buffer = {NULL, 0, 0};
    WebPData data;
    int is_copied;
    encoded->bytes = NULL;
    encoded->count = 0;
    ae_reset(status);
    WebPDataInit(&data);
    if (!WebPAnimEncoderAdd(writer->encoder, NULL, end, NULL) || !WebPAnimEncoderAssemble(writer->encoder, &data)) {
        WebPDataClear(&data);
        return ae_fail(status, AE_UNSUPPORTED, "%s", WebPAnimEncoderGetError(writer->encoder));
    }
    // All frames are in the file now. They are let go before it is copied to memory that `free` may free.
    WebPAnimEncoderDelete(writer->encoder);
    writer->encoder = NULL;
    is_copied = ae_buffer_append(&buffer, data.bytes, data.size);
    WebPDataClear(&data);
    if (!is_copied) return ae_fail(status, AE_NO_MEMORY, "no memory for the encoded picture");
    encoded->bytes = buffer.bytes;
    encoded->count = buffer.count;
    return AE_OK;
}

void ae_free_animation_writer(ae_animation_writer *writer) {
    if (writer == NULL) return;
    WebPAnimEncoderDelete(writer->encoder);
    free(writer);
}
