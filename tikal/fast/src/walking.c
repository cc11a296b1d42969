/* Walking: one step to an adjacent hex over stones. */
#include "rules.h"

static void steps_from(const Position *p, int figure, int origin, Moves *moves) {
    for (int i = 0; i < NEIGHBOUR_COUNT[origin]; i++) { /* MOVE-01 */
        int stones = p->steps[origin][i];               /* MOVE-05, MOVE-06 */
        if (stones && stones <= p->ap) list(moves, WALK(figure, origin, i)); /* TURN-04, MOVE-02 */
    }
}

void list_walks(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    if (is_on_board(who)) steps_from(p, FIGURE_LEADER, who->leader, moves);
    EACH(origin, who->standing) steps_from(p, FIGURE_WORKER, origin, moves);
}

/* A figure goes from one cell to another, on foot or over a secret path. */
void go(Position *p, int figure, int origin, int target, int price) {
    Expedition *who = mover(p);
    if (figure == FIGURE_LEADER) {
        who->leader = (uint8_t)target;
    } else {
        add_workers(who, origin, -1);
        add_workers(who, target, +1);
    }
    p->ap = (uint8_t)(p->ap - price); /* TURN-08 */
    follow_diggers(p, figure, origin, target);
}
