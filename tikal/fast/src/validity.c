/* Whether a position from outside is one that tikal.problems finds nothing against.
 *
 * The chapters rely on it: they look at nothing twice, and index tables by what stands here.
 */
#include "rules.h"

static uint64_t seats(const Position *p) { return BIT(p->players) - 1; }

static bool is_acting(const Position *p) {
    return p->phase == PHASE_ACT || p->phase == PHASE_REVEAL;
}

static bool is_final_round(const Position *p) { return p->scoring && p->tile == NOTHING; }

/* --- the records: every number is one of a piece, a cell or a seat --- */

static bool expedition_fits(const Expedition *who) {
    if (who->score < 0) return false;
    if (who->leader >= CELLS && who->leader != IN_SUPPLY && who->leader != OUT_OF_PLAY) return false;
    if (who->camp_count > CAMPS || who->guard_count > GUARDS) return false; /* CAMP-05, GUARD-11 */
    for (int i = 0; i < who->camp_count; i++)
        if (who->camps[i] >= CELLS) return false;
    for (int i = 0; i < who->guard_count; i++)
        if (who->guards[i] >= CELLS || who->guard_figures[i] >= FIGURES) return false;
    for (int kind = 0; kind < KINDS; kind++)
        if (who->treasures[kind] > COPIES) return false; /* DER-04 */
    return true;
}

static bool records_fit(const Position *p) {
    if (p->players < MIN_PLAYERS || p->players > MAX_PLAYERS) return false; /* COMP-01 */
    if (p->auction > 1 || p->scoring > 1 || p->phase >= PHASES) return false;
    if (p->auction && p->switches[SWITCH_HAS_AUCTION] == HAS_AUCTION_NO) return false; /* AUCTION-01 */
    if (p->phase == PHASE_OVER ? p->active : p->active < 1 || p->active > p->players) return false;
    if (p->tile != NOTHING && p->tile >= LOOSE_TILES) return false; /* COMP-03 */
    if (p->stock >> LOOSE_TILES) return false;
    if (p->queue_length > MAX_PLAYERS || p->display_length > MAX_PLAYERS || p->dug > MAX_DUG)
        return false;
    for (int i = 0; i < p->display_length; i++)
        if (p->display[i] >= LOOSE_TILES || (i && p->display[i - 1] >= p->display[i])) return false;
    for (int cell = 0; cell < CELLS; cell++)
        if (p->tiles[cell] != UNEXPLORED && p->tiles[cell] >= 6 * TILES) return false;
    for (int seat = 1; seat <= p->players; seat++)
        if (!expedition_fits(who_is(p, seat))) return false;
    return p->high_bid >= 0 && p->high_bidder <= p->players && p->first_passer <= p->players;
}

/* --- tiles --- */

static bool tiles_are_conserved(const Position *p) {
    uint64_t placed = p->stock;
    if (p->tile != NOTHING) {
        if (placed >> p->tile & 1) return false; /* COMP-03 */
        placed |= BIT(p->tile);
    }
    for (int i = 0; i < p->display_length; i++) {
        if (placed >> p->display[i] & 1) return false;
        placed |= BIT(p->display[i]);
    }
    EACH(cell, p->explored) {
        int tile = p->tiles[cell] / 6;
        if (placed >> tile & 1) return false;
        if (LYING[tile][p->tiles[cell] % 6] != p->tiles[cell]) return false; /* smallest rotation */
        placed |= BIT(tile);
    }
    for (int cell = 0; cell < CELLS; cell++)
        if (PRINTED[cell] != UNEXPLORED
            && (p->tiles[cell] == UNEXPLORED || p->tiles[cell] / 6 != PRINTED[cell] / 6))
            return false; /* COMP-02 */
    bool lost = (placed & (BIT(LOOSE_TILES) - 1)) != BIT(LOOSE_TILES) - 1;
    if (lost && has_room(p)) return false; /* */
    return p->phase != PHASE_DRAW || p->stock;
}

