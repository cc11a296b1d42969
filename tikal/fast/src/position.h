/* A position as the compiled engine holds it: plain bytes and sets of cells as bits.
 *
 * Cells, tiles, seats and kinds are numbered as in the records of tikal.State; sets of seats have
 * bit seat - 1. Derived fields are at the end, and `derive` computes them.
 */
#ifndef TIKAL_POSITION_H
#define TIKAL_POSITION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tables.h"

typedef uint64_t Cells; /* a set of cells */

#define FIGURES 2
#define GONE CELLS        /* where a digger is who has left the board */
#define MAX_DUG 5         /* ACTION_POINTS / PRICE_OF_UNCOVER: hexes dug in one turn */
#define ALL_CELLS ((UINT64_C(1) << CELLS) - 1)

/* A hex dug once this turn: by kind of figure, where its digger may be by now (TEMPLE-03). */
typedef struct {
    Cells places[FIGURES];
    uint8_t cell;
} Diggers;

/* Everything of one player. */
typedef struct {
    Cells standing; /* cells with workers; follows from `workers` */
    int16_t score;
    uint8_t leader; /* its cell, IN_SUPPLY or OUT_OF_PLAY */
    uint8_t supply;
    uint8_t workers[CELLS];
    uint8_t removed[FIGURES];
    uint8_t camp_count, guard_count;
    uint8_t camps[CAMPS]; /* ascending */
    uint8_t guards[GUARDS], guard_figures[GUARDS];
    uint8_t treasures[KINDS];
} Expedition;

typedef struct {
    /* what the players agreed on */
    uint8_t switches[SWITCHES];
    uint8_t tiebreaks, tiebreak[CRITERIA];
    uint8_t auction, players;
    /* the course of the game */
    uint8_t phase, active, ap, scoring;
    uint8_t tile; /* waiting to be placed, or NOTHING */
    uint8_t queue_length, queue[MAX_PLAYERS];
    uint8_t display_length, display[MAX_PLAYERS];
    int16_t high_bid;
    uint8_t high_bidder, passed, first_passer, done, winners;
    /* the turn */
    uint8_t worked[CELLS];
    uint8_t dug;
    Diggers diggers[MAX_DUG]; /* by ascending cell */
    /* the ground */
    uint8_t tiles[CELLS]; /* as they lie, or UNEXPLORED */
    uint8_t values[CELLS];
    uint8_t tokens[CELLS];
    /* beside the board */
    uint64_t stock; /* tiles not yet drawn */
    uint8_t floors[FLOORS];
    uint8_t unseen[KINDS];
    Expedition expeditions[MAX_PLAYERS];
    /* what follows */
    Cells explored, volcanoes, temples, campable, guarded, camp_cells;
    uint8_t steps[CELLS][6]; /* stones towards each of NEIGHBOURS, 0 where there is no step */
} Position;

#define BIT(n) (UINT64_C(1) << (n))

static inline int lowest(uint64_t set) {
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    int n = 0;
    while (!(set >> n & 1)) n++;
    return n;
#endif
}

static inline int size_of(uint64_t set) {
#if defined(__GNUC__)
    return __builtin_popcountll(set);
#else
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
#endif
}

/* Every member of a set, ascending. */
#define EACH(n, set) \
    for (uint64_t left_##n = (set); left_##n; left_##n &= left_##n - 1) \
        for (int n = lowest(left_##n), once_##n = 1; once_##n; once_##n = 0)

static inline Expedition *expedition(Position *p, int seat) { return &p->expeditions[seat - 1]; }
static inline const Expedition *who_is(const Position *p, int seat) {
    return &p->expeditions[seat - 1];
}
static inline Expedition *mover(Position *p) { return expedition(p, p->active); }
static inline const Expedition *active_one(const Position *p) { return who_is(p, p->active); }

static inline bool is_on_board(const Expedition *who) { return who->leader < CELLS; }

/* Figures on a hex; the leader counts as one, a guard does not (LEADER-02, Q-58). */
static inline int members(const Expedition *who, int cell) {
    return who->workers[cell] + (who->leader == cell);
}

static inline bool has_figure(const Expedition *who, int figure, int cell) {
    return figure == FIGURE_LEADER ? who->leader == cell : who->workers[cell] > 0;
}

/* Where own members stand. */
static inline Cells cells_of(const Expedition *who) {
    return who->standing | (is_on_board(who) ? BIT(who->leader) : 0);
}

/* What the figures on a hex count in a comparison (GUARD-03, LEADER-01). */
static inline int strength(const Expedition *who, int cell) {
    return who->workers[cell] + (who->leader == cell ? LEADER_STRENGTH : 0);
}

/* The seat to the left (TURN-01). */
static inline int clockwise(const Position *p, int seat) { return seat % p->players + 1; }

/* The base camp, which belongs to everybody, and the own camps (DEPLOY-06, CAMP-08). */
static inline Cells usable_camps(const Expedition *who) {
    Cells found = BIT(BASE_CAMP);
    for (int i = 0; i < who->camp_count; i++) found |= BIT(who->camps[i]);
    return found;
}

static inline void add_workers(Expedition *who, int cell, int number) {
    who->workers[cell] = (uint8_t)(who->workers[cell] + number);
    if (who->workers[cell])
        who->standing |= BIT(cell);
    else
        who->standing &= ~BIT(cell);
}

/* A phase begins for a seat: limits per turn are fresh. */
static inline void begin(Position *p, int phase, int seat, int ap) {
    p->phase = (uint8_t)phase;
    p->active = (uint8_t)seat;
    p->ap = (uint8_t)ap;
    memset(p->worked, 0, sizeof p->worked);
    p->dug = 0;
}

#endif
