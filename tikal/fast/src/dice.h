/* The random numbers of tikal/fast/dice.py. */
#ifndef TIKAL_DICE_H
#define TIKAL_DICE_H

#include <stdint.h>

/* splitmix64 */
static inline uint64_t number(uint64_t *counter) {
    uint64_t mixed = *counter += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

/* A number below the limit, each equally likely: the high half of number x limit, unless the low
 * half is one of the 2**64 % limit values that would favour some of them. */
static inline uint32_t below(uint64_t *counter, uint32_t limit) {
    for (;;) {
        uint64_t drawn = number(counter), low = drawn * limit;
        if (low >= limit || low >= (UINT64_MAX - limit + 1) % limit) {
            uint64_t halves = (drawn & UINT32_MAX) * limit;
            return (uint32_t)(((drawn >> 32) * limit + (halves >> 32)) >> 32);
        }
    }
}

#endif
