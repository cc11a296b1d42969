/* Placing a guard on a temple. */
#include "rules.h"

/* Whether the active seat is stronger on a hex than every other one taken singly. */
static bool is_strongest(const Position *p, int cell) {
    int own = strength(active_one(p), cell);
    for (int seat = 1; seat <= p->players; seat++)
        if (seat != p->active && strength(who_is(p, seat), cell) >= own) return false;
    return true;
}

void list_guards(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    if (p->ap < PRICE_OF_GUARD || who->guard_count >= GUARDS) return; /* GUARD-11 */
    EACH(cell, cells_of(who) & p->temples & ~p->guarded) {            /* GUARD-14 */
        if (!is_strongest(p, cell)) continue;                         /* GUARD-02 */
        for (int figure = 0; figure < FIGURES; figure++)
            if (has_figure(who, figure, cell)) list(moves, GUARD(cell, figure)); /* GUARD-04 */
    }
}

/* One figure becomes the guard; all other own figures there leave the game (GUARD-05). */
void place_guard(Position *p, int cell, int figure) {
    Expedition *who = mover(p);
    bool leader_there = who->leader == cell;
    if (leader_there && figure == FIGURE_WORKER) who->removed[FIGURE_LEADER]++;
    who->removed[FIGURE_WORKER] =
        (uint8_t)(who->removed[FIGURE_WORKER] + who->workers[cell] - (figure == FIGURE_WORKER));
    if (leader_there) who->leader = OUT_OF_PLAY;
    add_workers(who, cell, -who->workers[cell]);
    int at = who->guard_count++;
    while (at > 0 && who->guards[at - 1] > cell) {
        who->guards[at] = who->guards[at - 1];
        who->guard_figures[at] = who->guard_figures[at - 1];
        at--;
    }
    who->guards[at] = (uint8_t)cell;
    who->guard_figures[at] = (uint8_t)figure;
    p->guarded |= BIT(cell);
    p->ap -= PRICE_OF_GUARD;
    lose_diggers(p, cell);
}