/* DER-01 */
static bool hexes_are_connected(const Position *p) {
    bool through = p->switches[SWITCH_STONES_TOWARDS_VOLCANOES] == STONES_TOWARDS_VOLCANOES_YES;
    Cells reached = BIT(BASE_CAMP), frontier = reached;
    while (frontier) {
        int here = lowest(frontier);
        frontier &= frontier - 1;
        Cells ways = 0;
        for (int i = 0; i < NEIGHBOUR_COUNT[here]; i++)
            if (p->steps[here][i]) ways |= BIT(NEIGHBOURS[here][i].cell);
        if (through) {
            Cells around = NEIGHBOUR_CELLS[here] & p->explored;
            ways |= p->volcanoes >> here & 1 ? around : around & p->volcanoes;
        }
        frontier |= ways & ~reached;
        reached |= ways;
    }
    Cells wanted = through ? p->explored : p->explored & ~p->volcanoes;
    if (wanted & ~reached) return false;
    return p->switches[SWITCH_VOLCANO_MAY_FORECLOSE] == VOLCANO_MAY_FORECLOSE_YES
        || !cuts_off(p->volcanoes); /* PLACE-05 */
}

/* --- temples and treasures --- */

static int printed_value(const Position *p, int cell) {
    return p->explored >> cell & 1 ? VALUE_OF[p->tiles[cell] / 6] : 0;
}

static int masks(const Position *p, int cell) {
    return p->explored >> cell & 1 ? MASKS_OF[p->tiles[cell] / 6] : 0;
}

static bool floors_are_conserved(const Position *p) {
    int laid[MAX_FLOOR + 1] = {0};
    for (int cell = 0; cell < CELLS; cell++) {
        int own = printed_value(p, cell);
        if (p->values[cell] < own || p->values[cell] > (own ? MAX_FLOOR : 0)) return false;
        for (int floor = own + 1; floor <= p->values[cell]; floor++) laid[floor]++; /* TEMPLE-11 */
    }
    for (int i = 0; i < FLOORS; i++)
        if (p->floors[i] + laid[MIN_FLOOR + i] != FLOOR_PIECES[i]) return false; /* DER-05 */
    return true;
}

static bool tokens_are_conserved(const Position *p) {
    int missing = 0, owned = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        if (p->tokens[cell] > masks(p, cell)) return false; /* PLACE-10 */
        missing += masks(p, cell) - p->tokens[cell];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        int found = 0;
        for (int seat = 1; seat <= p->players; seat++) found += who_is(p, seat)->treasures[kind];
        if (found + p->unseen[kind] != COPIES) return false; /* DER-04 */
        owned += found;
    }
    return missing == owned + (p->phase == PHASE_REVEAL); /* DER-04 */
}

/* --- figures, camps, guards, points --- */

static bool figures_are_conserved(const Position *p, const Expedition *who) {
    int workers = who->supply + who->removed[FIGURE_WORKER], guards[FIGURES] = {0};
    if (cells_of(who) & (~p->explored | p->volcanoes)) return false; /* VOLC-04 */
    EACH(cell, who->standing) workers += who->workers[cell];
    for (int i = 0; i < who->guard_count; i++) guards[who->guard_figures[i]]++;
    if (workers + guards[FIGURE_WORKER] != WORKERS) return false; /* DER-03 */
    if (guards[FIGURE_LEADER] + who->removed[FIGURE_LEADER] != (who->leader == OUT_OF_PLAY))
        return false; /* DER-03 */
    return who->guard_count || !(who->removed[FIGURE_LEADER] + who->removed[FIGURE_WORKER]);
}

