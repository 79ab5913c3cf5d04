#include <string.h>

#include "png_whole.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Every loop takes the pixel on the left from registers and not from memory: what limits it is the way from one pixel to
// the next. Each is inlined with a constant number of channels.
#define AE_INLINE static inline __attribute__((always_inline))

// MARK: Plain loops

static void undo_up(uint8_t *restrict row, const uint8_t *restrict prior, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + prior[i]);
}

AE_INLINE void undo_sub(uint8_t *restrict row, size_t count, const unsigned channels) {
    uint8_t left[4] = {0};
    for (size_t i = 0; i < count; i += channels) {
        for (unsigned c = 0; c < channels; c++) row[i + c] = left[c] = (uint8_t)(row[i + c] + left[c]);
    }
}

AE_INLINE void undo_average(uint8_t *restrict row, const uint8_t *restrict prior, size_t count,
                            const unsigned channels) {
    uint8_t left[4] = {0};
    for (size_t i = 0; i < count; i += channels) {
        for (unsigned c = 0; c < channels; c++)
            row[i + c] = left[c] = (uint8_t)(row[i + c] + ((left[c] + prior[i + c]) >> 1));
    }
}

// The predictor of the standard, in a form without branches. With a and b the neighbors on the left and above, c the one
// between them and p = a + b - c: the standard takes the nearest to p, and a before b before c where two are as near. Now p
// is nearer to the lesser of a and b than to c where the greater is at most 3c - a - b, and so for the other.
AE_INLINE int paeth(int a, int b, int c) {
    int threshold = 3 * c - b - a;
    int lesser = a < b ? a : b, greater = a < b ? b : a;
    int other = greater <= threshold ? lesser : c;
    return threshold <= lesser ? greater : other;
}

AE_INLINE void undo_paeth(uint8_t *restrict row, const uint8_t *restrict prior, size_t count,
                          const unsigned channels) {
    uint8_t left[4] = {0}, corner[4] = {0};
    for (size_t i = 0; i < count; i += channels) {
        for (unsigned c = 0; c < channels; c++) {
            row[i + c] = left[c] = (uint8_t)(row[i + c] + paeth(left[c], prior[i + c], corner[c]));
            corner[c] = prior[i + c];
        }
    }
}

// MARK: Three and four channels at once

#ifdef __SSE2__

// Four bytes, also where a pixel has three: the byte behind the row is readable.
AE_INLINE __m128i load(const uint8_t *bytes) {
    int value;
    memcpy(&value, bytes, 4);
    return _mm_cvtsi32_si128(value);
}

AE_INLINE void store(uint8_t *bytes, __m128i pixel, const unsigned channels) {
    int value = _mm_cvtsi128_si32(pixel);
    memcpy(bytes, &value, channels);
}

AE_INLINE void undo_sub_wide(uint8_t *restrict row, size_t count, const unsigned channels) {
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i += channels) {
        left = _mm_add_epi8(left, load(row + i));
        store(row + i, left, channels);
    }
}

AE_INLINE void undo_average_wide(uint8_t *restrict row, const uint8_t *restrict prior, size_t count,
                                 const unsigned channels) {
    const __m128i ones = _mm_set1_epi8(1);
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i += channels) {
        __m128i above = load(prior + i);
        // The instruction rounds up, the filter down.
        __m128i excess = _mm_and_si128(_mm_xor_si128(left, above), ones);
        left = _mm_add_epi8(load(row + i), _mm_sub_epi8(_mm_avg_epu8(left, above), excess));
        store(row + i, left, channels);
    }
}

// `paeth` in lanes of 16 bits. The sample is added to each candidate beforehand, off the way from pixel to pixel; bytes are
// added, so that the upper half of a lane stays 0.
AE_INLINE void undo_paeth_wide(uint8_t *restrict row, const uint8_t *restrict prior, size_t count,
                               const unsigned channels) {
    const __m128i zero = _mm_setzero_si128();
    __m128i a = zero, c = zero;
    for (size_t i = 0; i < count; i += channels) {
        __m128i b = _mm_unpacklo_epi8(load(prior + i), zero);
        __m128i sample = _mm_unpacklo_epi8(load(row + i), zero);
        __m128i threshold = _mm_sub_epi16(_mm_sub_epi16(_mm_add_epi16(c, _mm_add_epi16(c, c)), b), a);
        __m128i lesser = _mm_min_epi16(a, b), greater = _mm_max_epi16(a, b);
        __m128i not_lesser = _mm_cmpgt_epi16(greater, threshold), not_greater = _mm_cmpgt_epi16(threshold, lesser);
        __m128i other = _mm_or_si128(_mm_and_si128(not_lesser, _mm_add_epi8(c, sample)),
                                     _mm_andnot_si128(not_lesser, _mm_add_epi8(lesser, sample)));
        a = _mm_or_si128(_mm_and_si128(not_greater, other),
                         _mm_andnot_si128(not_greater, _mm_add_epi8(greater, sample)));
        c = b;
        store(row + i, _mm_packus_epi16(a, a), channels);
    }
}

#else
#define undo_sub_wide undo_sub
#define undo_average_wide undo_average
#define undo_paeth_wide undo_paeth
#endif

// MARK: Choice

static void unfilter_sub(unsigned channels, uint8_t *row, size_t count) {
    switch (channels) {
        case 1: undo_sub(row, count, 1); break;
        case 2: undo_sub(row, count, 2); break;
        case 3: undo_sub_wide(row, count, 3); break;
        default: undo_sub_wide(row, count, 4); break;
    }
}

static void unfilter_average(unsigned channels, uint8_t *row, const uint8_t *prior, size_t count) {
    switch (channels) {
        case 1: undo_average(row, prior, count, 1); break;
        case 2: undo_average(row, prior, count, 2); break;
        case 3: undo_average_wide(row, prior, count, 3); break;
        default: undo_average_wide(row, prior, count, 4); break;
    }
}

static void unfilter_paeth(unsigned channels, uint8_t *row, const uint8_t *prior, size_t count) {
    switch (channels) {
        case 1: undo_paeth(row, prior, count, 1); break;
        case 2: undo_paeth(row, prior, count, 2); break;
        case 3: undo_paeth_wide(row, prior, count, 3); break;
        default: undo_paeth_wide(row, prior, count, 4); break;
    }
}

void ae_png_unfilter(unsigned filter, unsigned channels, uint8_t *row, const uint8_t *prior, size_t count) {
    switch (filter) {
        case PNG_FILTER_VALUE_SUB: unfilter_sub(channels, row, count); break;
        case PNG_FILTER_VALUE_UP: undo_up(row, prior, count); break;
        case PNG_FILTER_VALUE_AVG: unfilter_average(channels, row, prior, count); break;
        case PNG_FILTER_VALUE_PAETH: unfilter_paeth(channels, row, prior, count); break;
        default: break;
    }
}
