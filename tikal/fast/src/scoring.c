/* Scoring: what a seat's position is worth, scoring rounds, and who wins. */
#include "rules.h"

static bool is_guarded_by(const Expedition *who, int cell) {
    for (int i = 0; i < who->guard_count; i++)
        if (who->guards[i] == cell) return true;
    return false;
}

/* Whether the seat is stronger on a hex than each other one; a tie counts for no seat (SCORE-05). */
static bool is_strongest(const Position *p, int seat, int cell) {
    int own = strength(who_is(p, seat), cell);
    for (int other = 1; other <= p->players; other++)
        if (other != seat && strength(who_is(p, other), cell) >= own) return false;
    return true;
}

/* Whether a temple counts for the seat: its guard's owner, or else the strongest (SCORE-04). */
static bool is_holder(const Position *p, int seat, int cell) {
    if (p->guarded >> cell & 1) {
        if (is_guarded_by(who_is(p, seat), cell)) return true; /* GUARD-10 */
        if (p->switches[SWITCH_GUARD_SCORES_ALONE] == GUARD_SCORES_ALONE_YES)
            return false; /* GUARD-10, Q-85 */
    }
    return is_strongest(p, seat, cell);
}

static int treasure_points(const Expedition *who) {
    int points = 0;
    for (int kind = 0; kind < KINDS; kind++)
        points += TREASURE_POINTS[who->treasures[kind]]; /* SCORE-07 */
    return points;
}

/* What the seat would score in this position (SCORE-04 to SCORE-08). */
int score(const Position *p, int seat) {
    const Expedition *who = who_is(p, seat);
    Cells present = cells_of(who); /* nothing counts from afar */
    for (int i = 0; i < who->guard_count; i++) present |= BIT(who->guards[i]);
    int points = treasure_points(who);
    EACH(cell, present & p->temples) if (is_holder(p, seat, cell)) points += p->values[cell];
    return points;
}

/* --- scoring rounds --- */

/* The first of these seats has its scoring turn now, the others after it. */
static void scoring_turns(Position *p, const uint8_t *order, int count) {
    uint8_t first = order[0];
    p->scoring = 1;
    p->queue_length = (uint8_t)(count - 1);
    memmove(p->queue, order + 1, p->queue_length);
    begin(p, PHASE_ACT, first, ACTION_POINTS);
}

static void all_clockwise_from(const Position *p, int seat, uint8_t *order) {
    for (int i = 0; i < p->players; i++, seat = clockwise(p, seat)) order[i] = (uint8_t)seat;
}

/* Everybody has a scoring turn, the volcano player first; the volcano waits (VOLC-02). */
void volcano_round(Position *p, int volcano) {
    uint8_t order[MAX_PLAYERS];
    p->tile = (uint8_t)volcano;
    all_clockwise_from(p, p->active, order);
    scoring_turns(p, order, p->players);
}

/* The last scoring round, after the last tile (END-01). */
void final_round(Position *p) {
    uint8_t order[MAX_PLAYERS];
    bool last_placer_opens = /* Q-70, in the auction game Q-80 */
        p->auction ? p->switches[SWITCH_FINAL_TIES_FROM] == FINAL_TIES_FROM_LAST_PLACER
                   : p->switches[SWITCH_FINAL_ROUND_OPENER] == FINAL_ROUND_OPENER_LAST_PLACER;
    all_clockwise_from(p, last_placer_opens ? p->active : clockwise(p, p->active), order); /* END-03 */
    if (p->auction) /* AUCTION-25, AUCTION-26: a stable sort keeps the nearest clockwise first */
        for (int i = 1; i < p->players; i++)
            for (int j = i; j > 0; j--) {
                uint8_t before = order[j - 1], after = order[j];
                if (who_is(p, before)->score <= who_is(p, after)->score) break;
                order[j - 1] = after;
                order[j] = before;
            }
    scoring_turns(p, order, p->players);
}

/* The seat scores; then the next one acts, or the round is over (SCORE-01, SCORE-03). */
void end_scoring_turn(Position *p) {
    int seat = p->active;
    Expedition *who = expedition(p, seat);
    who->score = (int16_t)(who->score + score(p, seat));
    if (p->queue_length) {
        scoring_turns(p, p->queue, p->queue_length);
        return;
    }
    p->scoring = 0;
    if (p->tile != NOTHING) { /* VOLC-03: the round went clockwise, the volcano player is next */
        begin(p, PHASE_PLACE, clockwise(p, seat), 0);
        return;
    }
    p->winners = (uint8_t)winners_of(p);
    begin(p, PHASE_OVER, 0, 0); /* END-04 */
}

/* --- the end --- */

/* The values of the best and the second best temple under own guards, 0 for those missing. */
static int guarded_value(const Position *p, const Expedition *who, int rank) {
    int values[GUARDS + 1] = {0};
    for (int i = 0; i < who->guard_count; i++) {
        int value = p->values[who->guards[i]], at = i;
        while (at > 0 && values[at - 1] < value) {
            values[at] = values[at - 1];
            at--;
        }
        values[at] = value;
    }
    return values[rank];
}

static int worth(const Position *p, const Expedition *who, int criterion) {
    int tokens = 0;
    switch (criterion) {
        case CRITERION_GUARD: return guarded_value(p, who, 0);
        case CRITERION_SECOND_GUARD: return guarded_value(p, who, 1);
        case CRITERION_TOKENS:
            for (int kind = 0; kind < KINDS; kind++) tokens += who->treasures[kind];
            return tokens;
        case CRITERION_TREASURE_POINTS: return treasure_points(who);
        default: return who->score;
    }
}

static int best_among(const Position *p, int tied, int criterion) {
    int best = -1, found = 0;
    EACH(i, (uint64_t)tied) {
        int own = worth(p, &p->expeditions[i], criterion);
        if (own > best) {
            best = own;
            found = 0;
        }
        if (own == best) found |= 1 << i;
    }
    return found;
}

/* The seats that would win now: most points, then the edition's tie-breaks (END-05 to END-08). */
int winners_of(const Position *p) {
    int tied = best_among(p, (1 << p->players) - 1, CRITERIA); /* END-05 */
    for (int i = 0; i < p->tiebreaks; i++) tied = best_among(p, tied, p->tiebreak[i]);
    return tied;
}
