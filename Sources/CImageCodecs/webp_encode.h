// What encoders of still and of animated WebP share.
#ifndef AE_WEBP_ENCODE_H
#define AE_WEBP_ENCODE_H

#include <webp/encode.h>

#include "codec.h"

// Whether the format holds a picture of this size.
ae_code ae_check_webp_size(uint32_t width, uint32_t height, ae_status *status);

ae_code ae_configure_webp(WebPConfig *config, const ae_webp_options *options, ae_status *status);

ae_code ae_fail_webp_encoding(WebPEncodingError error, ae_status *status);

#endif
