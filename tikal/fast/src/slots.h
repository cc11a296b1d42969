/* Many games at once, each in a slot, and the arrays that show them. */
#ifndef TIKAL_SLOTS_H
#define TIKAL_SLOTS_H

#include <stddef.h>

#include "rules.h"

#define WAITS -1   /* in the place of a number: this game stays where it is */
#define REFUSED -2 /* the number may not be given */
#define LEGAL_WORDS ((ACTIONS + 63) / 64)

typedef struct {
    Position now, ended; /* `ended`: the last position of the game before */
    bool has_ended;
    uint64_t seed;    /* of this game: the dice as they lay at its start */
    uint64_t dice;    /* of chance */
    uint64_t chooser; /* of random numbers */
    uint64_t legal[LEGAL_WORDS];
    int count; /* of the bits of `legal` */
} Slot;

/* One row of each for every game; see tikal/fast/batch.py. */
typedef struct {
    float *observations;
    uint8_t *masks, *seats;
    int32_t *counts;
    float *rewards;
    int32_t *scores;
    uint8_t *done;
} Arrays;

typedef struct {
    Position start;
    size_t games;
    Slot *slots;
    int32_t *numbers; /* of the step that is being made */
    int32_t *sampled; /* where `sample` writes */
    Arrays to;
    int actions; /* the length of a mask */
    bool by_points, scaled;
} Slots;

void set_seed(Slot *slot, uint64_t seed);
void restart(const Slots *all, size_t game);
void check_number(const Slots *all, size_t game);
void step(const Slots *all, size_t game);
void sample(const Slots *all, size_t game);

#endif
