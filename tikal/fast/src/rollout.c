/* Random games to the end, with the dice of tikal/fast/dice.py. */
#include "dice.h"
#include "rules.h"

/* The place in the list of a random move. */
int choice(const Position *p, const Moves *moves, uint64_t *counter) {
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
