/* Uncovering temples, level by level. */
#include "rules.h"

void list_uncovers(const Position *p, Moves *moves) {
    if (p->ap < PRICE_OF_UNCOVER) return;
    Cells temples = cells_of(active_one(p)) & p->temples & ~p->guarded; /* TEMPLE-01, TEMPLE-10 */
    EACH(cell, temples) {
        int value = p->values[cell];
        if (value < MAX_FLOOR                          /* TEMPLE-11 */
            && may_dig(p, cell, LEVELS_A_TURN)             /* TEMPLE-03, TEMPLE-04 */
            && p->floors[value + 1 - MIN_FLOOR])        /* TEMPLE-07, TEMPLE-08 */
            list(moves, UNCOVER(cell));
    }
}

/* The next floor goes from the stock on top of the temple (TEMPLE-06). */
void uncover(Position *p, int cell) {
    int value = ++p->values[cell];
    p->floors[value - MIN_FLOOR]--;
    dig(p, cell);
    p->ap -= PRICE_OF_UNCOVER;
}
