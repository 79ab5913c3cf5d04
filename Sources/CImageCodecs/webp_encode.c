#include "webp_encode.h"

#include <limits.h>
#include <stdlib.h>

// The speed that is libwebp's default.
#define AE_WEBP_METHOD 4

static int write_bytes(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
    return ae_buffer_append(picture->custom_ptr, bytes, count);
}

// Gray becomes R = G = B: libwebp takes colors alone. NULL if memory does not suffice.
static uint8_t *expand_gray(const ae_image *image) {
    size_t has_alpha = image->layout == AE_GRAY_ALPHA, size;
    uint8_t *pixels, *target;
    if (!ae_image_size((size_t)image->width * (3 + has_alpha), image->height, &size)) return NULL;
    if ((pixels = malloc(size)) == NULL) return NULL;
    target = pixels;
    for (uint32_t y = 0; y < image->height; y++) {
        const uint8_t *source = image->planes[0] + y * image->strides[0];
        for (uint32_t x = 0; x < image->width; x++) {
            *target++ = *source;
            *target++ = *source;
            *target++ = *source++;
            if (has_alpha) *target++ = *source++;
        }
    }
    return pixels;
}

static int import(WebPPicture *picture, const ae_image *image) {
    int has_alpha = image->layout == AE_GRAY_ALPHA || image->layout == AE_RGBA, imported;
    int is_gray = image->layout <= AE_GRAY_ALPHA;
    uint8_t *expanded = is_gray ? expand_gray(image) : NULL;
    const uint8_t *pixels = is_gray ? expanded : image->planes[0];
    int stride = is_gray ? picture->width * (3 + has_alpha) : (int)image->strides[0];
    if (pixels == NULL) return 0;
    imported = has_alpha ? WebPPictureImportRGBA(picture, pixels, stride) : WebPPictureImportRGB(picture, pixels, stride);
    free(expanded);
    return imported;
}

ae_code ae_check_webp_size(uint32_t width, uint32_t height, ae_status *status) {
    if (width <= WEBP_MAX_DIMENSION && height <= WEBP_MAX_DIMENSION) return AE_OK;
    return ae_fail(status, AE_UNSUPPORTED, "a WebP picture larger than %d pixels on a side", WEBP_MAX_DIMENSION);
}

ae_code ae_configure_webp(WebPConfig *config, const ae_webp_options *options, ae_status *status) {
    if (options->quality < 0 || options->quality > 100)
        return ae_fail(status, AE_ARGUMENT, "the quality is not within 0...100");
    if (!WebPConfigInit(config)) return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    config->quality = (float)options->quality;
    config->method = AE_WEBP_METHOD;
    config->lossless = options->lossless != 0;
    config->exact = options->lossless != 0;  // invisible colors are pixels too
    return AE_OK;
}

ae_code ae_fail_webp_encoding(WebPEncodingError error, ae_status *status) {
    switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BAD_WRITE:  // the writer fails for want of memory alone
        return ae_fail(status, AE_NO_MEMORY, "no memory for the encoded picture");
    default:
        return ae_fail(status, AE_UNSUPPORTED, "the WebP encoder failed with error %d", (int)error);
    }
}

static ae_code encode(const ae_image *image, const ae_webp_options *options, const WebPConfig *config,
                      WebPPicture *picture, ae_status *status) {
    picture->use_argb = options->lossless != 0;
    picture->width = (int)image->width;
    picture->height = (int)image->height;
    picture->writer = write_bytes;
    if (!import(picture, image)) return ae_fail(status, AE_NO_MEMORY, "no memory for the picture to be encoded");
    if (WebPEncode(config, picture)) return AE_OK;
    return ae_fail_webp_encoding(picture->error_code, status);
}

ae_code ae_encode_webp(const ae_image *image, const ae_webp_options *options, ae_encoded *encoded, ae_status *status) {
    ae_buffer buffer = {NULL, 0, 0};
    WebPConfig config;
    WebPPicture picture;
    ae_code code;
    encoded->bytes = NULL;
    encoded->count = 0;
    ae_reset(status);
    if ((code = ae_check_webp_size(image->width, image->height, status)) != AE_OK) return code;
    if ((code = ae_configure_webp(&config, options, status)) != AE_OK) return code;
    if ((code = ae_check_interleaved_image(image, status)) != AE_OK) return code;
    if (image->strides[0] > INT_MAX) return ae_fail(status, AE_ARGUMENT, "the rows are too far apart");
    // The picture is freed whatever happens, so it must be in a known state before anything can fail.
    if (!WebPPictureInit(&picture)) return ae_fail(status, AE_UNSUPPORTED, "this version of the WebP library");
    picture.custom_ptr = &buffer;
    code = encode(image, options, &config, &picture, status);
    WebPPictureFree(&picture);
    if (code != AE_OK) {
        free(buffer.bytes);
        return code;
    }
    encoded->bytes = buffer.bytes;
    encoded->count = buffer.count;
    return AE_OK;
}
