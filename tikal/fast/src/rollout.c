/* Random games to the end, with the dice of tikal/fast/dice.py. */
#include "rules.h"

/* splitmix64 */
static uint64_t number(uint64_t *counter) {
    uint64_t mixed = *counter += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

/* A number below the limit, each equally likely: the high half of number x limit, unless the low
 * half is one of the 2**64 % limit values that would favour some of them. */
static uint32_t below(uint64_t *counter, uint32_t limit) {
    for (;;) {
        uint64_t drawn = number(counter), low = drawn * limit;
        if (low >= limit || low >= (UINT64_MAX - limit + 1) % limit) {
            uint64_t halves = (drawn & UINT32_MAX) * limit;
            return (uint32_t)(((drawn >> 32) * limit + (halves >> 32)) >> 32);
        }
    }
}

/* The place in the list of the next move. */
static int choice(const Position *p, const Moves *moves, uint64_t *counter) {
    if (p->phase != PHASE_REVEAL) return (int)below(counter, (uint32_t)moves->count);
    int tokens = 0; /* every unseen token is equally likely (PLACE-12) */
    for (int kind = 0; kind < KINDS; kind++) tokens += p->unseen[kind];
    int ticket = (int)below(counter, (uint32_t)tokens), place = 0;
    while ((ticket -= p->unseen[moves->codes[place] - FIRST_REVEAL]) >= 0) place++;
    return place;
}

void rollout(const Position *start, uint64_t seed, Outcome *outcome) {
    Position p = *start;
    Moves moves;
    uint64_t counter = seed;
    memset(outcome, 0, sizeof *outcome);
    for (;;) {
        list_moves(&p, &moves);
        if (!moves.count) break;
        int code = moves.codes[choice(&p, &moves, &counter)];
        outcome->counts[kind_of(code)]++;
        make(&p, code);
    }
    for (int seat = 1; seat <= p.players; seat++) outcome->scores[seat - 1] = who_is(&p, seat)->score;
    outcome->winners = p.winners;
}
