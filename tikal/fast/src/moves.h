/* Moves as numbers, numbered by tikal/fast/codes.py, and lists of them. */
#ifndef TIKAL_MOVES_H
#define TIKAL_MOVES_H

#include "position.h"

typedef uint16_t Code;

/* Room for every list: all bids and the pass is the longest one. */
#define MAX_MOVES (MAX_SCORE + 2)

typedef struct {
    int count;
    Code codes[MAX_MOVES];
} Moves;

static inline void list(Moves *moves, int code) { moves->codes[moves->count++] = (Code)code; }

#define DRAW(tile) (FIRST_DRAW + (tile))
#define PLACE(cell, rotation) (FIRST_PLACE + 6 * (cell) + (rotation))
#define SET_ASIDE FIRST_SET_ASIDE
#define DEPLOY(figure, cell) (FIRST_DEPLOY + CELLS * (figure) + (cell))
#define WALK(figure, origin, step) (FIRST_WALK + 6 * (CELLS * (figure) + (origin)) + (step))
#define TRANSFER(figure, origin, target) \
    (FIRST_TRANSFER + CELLS * (CELLS * (figure) + (origin)) + (target))
#define UNCOVER(cell) (FIRST_UNCOVER + (cell))
#define RECOVER(cell) (FIRST_RECOVER + (cell))
#define REVEAL(kind) (FIRST_REVEAL + (kind))
#define EXCHANGE(give, seat, take) \
    (FIRST_EXCHANGE + KINDS * (MAX_PLAYERS * (give) + (seat) - 1) + (take))
#define CAMP(cell) (FIRST_CAMP + (cell))
#define GUARD(cell, figure) (FIRST_GUARD + FIGURES * (cell) + (figure))
#define END FIRST_END
#define PASS FIRST_PASS
#define TAKE(tile) (FIRST_TAKE + (tile))
#define BID(points) (FIRST_BID + (points))

#endif
