#include <stdio.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

#ifdef AE_DEFLATE
#include <libdeflate.h>
#endif

#ifdef AE_LCMS
#include <lcms2.h>
#endif

#include "CImageCodecs.h"

#define AE_TEXT(value) #value
#define AE_TEXT_OF(macro) AE_TEXT(macro)

// libjpeg tells its version at compile time only; the ABI of a shared library is stable between those.
#ifdef LIBJPEG_TURBO_VERSION
#define AE_JPEG_VERSION "libjpeg-turbo " AE_TEXT_OF(LIBJPEG_TURBO_VERSION)
#else
#define AE_JPEG_VERSION "libjpeg " AE_TEXT_OF(JPEG_LIB_VERSION)
#endif

#ifdef AE_DEFLATE
#define AE_DEFLATE_VERSION ", libdeflate " LIBDEFLATE_VERSION_STRING
#else
#define AE_DEFLATE_VERSION ""
#endif

void ae_library_versions(char *text, size_t size) {
    int webp = WebPGetDecoderVersion();
    char color[24] = "";
#ifdef AE_LCMS
    int lcms = cmsGetEncodedCMMversion();
    snprintf(color, sizeof color, ", lcms2 %d.%d", lcms / 1000, lcms % 1000 / 10);
#endif
    snprintf(text, size, "%s, libpng %s, libwebp %d.%d.%d%s%s", AE_JPEG_VERSION, png_get_libpng_ver(NULL), webp >> 16,
             (webp >> 8) & 0xff, webp & 0xff, AE_DEFLATE_VERSION, color);
}