static bool camps_and_guards_fit(const Position *p) {
    Cells camps = 0, guards = 0;
    for (int seat = 1; seat <= p->players; seat++) {
        const Expedition *who = who_is(p, seat);
        for (int i = 0; i < who->camp_count; i++) {
            int cell = who->camps[i];
            if (camps >> cell & 1 || (i && who->camps[i - 1] > cell)) return false; /* CAMP-04 */
            if (!is_camp_site(p, cell)) return false;                              /* CAMP-02 */
            camps |= BIT(cell);
        }
        for (int i = 0; i < who->guard_count; i++) {
            int cell = who->guards[i];
            if (guards >> cell & 1 || (i && who->guards[i - 1] > cell)) return false; /* GUARD-14 */
            if (!(p->temples >> cell & 1)) return false;                             /* GUARD-02 */
            guards |= BIT(cell);
        }
    }
    return true;
}

static bool is_still_to_score(const Position *p, int seat) {
    if (!p->scoring) return false;
    for (int i = 0; i < p->queue_length; i++)
        if (p->queue[i] == seat) return true;
    return p->active == seat;
}

static bool points_are_possible(const Position *p) {
    uint64_t hidden = p->stock;
    for (int i = 0; i < p->display_length; i++) hidden |= BIT(p->display[i]);
    int begun = size_of(VOLCANO_TILES & ~hidden) + (p->phase == PHASE_OVER || is_final_round(p));
    for (int seat = 1; seat <= p->players; seat++) {
        int times = begun - is_still_to_score(p, seat);
        if (who_is(p, seat)->score > MAX_POINTS + MAX_POINTS_AT_A_TIME * times) return false;
    }
    return true;
}

/* --- the turn --- */

static bool phase_fits(const Position *p) {
    bool acting = is_acting(p), waits = p->tile != NOTHING;
    bool volcano = waits && TERRAIN_OF[p->tile] == TERRAIN_VOLCANO;
    if ((p->phase == PHASE_BID || p->phase == PHASE_TAKE) && !p->auction) return false; /* AUCTION-01 */
    if (p->ap > (acting ? ACTION_POINTS : 0)) return false;                             /* DER-06 */
    if (p->scoring && !acting) return false;                                            /* SCORE-02 */
    if (acting && waits != (p->scoring && volcano)) return false;                       /* VOLC-02 */
    if ((p->phase == PHASE_PLACE) != (waits && !acting)) return false;                  /* TURN-02 */
    if ((p->stock || p->display_length) && (p->phase == PHASE_OVER || is_final_round(p)))
        return false; /* END-01 */
    return p->winners == (p->phase == PHASE_OVER ? winners_of(p) : 0); /* END-05 */
}

static bool queue_fits(const Position *p) {
    uint64_t found = 0;
    int next = p->active;
    bool in_order = p->tile != NOTHING || !p->auction;
    if (p->queue_length && !p->scoring) return false;
    for (int i = 0; i < p->queue_length; i++) {
        int seat = p->queue[i];
        if (seat < 1 || seat > p->players || seat == p->active || (found >> seat & 1)) return false;
        found |= BIT(seat);
        next = clockwise(p, next);
        if (in_order && seat != next) return false; /* SCORE-01, END-03 */
    }
    return true;
}

static bool work_fits(const Position *p) {
    int spent = 0, tokens = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int times = p->worked[cell], most;
        if (!times) continue;
        if (!is_acting(p) || !(p->explored >> cell & 1)) return false;
        switch (TERRAIN_OF[p->tiles[cell] / 6]) {
            case TERRAIN_TEMPLE:
                most = p->values[cell] - printed_value(p, cell);
                if (times > most || times > LEVELS_A_TURN) return false;
                spent += times * PRICE_OF_UNCOVER;
                break;
            case TERRAIN_TREASURE:
                most = masks(p, cell) - p->tokens[cell];
                if (times > most || times > TOKENS_A_TURN) return false;
                spent += times * PRICE_OF_RECOVER;
                tokens += times;
                break;
            default: return false;
        }
    }
    return spent <= ACTION_POINTS - p->ap && (p->phase != PHASE_REVEAL || tokens); /* DER-06 */
}

