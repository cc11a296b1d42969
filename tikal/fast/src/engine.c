/* Every legal move, in the order of tikal.legal_moves; and making one. */
#include "rules.h"

static void list_actions(const Position *p, Moves *moves) {
    if (p->ap) { /* nothing but ending the turn is free */
        list_deploys(p, moves);
        list_walks(p, moves);
        list_transfers(p, moves);
        list_uncovers(p, moves);
        list_recoveries(p, moves);
        list_exchanges(p, moves);
        list_camps(p, moves);
        list_guards(p, moves);
    }
    list(moves, END); /* TURN-05 */
}

void list_moves(const Position *p, Moves *moves) {
    moves->count = 0;
    switch (p->phase) { /* TURN-02, AUCTION-12 */
        case PHASE_DRAW: list_draws(p, moves); break;
        case PHASE_BID: list_bids(p, moves); break;
        case PHASE_TAKE: list_takes(p, moves); break;
        case PHASE_PLACE: list_placements(p, moves); break;
        case PHASE_ACT: list_actions(p, moves); break;
        case PHASE_REVEAL: list_reveals(p, moves); break; /* TREASURE-07 */
        default: break; /* END-04 */
    }
}

bool is_listed(const Moves *moves, int code) {
    for (int i = 0; i < moves->count; i++)
        if (moves->codes[i] == code) return true;
    return false;
}

/* The same placement under the smallest rotation that looks the same; any other move as it is. */
int canonical(const Position *p, int code) {
    if (code < FIRST_PLACE || code >= FIRST_SET_ASIDE || p->phase != PHASE_PLACE) return code;
    int cell = (code - FIRST_PLACE) / 6, rotation = (code - FIRST_PLACE) % 6;
    return PLACE(cell, LYING[p->tile][rotation] % 6);
}

int kind_of(int code) { return code < FIRST_BID ? KIND_OF[code] : KIND_BID; }

/* Make a move that is listed. */
void make(Position *p, int code) {
    int n;
    switch (kind_of(code)) {
        case KIND_DRAW: draw(p, code - FIRST_DRAW); break;
        case KIND_PLACE: place(p, (code - FIRST_PLACE) / 6, (code - FIRST_PLACE) % 6); break;
        case KIND_SET_ASIDE: set_aside(p); break;
        case KIND_DEPLOY:
            deploy(p, (code - FIRST_DEPLOY) / CELLS, (code - FIRST_DEPLOY) % CELLS);
            break;
        case KIND_WALK: {
            n = code - FIRST_WALK;
            int figure = n / 6 / CELLS, origin = n / 6 % CELLS, step = n % 6;
            go(p, figure, origin, NEIGHBOURS[origin][step].cell, p->steps[origin][step]);
            break;
        }
        case KIND_TRANSFER:
            n = code - FIRST_TRANSFER;
            go(p, n / CELLS / CELLS, n / CELLS % CELLS, n % CELLS, PRICE_OF_TRANSFER);
            break;
        case KIND_UNCOVER: uncover(p, code - FIRST_UNCOVER); break;
        case KIND_RECOVER: recover(p, code - FIRST_RECOVER); break;
        case KIND_REVEAL: reveal(p, code - FIRST_REVEAL); break;
        case KIND_EXCHANGE:
            n = code - FIRST_EXCHANGE;
            exchange(p, n / KINDS / MAX_PLAYERS, n / KINDS % MAX_PLAYERS + 1, n % KINDS);
            break;
        case KIND_CAMP: establish_camp(p, code - FIRST_CAMP); break;
        case KIND_GUARD:
            place_guard(p, (code - FIRST_GUARD) / FIGURES, (code - FIRST_GUARD) % FIGURES);
            break;
        case KIND_END: end_turn(p); break;
        case KIND_PASS: pass(p); break;
        case KIND_TAKE: take(p, code - FIRST_TAKE); break;
        case KIND_BID: bid(p, code - FIRST_BID); break;
        default: break;
    }
}
