#include "CImageCodecs.h"

int ae_has_color(void) {
#ifdef AE_LCMS
    return 1;
#else
    return 0;
#endif
}

#ifndef AE_LCMS

ae_color *ae_color_make(const uint8_t *profile, size_t count, uint32_t channels, ae_intent intent, int is_exact) {
    (void)profile, (void)count, (void)channels, (void)intent, (void)is_exact;
    return NULL;
}

void ae_color_convert(const ae_color *color, const uint8_t *from, uint8_t *to, size_t pixels, int has_alpha) {
    (void)color, (void)from, (void)to, (void)pixels, (void)has_alpha;
}

void ae_color_convert_cmyk(const ae_color *color, const uint8_t *const planes[4], uint8_t *to, size_t pixels) {
    (void)color, (void)planes, (void)to, (void)pixels;
}

void ae_color_free(ae_color *color) { (void)color; }

#else

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

// Pixels that are converted at a time where samples must be put together or taken apart.
#define AE_COLOR_PIXELS 256

struct ae_color {
    cmsContext context;
    cmsHTRANSFORM transform;
    uint32_t channels;  // of the source, alpha not counted
    uint32_t results;   // of the result: 1 for gray, else 3
};

// Without a handler of its own a context is silent only as long as nobody sets a global one.
static void be_silent(cmsContext context, cmsUInt32Number code, const char *text) { (void)context, (void)code, (void)text; }

// Gray with the curve of sRGB, so that gray stays gray.
static cmsHPROFILE make_gray(cmsContext context) {
    static const cmsFloat64Number parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = cmsBuildParametricToneCurve(context, 4, parameters);
    cmsHPROFILE profile = curve == NULL ? NULL : cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve);
    cmsFreeToneCurve(curve);
    return profile;
}

static int make_transform(ae_color *color, const uint8_t *bytes, size_t count, ae_intent intent, int is_exact) {
    // Adobe's files store the inverse of ink: the reversed flavor.
    static const cmsUInt32Number formats[5] = {0, TYPE_GRAY_8, 0, TYPE_RGB_8, TYPE_CMYK_8_REV};
    // Without the cache a transform is not changed by its use, so that several threads may share it.
    cmsUInt32Number flags = cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION;
    cmsHPROFILE from, to;
    if (is_exact) flags |= cmsFLAGS_NOOPTIMIZE;
    from = cmsOpenProfileFromMemTHR(color->context, bytes, (cmsUInt32Number)count);
    to = color->channels == 1 ? make_gray(color->context) : cmsCreate_sRGBProfileTHR(color->context);
    if (from != NULL && to != NULL)
        color->transform = cmsCreateTransformTHR(color->context, from, formats[color->channels], to,
                                                 formats[color->results],
                                                 intent == AE_PERCEPTUAL ? INTENT_PERCEPTUAL
                                                                         : INTENT_RELATIVE_COLORIMETRIC,
                                                 flags);
    if (from != NULL) cmsCloseProfile(from);
    if (to != NULL) cmsCloseProfile(to);
    return color->transform != NULL;
}

ae_color *ae_color_make(const uint8_t *profile, size_t count, uint32_t channels, ae_intent intent, int is_exact) {
    ae_color *color;
    if ((channels != 1 && channels != 3 && channels != 4) || count > INT32_MAX) return NULL;
    if ((color = calloc(1, sizeof *color)) == NULL) return NULL;
    color->channels = channels;
    color->results = channels == 1 ? 1 : 3;
    color->context = cmsCreateContext(NULL, NULL);
    if (color->context != NULL) cmsSetLogErrorHandlerTHR(color->context, be_silent);
    if (color->context == NULL || !make_transform(color, profile, count, intent, is_exact)) {
        ae_color_free(color);
        return NULL;
    }
    return color;
}

void ae_color_convert(const ae_color *color, const uint8_t *from, uint8_t *to, size_t pixels, int has_alpha) {
    uint8_t sources[AE_COLOR_PIXELS * 3], results[AE_COLOR_PIXELS * 3];
    size_t channels = color->channels;
    if (channels == 4) return;
    while (pixels > 0) {
        size_t count = pixels < AE_COLOR_PIXELS ? pixels : AE_COLOR_PIXELS;
        if (!has_alpha) {
            cmsDoTransform(color->transform, from, to, (cmsUInt32Number)count);
        } else {
            for (size_t i = 0; i < count; i++) memcpy(sources + i * channels, from + i * (channels + 1), channels);
            cmsDoTransform(color->transform, sources, results, (cmsUInt32Number)count);
            for (size_t i = 0; i < count; i++) {
                memcpy(to + i * (channels + 1), results + i * channels, channels);
                to[i * (channels + 1) + channels] = from[i * (channels + 1) + channels];
            }
        }
        from += count * (channels + (has_alpha != 0));
        to += count * (channels + (has_alpha != 0));
        pixels -= count;
    }
}

void ae_color_convert_cmyk(const ae_color *color, const uint8_t *const planes[4], uint8_t *to, size_t pixels) {
    uint8_t sources[AE_COLOR_PIXELS * 4];
    if (color->channels != 4) return;
    for (size_t first = 0; first < pixels; first += AE_COLOR_PIXELS) {
        size_t count = pixels - first < AE_COLOR_PIXELS ? pixels - first : AE_COLOR_PIXELS;
        for (size_t i = 0; i < count; i++)
            for (size_t plane = 0; plane < 4; plane++) sources[i * 4 + plane] = planes[plane][first + i];
        cmsDoTransform(color->transform, sources, to + first * 3, (cmsUInt32Number)count);
    }
}

void ae_color_free(ae_color *color) {
    if (color == NULL) return;
    if (color->transform != NULL) cmsDeleteTransform(color->transform);
    if (color->context != NULL) cmsDeleteContext(color->context);
    free(color);
}

#endif
