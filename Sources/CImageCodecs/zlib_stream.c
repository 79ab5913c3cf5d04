// zlib streams in memory, as PNG keeps its profiles and texts in them.
#define ZLIB_CONST  // input is not written to

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "codec.h"

#define AE_INFLATE_STEP 65536

// The bytes of a stream that has been begun, appended to `buffer`.
static ae_code inflate_all(z_stream *stream, size_t limit, ae_buffer *buffer) {
    for (;;) {
        size_t step = limit - buffer->count < AE_INFLATE_STEP ? limit - buffer->count : AE_INFLATE_STEP;
        int result;
        // One byte more than allowed tells a stream that ends at the limit from one that goes on.
        if (!ae_buffer_reserve(buffer, step + 1)) return AE_NO_MEMORY;
        stream->next_out = buffer->bytes + buffer->count;
        stream->avail_out = (uInt)(step + 1);
        result = inflate(stream, Z_NO_FLUSH);
        buffer->count += step + 1 - stream->avail_out;
        if (buffer->count > limit) return AE_LIMIT;
        if (result == Z_STREAM_END) return AE_OK;
        if (result == Z_MEM_ERROR) return AE_NO_MEMORY;
        if (result == Z_BUF_ERROR) return AE_TRUNCATED;
        if (result != Z_OK) return AE_MALFORMED;
    }
}

ae_code ae_inflate(const uint8_t *bytes, size_t count, size_t limit, ae_encoded *inflated) {
    z_stream stream;
    ae_buffer buffer = {NULL, 0, 0};
    ae_code code;
    memset(inflated, 0, sizeof *inflated);
    if (count > UINT_MAX || limit > SIZE_MAX - AE_INFLATE_STEP) return AE_ARGUMENT;
    memset(&stream, 0, sizeof stream);
    stream.next_in = bytes;
    stream.avail_in = (uInt)count;
    if (inflateInit(&stream) != Z_OK) return AE_NO_MEMORY;
    code = inflate_all(&stream, limit, &buffer);
    inflateEnd(&stream);
    if (code == AE_OK || code == AE_TRUNCATED) {
        inflated->bytes = buffer.bytes;
        inflated->count = buffer.count;
    } else {
        free(buffer.bytes);
    }
    return code;
}

ae_code ae_deflate(const uint8_t *bytes, size_t count, ae_encoded *deflated) {
    uLongf size;
    memset(deflated, 0, sizeof *deflated);
    if (count > INT_MAX) return AE_ARGUMENT;
    size = compressBound((uLong)count);
    deflated->bytes = malloc(size);
    if (deflated->bytes == NULL) return AE_NO_MEMORY;
    if (compress2(deflated->bytes, &size, bytes, (uLong)count, Z_BEST_COMPRESSION) != Z_OK) {
        free(deflated->bytes);
        deflated->bytes = NULL;
        return AE_NO_MEMORY;
    }
    deflated->count = size;
    return AE_OK;
}

uint32_t ae_crc32(uint32_t crc, const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(crc, bytes, count); }
