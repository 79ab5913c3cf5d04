// The PNG route that inflates the whole picture at once: its entry point, and the filters it undoes.
#ifndef AE_PNG_WHOLE_H
#define AE_PNG_WHOLE_H

#include <png.h>

#include "codec.h"

// Opens the picture whose header libpng has read, without `png_read_update_info` yet, and whose first IDAT chunk begins at `position`. The region lies inside
// the picture, and the layout holds all that the file has: both have been checked.
//
// NULL where the picture is not of a kind that this route reads, or where anything about its data is not perfect. Nothing
// of libpng's state has changed then.
ae_decoder *ae_open_png_whole(png_const_structp png, png_infop info, const uint8_t *bytes, size_t count,
                              size_t position, const ae_request *request);

// Undoes the filter of one row in place. `filter` is 0…4, `channels` 1…4 and `count` a multiple of it; `prior` is the row
// above, already undone. One byte behind each of the rows must be readable.
void ae_png_unfilter(unsigned filter, unsigned channels, uint8_t *row, const uint8_t *prior, size_t count);

#endif
