/* The planes and scalars of tikal/bots/observation.py, whose names are in tables.h. */
#include "rules.h"

#define AT(plane, cell) found[CELLS * (plane) + (cell)]
#define SEAT_PLANES (PLANE_LEFT_WORKERS - PLANE_SELF_WORKERS)
#define SEAT_SCALARS (SCALAR_LEFT_IS_THERE - SCALAR_SELF_IS_THERE)

static void mark(float *plane, Cells cells) {
    EACH(cell, cells) plane[cell] = 1;
}

static void observe_board(const Position *p, float *found) {
    EACH(cell, p->explored) {
        int lying = p->tiles[cell], tile = lying / 6;
        AT(PLANE_TILE_NUMBER, cell) = (float)(1 + tile);
        AT(PLANE_TERRAIN_BASE_CAMP + TERRAIN_OF[tile], cell) = 1;
        for (int side = 0; side < 6; side++) AT(PLANE_STONES_N + side, cell) = STONES[lying][side];
        for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++)
            AT(PLANE_STEP_N + NEIGHBOURS[cell][i].side, cell) = p->steps[cell][i];
    }
    for (int cell = 0; cell < CELLS; cell++) {
        AT(PLANE_TEMPLE_VALUE, cell) = p->values[cell];
        AT(PLANE_TOKENS, cell) = p->tokens[cell];
    }
}

/* What has been dug this turn, and by whom it may have been. */
static void observe_turn(const Position *p, float *found) {
    for (int cell = 0; cell < CELLS; cell++) AT(PLANE_WORKED, cell) = p->worked[cell];
    for (int i = 0; i < p->dug; i++) {
        const Diggers *dug = &p->diggers[i];
        Cells leader = dug->places[FIGURE_LEADER], workers = dug->places[FIGURE_WORKER];
        AT(PLANE_DUG_ONCE_BY_THE_LEADER, dug->cell) = leader & ALL_CELLS ? 1 : leader ? 2 : 0;
        if (workers >> GONE) AT(PLANE_DUG_ONCE_BY_A_WORKER_OUT_OF_PLAY, dug->cell) = 1;
        mark(&AT(PLANE_WORKER_WHO_MAY_HAVE_DUG_HEX_1 + i, 0), workers & ALL_CELLS);
    }
}

static void observe_pieces(const Expedition *who, float *found) {
    EACH(cell, who->standing) AT(PLANE_SELF_WORKERS, cell) = who->workers[cell];
    if (is_on_board(who)) AT(PLANE_SELF_LEADER, who->leader) = 1;
    for (int i = 0; i < who->camp_count; i++) AT(PLANE_SELF_CAMP, who->camps[i]) = 1;
    for (int i = 0; i < who->guard_count; i++)
        AT(PLANE_SELF_GUARD_LEADER + who->guard_figures[i], who->guards[i]) = 1;
}

/* --- scalars --- */

static void observe_switches(const Position *p, float *scalars) {
    for (int i = 0; i < SWITCHES; i++)
        if (i != SWITCH_TIEBREAK) scalars[FIRST_SWITCH_SCALAR[i] + p->switches[i]] = 1;
    for (int i = 0; i < p->tiebreaks; i++)
        scalars[FIRST_SWITCH_SCALAR[SWITCH_TIEBREAK] + p->tiebreak[i]] = (float)(1 + i);
}

static void observe_table(const Position *p, float *scalars) {
    scalars[SCALAR_AUCTION] = p->auction;
    scalars[SCALAR_PHASE_DRAW + p->phase] = 1;
    scalars[SCALAR_ACTION_POINTS] = p->ap;
    scalars[SCALAR_SCORING_TURN] = p->scoring;
    scalars[SCALAR_HIGH_BID] = p->high_bid;
    if (p->tile != NOTHING) scalars[SCALAR_WAITING_A1 + p->tile] = 1;
    for (int i = 0; i < p->display_length; i++) scalars[SCALAR_ON_DISPLAY_A1 + p->display[i]] = 1;
    mark(scalars + SCALAR_TO_DRAW_A1, p->stock);
    for (int i = 0; i < FLOORS; i++) scalars[SCALAR_FLOORS_2 + i] = p->floors[i];
    for (int i = 0; i < KINDS; i++) scalars[SCALAR_UNSEEN_1 + i] = p->unseen[i];
}

/* The scalars of a seat, as if it were the one that looks. */
static void observe_seat(const Position *p, int seat, float *scalars) {
    const Expedition *who = who_is(p, seat);
    unsigned bit = 1u << (seat - 1);
    scalars[SCALAR_SELF_IS_THERE] = 1;
    scalars[SCALAR_SELF_IS_ACTIVE] = seat == p->active;
    scalars[SCALAR_SELF_SCORE] = who->score;
    scalars[SCALAR_SELF_LEADER_IN_SUPPLY] = who->leader == IN_SUPPLY;
    scalars[SCALAR_SELF_LEADER_OUT_OF_PLAY] = who->leader == OUT_OF_PLAY;
    scalars[SCALAR_SELF_WORKERS_IN_SUPPLY] = who->supply;
    for (int figure = 0; figure < FIGURES; figure++)
        scalars[SCALAR_SELF_LEADERS_REMOVED + figure] = who->removed[figure];
    for (int i = 0; i < p->queue_length; i++)
        if (p->queue[i] == seat) scalars[SCALAR_SELF_PLACE_IN_THE_QUEUE] = (float)(1 + i);
    scalars[SCALAR_SELF_HAS_WON] = (p->winners & bit) != 0;
    scalars[SCALAR_SELF_IS_HIGH_BIDDER] = p->high_bidder == seat;
    scalars[SCALAR_SELF_HAS_PASSED] = (p->passed & bit) != 0;
    scalars[SCALAR_SELF_PASSED_FIRST] = p->first_passer == seat;
    scalars[SCALAR_SELF_HAD_TURN] = (p->done & bit) != 0;
    for (int kind = 0; kind < KINDS; kind++)
        scalars[SCALAR_SELF_TREASURES_1 + kind] = who->treasures[kind];
}

/* --- the observation --- */

/* Scales are powers of two, so that the products are the same everywhere. */
static void scale(float *found) {
    for (int plane = 0; plane < PLANES; plane++) {
        float factor = PLANE_FACTORS[plane];
        if (factor != 1)
            for (int cell = 0; cell < CELLS; cell++) AT(plane, cell) *= factor;
    }
    float *scalars = found + PLANES * CELLS;
    for (int i = 0; i < SCALARS; i++) scalars[i] *= SCALAR_FACTORS[i];
}

/* The view of a seat: OBSERVATION numbers. */
void observe(const Position *p, int seat, bool scaled, float *found) {
    float *scalars = found + PLANES * CELLS;
    memset(found, 0, OBSERVATION * sizeof *found);
    observe_board(p, found);
    observe_turn(p, found);
    observe_switches(p, scalars);
    observe_table(p, scalars);
    for (int left = 0; left < p->players; left++, seat = clockwise(p, seat)) {
        observe_pieces(who_is(p, seat), found + CELLS * SEAT_PLANES * left);
        observe_seat(p, seat, scalars + SEAT_SCALARS * left);
    }
    if (scaled) scale(found);
}
