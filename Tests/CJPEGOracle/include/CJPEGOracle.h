// Every coefficient that libjpeg decodes of a file, of which the lowest are kept: the oracle of readers of their own.
#ifndef CJPEGORACLE_H
#define CJPEGORACLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct ae_oracle ae_oracle;

// NULL for a file that libjpeg refuses, that has more pixels than `max_pixels` or more components than three.
ae_oracle *ae_open_oracle(const uint8_t *bytes, size_t count, size_t max_pixels);
void ae_close_oracle(ae_oracle *oracle);

// Warnings of damage and oddities.
long ae_oracle_warnings(const ae_oracle *oracle);
// Blocks that hold a sample of the picture.
size_t ae_oracle_columns(const ae_oracle *oracle, int component);
size_t ae_oracle_rows(const ae_oracle *oracle, int component);
// How many blocks of a row have other values than `values`: for each block one, the DC value, or four, those at zigzag 0, 1, 2, 4.
size_t ae_oracle_differences(const ae_oracle *oracle, int component, size_t row, const int16_t *values,
                             size_t values_per_block);

#endif
