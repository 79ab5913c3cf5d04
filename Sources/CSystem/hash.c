#include "CSystem.h"

#include <string.h>

// Both halves of the product of two words: every bit of either reaches every bit of the result.
static inline uint64_t fold(uint64_t a, uint64_t b) {
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Any odd numbers with about as many ones as zeros: the fractions of the square roots of 2, 3, 5 and 7.
static const uint64_t keys[4] = {0x6a09e667f3bcc909, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

// Four lanes that do not wait for one another: as fast as memory is.
static inline void take(uint64_t lanes[4], const unsigned char *block) {
    uint64_t words[8];
    memcpy(words, block, sizeof words);
    // What a lane holds stays out of the product, so that no run of zeros can make it forget what comes next; that it is multiplied by
    // an odd number tells apart the same words in another order.
    for (int i = 0; i < 4; i++) {
        lanes[i] = (lanes[i] + fold(words[2 * i] ^ keys[i], words[2 * i + 1] ^ keys[3 - i])) * keys[1];
    }
}

uint64_t ae_hash(const void *bytes, size_t count, uint64_t seed) {
    const unsigned char *next = bytes;
    uint64_t lanes[4] = {seed + keys[0], seed ^ keys[1], seed - keys[2], ~seed ^ keys[3]};
    size_t left = count;
    for (; left >= 64; left -= 64, next += 64) take(lanes, next);
    if (left > 0) {
        unsigned char block[64] = {0};
        memcpy(block, next, left);
        take(lanes, block);
    }
    const uint64_t halves[2] = {fold(lanes[0] ^ keys[0], lanes[1] ^ keys[1]), fold(lanes[2] ^ keys[2], lanes[3] ^ keys[3])};
    return fold(halves[0] ^ keys[1] ^ count, halves[1] ^ keys[0]);
}
