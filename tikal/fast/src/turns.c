/* Drawing a tile, and ending a turn. */
#include "rules.h"

/* The tiles of the first letter that still has some (SETUP-02, TURN-03). */
void list_draws(const Position *p, Moves *moves) {
    if (!p->stock) return; /* only in a position built by hand, see tikal.problems */
    EACH(tile, p->stock & TILES_OF_LETTER[LETTER_OF[lowest(p->stock)]]) list(moves, DRAW(tile));
}

/* The tile lies face up: before the active seat, or on display in the auction game. */
void draw(Position *p, int tile) {
    p->stock &= ~BIT(tile);
    if (p->auction)
        show(p, tile);
    else
        receive(p, tile);
}

static void end_bidding(Position *p) {
    p->display_length = 0;
    p->high_bid = 0;
    p->high_bidder = p->passed = p->first_passer = p->done = 0;
}

/* Unspent action points are lost (TURN-06); a scoring turn scores; the next turn begins. */
void end_turn(Position *p) {
    if (p->scoring) {
        end_scoring_turn(p);
    } else if (!p->stock && !p->display_length) { /* END-01 */
        end_bidding(p);
        final_round(p);
    } else if (p->auction) {
        next_round_turn(p);
    } else {
        begin(p, PHASE_DRAW, clockwise(p, p->active), 0); /* TURN-01 */
    }
}
