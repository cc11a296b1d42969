/* Digging twice: what temples and treasure hexes have in common.
 *
 * Where the second dig of a turn asks for another member (Legend), a position knows where the first
 * digger may be by now; see tikal/rules/digging.py.
 */
#include "rules.h"

static bool needs_another_member(const Position *p) {
    return p->switches[SWITCH_SECOND_DIG] == SECOND_DIG_DIFFERENT;
}

static bool may_dig_again(const Position *p, int cell) {
    const Expedition *who = active_one(p);
    int present = members(who, cell);
    if (!needs_another_member(p))
        return present >= (p->switches[SWITCH_SECOND_DIG] == SECOND_DIG_PRESENT ? 2 : 1);
    if (present > 1) return true;
    int alone = who->leader == cell ? FIGURE_LEADER : FIGURE_WORKER;
    for (int i = 0; i < p->dug; i++) {
        const Diggers *dug = &p->diggers[i];
        if (dug->cell != cell) continue;
        Cells elsewhere = dug->places[alone] & ~BIT(cell);
        return elsewhere || dug->places[1 - alone];
    }
    return false;
}

/* Whether a member present may take one more level or token of a turn, of at most `most`. */
bool may_dig(const Position *p, int cell, int most) {
    int dug = p->worked[cell];
    return dug < most && (!dug || may_dig_again(p, cell)); /* TEMPLE-03, -04, TREASURE-03, -04 */
}

static void forget(Position *p, int cell) {
    for (int i = 0; i < p->dug; i++)
        if (p->diggers[i].cell == cell) {
            memmove(&p->diggers[i], &p->diggers[i + 1], (size_t)(p->dug - i - 1) * sizeof(Diggers));
            p->dug--;
            return;
        }
}

static void remember(Position *p, int cell) {
    const Expedition *who = active_one(p);
    int at = p->dug++;
    while (at > 0 && p->diggers[at - 1].cell > cell) {
        p->diggers[at] = p->diggers[at - 1];
        at--;
    }
    p->diggers[at].cell = (uint8_t)cell;
    for (int figure = 0; figure < FIGURES; figure++)
        p->diggers[at].places[figure] = has_figure(who, figure, cell) ? BIT(cell) : 0;
}

/* One more level or token of a hex has been taken. */
void dig(Position *p, int cell) {
    if (needs_another_member(p)) {
        if (p->worked[cell])
            forget(p, cell);
        else
            remember(p, cell);
    }
    p->worked[cell]++;
}

/* A figure has gone from one cell to another: it may be one that has dug. */
void follow_diggers(Position *p, int figure, int origin, int target) {
    for (int i = 0; i < p->dug; i++) {
        Cells *places = &p->diggers[i].places[figure];
        if (!(*places >> origin & 1)) continue;
        *places |= BIT(target);
        if (!has_figure(active_one(p), figure, origin)) *places &= ~BIT(origin);
    }
}

/* All own figures on a hex have become a guard or left the game. */
void lose_diggers(Position *p, int cell) {
    for (int i = 0; i < p->dug; i++)
        for (int figure = 0; figure < FIGURES; figure++) {
            Cells *places = &p->diggers[i].places[figure];
            if (*places >> cell & 1) *places = (*places & ~BIT(cell)) | BIT(GONE);
        }
}
