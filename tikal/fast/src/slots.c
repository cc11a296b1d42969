/* Games in slots: made by numbers, with chance decided, and begun anew when they end. */
#include "slots.h"

#include "dice.h"

/* Fresh dice; those that choose random numbers are others than those of chance. */
void set_seed(Slot *slot, uint64_t seed) {
    slot->dice = seed;
    slot->chooser = ~seed;
}

static void let_chance_decide(Slot *slot) {
    Position *p = &slot->now;
    while (p->phase == PHASE_DRAW || p->phase == PHASE_REVEAL) {
        Moves moves;
        list_moves(p, &moves);
        if (!moves.count) return; /* only in a position built by hand */
        make(p, moves.codes[choice(p, &moves, &slot->dice)]);
    }
}

static void begin_game(const Slots *all, Slot *slot) {
    slot->seed = slot->dice;
    slot->now = all->start;
    let_chance_decide(slot);
}

/* --- what the arrays show --- */

static void show_moves(const Slots *all, size_t game) {
    Slot *slot = &all->slots[game];
    uint8_t *mask = all->to.masks + game * (size_t)all->actions;
    Moves moves;
    list_moves(&slot->now, &moves);
    memset(mask, 0, (size_t)all->actions);
    memset(slot->legal, 0, sizeof slot->legal);
    slot->count = 0;
    for (int i = 0; i < moves.count; i++) {
        int n = number_of(&slot->now, moves.codes[i]);
        if (n < 0) continue; /* a bid above the highest number, or chance */
        mask[n] = 1;
        slot->legal[n / 64] |= BIT(n % 64);
        slot->count++;
    }
    all->to.counts[game] = slot->count;
}

static void show_position(const Slots *all, size_t game) {
    const Position *p = &all->slots[game].now;
    int seat = p->active ? p->active : 1;
    all->to.seats[game] = p->active;
    observe(p, seat, all->scaled, all->to.observations + game * OBSERVATION);
    show_moves(all, game);
}

static void show_scores(const Slots *all, size_t game, const Position *p) {
    for (int i = 0; i < p->players; i++)
        all->to.scores[game * p->players + (size_t)i] = p->expeditions[i].score;
}

/* What a step has earned: points against the mean of all, or the end against what all have paid. */
static void show_rewards(const Slots *all, size_t game, const int16_t *before, const Position *p) {
    float *rewards = all->to.rewards + game * p->players;
    int gained = 0, winners = 0;
    for (int i = 0; i < p->players; i++) {
        gained += p->expeditions[i].score - before[i];
        winners += p->winners >> i & 1;
    }
    for (int i = 0; i < p->players; i++) {
        double earned = 0;
        if (all->by_points)
            earned = p->expeditions[i].score - before[i] - (double)gained / p->players;
        else if (winners)
            earned = (p->winners >> i & 1) * (1.0 / winners) - 1.0 / p->players;
        rewards[i] = (float)earned;
    }
}

/* --- playing --- */

/* A new game, with nothing earned. */
void restart(const Slots *all, size_t game) {
    Slot *slot = &all->slots[game];
    int players = all->start.players;
    begin_game(all, slot);
    memset(all->to.rewards + game * (size_t)players, 0, (size_t)players * sizeof(float));
    all->to.done[game] = 0;
    show_scores(all, game, &slot->now);
    show_position(all, game);
}

/* The marked number of the same move, -1 if it is illegal or has none: a tile may be laid in any
 * rotation that looks the same. */
static int marked_number(const Slot *slot, int number) {
    if (slot->legal[number / 64] >> (number % 64) & 1) return number;
    int code = slot->count ? code_of_number(&slot->now, number) : -1;
    if (code < FIRST_PLACE || code >= FIRST_SET_ASIDE) return -1;
    int alike = number_of(&slot->now, canonical(&slot->now, code));
    return alike >= 0 && (slot->legal[alike / 64] >> (alike % 64) & 1) ? alike : -1;
}

/* Refuse the number of a game if it may not be given. */
void check_number(const Slots *all, size_t game) {
    int number = all->numbers[game];
    if (number == WAITS) return;
    if (number < 0 || number >= all->actions || marked_number(&all->slots[game], number) < 0)
        all->numbers[game] = REFUSED;
}

/* Make the move of a number that may be given, or wait. */
void step(const Slots *all, size_t game) {
    Slot *slot = &all->slots[game];
    Position *p = &slot->now;
    int16_t before[MAX_PLAYERS];
    for (int i = 0; i < p->players; i++) before[i] = p->expeditions[i].score;
    int number = all->numbers[game];
    if (number != WAITS) {
        make(p, code_of_number(p, marked_number(slot, number)));
        let_chance_decide(slot);
    }
    bool over = p->phase == PHASE_OVER && number != WAITS;
    show_rewards(all, game, before, p);
    show_scores(all, game, p);
    all->to.done[game] = over;
    if (over) {
        slot->ended = *p;
        slot->has_ended = true;
        begin_game(all, slot);
    }
    if (number != WAITS) show_position(all, game);
}

/* One of the marked numbers, each equally likely; WAITS if there is none. */
static int random_number(Slot *slot) {
    if (!slot->count) return WAITS;
    int ticket = (int)below(&slot->chooser, (uint32_t)slot->count), word = 0, there;
    for (; (there = size_of(slot->legal[word])) <= ticket; word++) ticket -= there;
    uint64_t left = slot->legal[word];
    while (ticket--) left &= left - 1;
    return 64 * word + lowest(left);
}

void sample(const Slots *all, size_t game) {
    all->sampled[game] = random_number(&all->slots[game]);
}
