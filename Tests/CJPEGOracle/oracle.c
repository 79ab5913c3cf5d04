#include "CJPEGOracle.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>

struct ae_oracle {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf jump;
    size_t columns[3], rows[3];
    int16_t *values[3];
};

static void jump(j_common_ptr info) { longjmp(((ae_oracle *)info)->jump, 1); }

static void count(j_common_ptr info, int level) {
    if (level < 0) info->err->num_warnings++;
}

static void keep(ae_oracle *oracle, int component, jvirt_barray_ptr blocks) {
    struct jpeg_decompress_struct *info = &oracle->info;
    size_t columns = info->comp_info[component].width_in_blocks, rows = info->comp_info[component].height_in_blocks;
    int16_t *values = malloc(columns * rows * 4 * sizeof *values);
    if (values == NULL) longjmp(oracle->jump, 1);
    oracle->columns[component] = columns;
    oracle->rows[component] = rows;
    oracle->values[component] = values;
    for (size_t row = 0; row < rows; row++) {
        JBLOCKARRAY line = info->mem->access_virt_barray((j_common_ptr)info, blocks, (JDIMENSION)row, 1, FALSE);
        for (size_t column = 0; column < columns; column++, values += 4) {
            const JCOEF *block = line[0][column];
            values[0] = block[0];
            values[1] = block[1];
            values[2] = block[DCTSIZE];
            values[3] = block[DCTSIZE + 1];
        }
    }
}

static int read_all(ae_oracle *oracle, const uint8_t *bytes, size_t size, size_t max_pixels) {
    struct jpeg_decompress_struct *info = &oracle->info;
    jvirt_barray_ptr *blocks;
    jpeg_create_decompress(info);
    jpeg_mem_src(info, bytes, size);
    jpeg_read_header(info, TRUE);
    if ((size_t)info->image_width * info->image_height > max_pixels || info->num_components > 3) return 0;
    blocks = jpeg_read_coefficients(info);
    for (int i = 0; i < info->num_components; i++) keep(oracle, i, blocks[i]);
    jpeg_finish_decompress(info);
    return 1;
}

ae_oracle *ae_open_oracle(const uint8_t *bytes, size_t size, size_t max_pixels) {
    ae_oracle *oracle = calloc(1, sizeof *oracle);
    if (oracle == NULL) return NULL;
    oracle->info.err = jpeg_std_error(&oracle->errors);
    oracle->errors.error_exit = jump;
    oracle->errors.emit_message = count;
    if (setjmp(oracle->jump) == 0 && read_all(oracle, bytes, size, max_pixels)) return oracle;
    ae_close_oracle(oracle);
    return NULL;
}

void ae_close_oracle(ae_oracle *oracle) {
    jpeg_destroy_decompress(&oracle->info);
    for (int i = 0; i < 3; i++) free(oracle->values[i]);
    free(oracle);
}

long ae_oracle_warnings(const ae_oracle *oracle) { return oracle->errors.num_warnings; }
size_t ae_oracle_columns(const ae_oracle *oracle, int component) { return oracle->columns[component]; }
size_t ae_oracle_rows(const ae_oracle *oracle, int component) { return oracle->rows[component]; }

size_t ae_oracle_differences(const ae_oracle *oracle, int component, size_t row, const int16_t *values,
                             size_t values_per_block) {
    const int16_t *expected = oracle->values[component] + 4 * row * oracle->columns[component];
    size_t differences = 0;
    for (size_t i = 0; i < oracle->columns[component]; i++)
        differences += memcmp(expected + 4 * i, values + values_per_block * i, values_per_block * sizeof *values) != 0;
    return differences;
}