static bool diggers_fit(const Position *p) {
    Cells once = 0, known = 0;
    if (p->switches[SWITCH_SECOND_DIG] == SECOND_DIG_DIFFERENT)
        for (int cell = 0; cell < CELLS; cell++)
            if (p->worked[cell] == 1) once |= BIT(cell);
    for (int i = 0; i < p->dug; i++) {
        const Diggers *dug = &p->diggers[i];
        if (dug->cell >= CELLS || (i && p->diggers[i - 1].cell >= dug->cell)) return false;
        known |= BIT(dug->cell);
        if (!dug->places[FIGURE_LEADER] && !dug->places[FIGURE_WORKER]) return false;
        if (size_of(dug->places[FIGURE_LEADER]) > 1) return false;
        for (int figure = 0; figure < FIGURES; figure++)
            EACH(place, dug->places[figure] & ~BIT(GONE))
                if (place >= CELLS || !p->active || !has_figure(active_one(p), figure, place))
                    return false;
    }
    return known == once; /* TEMPLE-03 */
}

/* --- the auction --- */

static bool bids_fit(const Position *p) {
    uint64_t out = p->passed | p->done;
    int first = p->first_passer, bidder = p->high_bidder;
    if (p->phase != PHASE_BID) return !p->high_bid && !bidder && !p->passed && !first; /* AUCTION-12 */
    int least = p->switches[SWITCH_LOWEST_BID] == LOWEST_BID_0 ? 0 : 1;
    if (bidder ? p->high_bid < least : p->high_bid) return false;          /* AUCTION-08 */
    if (bidder && p->high_bid > who_is(p, bidder)->score) return false;    /* AUCTION-29 */
    if (p->active == bidder || out >> (p->active - 1) & 1) return false;   /* AUCTION-07 */
    if (bidder && out >> (bidder - 1) & 1) return false;                   /* AUCTION-07 */
    if (p->passed & p->done) return false;                                 /* AUCTION-15 */
    if (p->players - size_of(p->done) < 2) return false;                     /* AUCTION-17 */
    if (first) return !bidder && (p->passed >> (first - 1) & 1);           /* AUCTION-16 */
    return bidder || !p->passed;
}

static bool auction_fits(const Position *p) {
    if (!p->auction || p->phase == PHASE_OVER || is_final_round(p))
        return !p->display_length && !p->high_bid && !p->high_bidder && !p->passed
            && !p->first_passer && !p->done; /* AUCTION-01 */
    if ((p->passed | p->done) & ~seats(p)) return false;
    if (p->phase == PHASE_DRAW) {
        if (p->done || p->display_length >= p->players) return false; /* AUCTION-04 */
    } else {
        bool choosing = p->phase == PHASE_BID || p->phase == PHASE_TAKE;
        int player = p->active;
        if (p->display_length != p->players - size_of(p->done) - !choosing) return false; /* AUCTION-04 */
        if (p->scoring) /* whose turn this is once everybody has scored */
            player = clockwise(p, p->queue_length ? p->queue[p->queue_length - 1] : player);
        if (p->done >> (player - 1) & 1) return false; /* AUCTION-15 */
    }
    return bids_fit(p);
}

/* Whether the position can be played; what follows from the rest is filled in. */
bool is_playable(Position *p) {
    if (!records_fit(p)) return false;
    derive(p);
    for (int seat = 1; seat <= p->players; seat++)
        if (!figures_are_conserved(p, who_is(p, seat))) return false;
    return tiles_are_conserved(p) && hexes_are_connected(p) && floors_are_conserved(p)
        && tokens_are_conserved(p) && camps_and_guards_fit(p) && queue_fits(p)
        && points_are_possible(p) && phase_fits(p) && work_fits(p) && diggers_fit(p)
        && auction_fits(p);
}
