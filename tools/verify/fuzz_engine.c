/* What libFuzzer attacks in the compiled engine: reading a position, and all that a game does.
 *
 * An input is the number of choices, the choices, the switches of an edition and a packed position
 * without its header. Whatever the choices are, every position that a move leads to must be one
 * that the engine itself accepts, and must survive being packed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rules.h"
#include "switches.h"

#define REQUIRE(holds) \
    do { \
        if (!(holds)) { \
            fprintf(stderr, "%s does not hold, line %d\n", #holds, __LINE__); \
            abort(); \
        } \
    } while (0)

/* Python has checked the switches of every edition that reaches the engine. */
static bool are_switches(const uint8_t *bytes) {
    for (int i = 0; i < SWITCHES; i++) {
        int value = *bytes++;
        if (i != SWITCH_TIEBREAK) {
            if (value >= VALUES[i]) return false;
            continue;
        }
        if (value > CRITERIA) return false;
        int seen = 0;
        for (int place = 0; place < CRITERIA; place++) {
            int criterion = *bytes++;
            if (place >= value) {
                if (criterion != NOTHING) return false;
            } else if (criterion >= CRITERIA || seen >> criterion & 1) {
                return false;
            } else {
                seen |= 1 << criterion;
            }
        }
    }
    return true;
}

/* The position is one that the engine accepts, and nothing of it is lost. */
static void require_sound(const Position *p, const uint8_t *switches) {
    uint8_t bytes[MAX_BYTES];
    int length = pack(p, bytes);
    REQUIRE(length > 0 && length <= MAX_BYTES);
    Position again;
    memset(&again, 0, sizeof again);
    read_switches(&again, switches);
    REQUIRE(unpack(&again, bytes, (size_t)length));
    REQUIRE(again.explored == p->explored && again.volcanoes == p->volcanoes);
    REQUIRE(again.temples == p->temples && again.campable == p->campable);
    REQUIRE(again.guarded == p->guarded && again.camp_cells == p->camp_cells);
    REQUIRE(!memcmp(again.steps, p->steps, sizeof p->steps));
    for (int seat = 1; seat <= p->players; seat++) {
        int points = score(p, seat);
        REQUIRE(points >= 0 && points <= MAX_SCORE);
    }
}

static void require_list(const Position *p, const Moves *moves) {
    static uint8_t seen[FIRST_BID + MAX_SCORE + 1];
    memset(seen, 0, sizeof seen);
    REQUIRE(moves->count >= 0 && moves->count <= MAX_MOVES);
    REQUIRE(moves->count > 0 || p->phase == PHASE_OVER); /* a game that is not over goes on */
    for (int i = 0; i < moves->count; i++) {
        int code = moves->codes[i];
        REQUIRE(code < (int)sizeof seen && !seen[code]);
        REQUIRE(canonical(p, code) == code && is_listed(moves, code));
        seen[code] = 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    size_t choices = *data++;
    size--;
    if (size < choices + SWITCH_BYTES) return 0;
    const uint8_t *choice = data, *switches = data + choices;
    if (!are_switches(switches)) return 0;
    Position p;
    memset(&p, 0, sizeof p);
    read_switches(&p, switches);
    if (!unpack(&p, switches + SWITCH_BYTES, size - choices - SWITCH_BYTES)) return 0;
    for (size_t i = 0; i <= choices; i++) {
        Moves moves;
        require_sound(&p, switches);
        list_moves(&p, &moves);
        require_list(&p, &moves);
        if (!moves.count || i == choices) break;
        make(&p, moves.codes[choice[i] * moves.count / 256]);
    }
    if (choices) {
        Outcome outcome;
        rollout(&p, choice[0], &outcome);
        REQUIRE(outcome.winners > 0 && outcome.winners < 1 << p.players);
    }
    return 0;
}
