/* What the position is likely to bring: the estimate of tikal/bots/evaluation.py, in its units. */
#include "rules.h"

static int smaller(int a, int b) { return a < b ? a : b; }

/* The scoring rounds to come: one for every volcano, and the last one. */
static int rounds_to_come(const Position *p) {
    if (p->phase == PHASE_OVER || (p->scoring && p->tile == NOTHING)) return 0;
    Cells loose = p->stock;
    int rounds = 1;
    for (int i = 0; i < p->display_length; i++) loose |= BIT(p->display[i]);
    EACH(volcano, loose & VOLCANO_TILES) rounds += BIT(volcano) != 0;
    return rounds;
}

/* For every cell the best that can be reached from there, less what the way costs. */
static void spread(const Position *p, int *hopes) {
    Cells changed = ALL_CELLS;
    while (changed) {
        int cell = lowest(changed);
        changed &= changed - 1;
        for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++) {
            int stones = p->steps[cell][i], other = NEIGHBOURS[cell][i].cell;
            if (!stones || hopes[cell] - WORTH_STEP * stones <= hopes[other]) continue;
            hopes[other] = hopes[cell] - WORTH_STEP * stones;
            changed |= BIT(other);
        }
    }
}

/* What figures and camps of a seat can still bring. */
static int plans(const Position *p, const Expedition *who, int *hopes) {
    int standing = 0, best = 0;
    spread(p, hopes);
    EACH(cell, cells_of(who))
        standing += hopes[cell] * (who->workers[cell] + WORTH_LEADER * (who->leader == cell));
    EACH(camp, usable_camps(who)) if (hopes[camp] > best) best = hopes[camp];
    int waiting = who->supply + WORTH_LEADER * (who->leader == IN_SUPPLY);
    return WORTH_ON_BOARD * standing + WORTH_IN_SUPPLY * waiting * best
           + WORTH_CAMP * who->camp_count;
}

static bool awaits_its_scoring(const Position *p, int seat) {
    if (!p->scoring) return false;
    for (int i = 0; i < p->queue_length; i++)
        if (p->queue[i] == seat) return true;
    return p->active == seat;
}

/* What a seat is likely to have in the end. */
int prospect(const Position *p, int seat) {
    const Expedition *who = who_is(p, seat);
    int rounds = rounds_to_come(p), hopes[CELLS] = {0}, treasures = 0;
    for (int kind = 0; kind < KINDS; kind++) treasures += TREASURE_POINTS[who->treasures[kind]];
    int now = WORTH_POINT * treasures, later = WORTH_TREASURE_LEFT * treasures;
    for (int cell = 0; cell < CELLS; cell++) {
        int value = p->values[cell], tokens = p->tokens[cell];
        if (tokens)
            hopes[cell] = members(who, cell) < smaller(tokens, TOKENS_A_TURN) ? WORTH_TOKENS
                                                                               : WORTH_SPARE_TOKENS;
        if (!value) continue;
        if (p->guarded >> cell & 1) {
            for (int i = 0; i < who->guard_count; i++)
                if (who->guards[i] == cell) {
                    now += WORTH_POINT * value;
                    later += WORTH_POINT * value;
                }
            continue;
        }
        int own = strength(who, cell), rival = 0;
        for (int other = 1; other <= p->players; other++)
            if (other != seat && strength(who_is(p, other), cell) > rival)
                rival = strength(who_is(p, other), cell);
        int lead = own - rival;
        if (own) {
            int left = smaller(lead, WORTH_MAX_LEAD);
            if (left < WORTH_MIN_LEAD) left = WORTH_MIN_LEAD;
            later += value * WORTH_TEMPLE_LEFT[left - WORTH_MIN_LEAD];
            if (lead > 0) now += WORTH_POINT * value;
        }
        hopes[cell] = value * (lead < WORTH_SAFE_LEAD ? WORTH_OPEN_TEMPLE : WORTH_SAFE_TEMPLE);
    }
    int points = WORTH_POINT * who->score + rounds * later;
    if (awaits_its_scoring(p, seat)) points += now;
    points *= WORTH_FINER;
    if (rounds) points += smaller(rounds, WORTH_ROUNDS_FOR_PLANS) * plans(p, who, hopes);
    if (p->active == seat && (p->phase == PHASE_ACT || p->phase == PHASE_REVEAL))
        points += WORTH_ACTION_POINT * p->ap;
    return points;
}
