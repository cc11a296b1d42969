/* Treasures: recovering tokens, seeing what they show, exchanging them. */
#include "rules.h"

/* --- recovering --- */

void list_recoveries(const Position *p, Moves *moves) {
    if (p->ap < PRICE_OF_RECOVER) return;
    EACH(cell, cells_of(active_one(p)) & p->campable)
        if (p->tokens[cell]                           /* TREASURE-01 */
            && may_dig(p, cell, TOKENS_A_TURN))       /* TREASURE-03, TREASURE-04 */
            list(moves, RECOVER(cell));
}

/* The top token leaves the hex; chance decides what it shows (TREASURE-06). */
void recover(Position *p, int cell) {
    p->tokens[cell]--;
    dig(p, cell);
    p->ap -= PRICE_OF_RECOVER;
    p->phase = PHASE_REVEAL;
}

/* --- what a token shows --- */

void list_reveals(const Position *p, Moves *moves) {
    for (int kind = 0; kind < KINDS; kind++)
        if (p->unseen[kind]) list(moves, REVEAL(kind)); /* COMP-05 */
}

/* The token lies open in front of its finder (TREASURE-07). */
void reveal(Position *p, int kind) {
    p->unseen[kind]--;
    mover(p)->treasures[kind]++;
    p->phase = PHASE_ACT;
}

/* --- exchanging --- */

void list_exchanges(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    bool equals = p->switches[SWITCH_SAME_KIND_EXCHANGE] == SAME_KIND_EXCHANGE_YES;
    if (p->ap < PRICE_OF_EXCHANGE) return;
    for (int give = 0; give < KINDS; give++) {
        if (who->treasures[give] != SINGLE) continue; /* SWAP-02, SWAP-05 */
        for (int seat = 1; seat <= p->players; seat++) {
            if (seat == p->active) continue; /* SWAP-02 */
            for (int take = 0; take < KINDS; take++)
                if (who_is(p, seat)->treasures[take] == SINGLE /* SWAP-02, SWAP-05 */
                    && (equals || give != take))               /* SWAP-05, Q-49 */
                    list(moves, EXCHANGE(give, seat, take));
        }
    }
}

/* Two tokens change owners; the other player cannot refuse (SWAP-04). */
void exchange(Position *p, int give, int seat, int take) {
    Expedition *own = mover(p), *other = expedition(p, seat);
    own->treasures[give]--;
    other->treasures[give]++;
    other->treasures[take]--;
    own->treasures[take]++;
    p->ap -= PRICE_OF_EXCHANGE;
}
