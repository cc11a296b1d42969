/* Camps: deploying figures, secret paths between camps, founding camps. */
#include "rules.h"

/* --- deploying --- */

void list_deploys(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    Cells camps = usable_camps(who); /* DEPLOY-02, DEPLOY-03 */
    if (p->ap < PRICE_OF_DEPLOY) return;
    if (who->leader == IN_SUPPLY) /* DEPLOY-04 */
        EACH(cell, camps) list(moves, DEPLOY(FIGURE_LEADER, cell));
    if (who->supply) /* DEPLOY-04 */
        EACH(cell, camps) list(moves, DEPLOY(FIGURE_WORKER, cell));
}

/* A figure goes from the supply onto the board (DEPLOY-01). */
void deploy(Position *p, int figure, int cell) {
    Expedition *who = mover(p);
    if (figure == FIGURE_LEADER) {
        who->leader = (uint8_t)cell;
    } else {
        add_workers(who, cell, +1);
        who->supply--;
    }
    p->ap -= PRICE_OF_DEPLOY;
}

/* --- secret paths --- */

static void ways_out(int figure, int origin, Cells camps, Moves *moves) {
    EACH(target, camps & ~BIT(origin)) list(moves, TRANSFER(figure, origin, target));
}

/* From the base camp or an own camp to another of these (C2C-01, C2C-02, C2C-03). */
void list_transfers(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    Cells camps = usable_camps(who);
    if (!who->camp_count || p->ap < PRICE_OF_TRANSFER) return;
    if (is_on_board(who) && (camps >> who->leader & 1))
        ways_out(FIGURE_LEADER, who->leader, camps, moves);
    EACH(origin, camps & who->standing) ways_out(FIGURE_WORKER, origin, camps, moves);
}

/* --- founding a camp --- */

/* The explored cells that are sites, or would be without their tokens. */
static Cells camp_grounds(const Position *p) {
    return p->campable;
}

/* A jungle hex, or a treasure hex without tokens (CAMP-02, TREASURE-09). */
bool is_camp_site(const Position *p, int cell) {
    return (camp_grounds(p) >> cell & 1) && !p->tokens[cell];
}

void list_camps(const Position *p, Moves *moves) {
    const Expedition *who = active_one(p);
    if (p->ap < PRICE_OF_CAMP || who->camp_count >= CAMPS) return; /* CAMP-05 */
    Cells sites = camp_grounds(p) & ~p->camp_cells;                /* CAMP-04 */
    if (p->switches[SWITCH_CAMP_REQUIRES_MEMBER] == CAMP_REQUIRES_MEMBER_YES)
        sites &= cells_of(who); /* CAMP-03, Q-28 */
    EACH(cell, sites) if (is_camp_site(p, cell)) list(moves, CAMP(cell));
}

/* The camp stands, for good, and can be used at once (CAMP-07, CAMP-10). */
void establish_camp(Position *p, int cell) {
    Expedition *who = mover(p);
    int at = who->camp_count++;
    while (at > 0 && who->camps[at - 1] > cell) {
        who->camps[at] = who->camps[at - 1];
        at--;
    }
    who->camps[at] = (uint8_t)cell;
    p->camp_cells |= BIT(cell);
    p->ap -= PRICE_OF_CAMP;
}
