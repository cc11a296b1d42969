/* The board: tiles, the stones between them, and what volcanoes cut off. */
#include "rules.h"

static int terrain(int lying) { return TERRAIN_OF[lying / 6]; }

/* The stones of the steps around a cell, and of the steps back to it. */
static void pave(Position *p, int cell) {
    for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++) {
        Neighbour other = NEIGHBOURS[cell][i];
        int stones = 0;
        if (p->explored >> other.cell & 1 && !((p->volcanoes >> cell | p->volcanoes >> other.cell) & 1))
            stones = STONES[p->tiles[cell]][other.side]
                   + STONES[p->tiles[other.cell]][other.facing]; /* PATH-02 */
        p->steps[cell][i] = (uint8_t)stones; /* PATH-01: none, no step */
        for (int j = 0; j < NEIGHBOUR_COUNT[other.cell]; j++)
            if (NEIGHBOURS[other.cell][j].cell == cell) p->steps[other.cell][j] = (uint8_t)stones;
    }
}

/* A tile, as it lies, on a cell that was free. */
void lay(Position *p, int cell, int tile) {
    p->tiles[cell] = (uint8_t)tile;
    p->explored |= BIT(cell);
    switch (terrain(tile)) {
        case TERRAIN_VOLCANO: p->volcanoes |= BIT(cell); break;
        case TERRAIN_TEMPLE: p->temples |= BIT(cell); break;
        case TERRAIN_JUNGLE:
        case TERRAIN_TREASURE: p->campable |= BIT(cell); break;
        default: break;
    }
    pave(p, cell);
}

/* Everything that follows from the rest of a position. */
void derive(Position *p) {
    p->explored = p->volcanoes = p->temples = p->campable = p->guarded = p->camp_cells = 0;
    memset(p->steps, 0, sizeof p->steps);
    for (int cell = 0; cell < CELLS; cell++)
        if (p->tiles[cell] != UNEXPLORED) lay(p, cell, p->tiles[cell]);
    for (int seat = 1; seat <= p->players; seat++) {
        Expedition *who = expedition(p, seat);
        who->standing = 0;
        for (int cell = 0; cell < CELLS; cell++)
            if (who->workers[cell]) who->standing |= BIT(cell);
        for (int i = 0; i < who->camp_count; i++) p->camp_cells |= BIT(who->camps[i]);
        for (int i = 0; i < who->guard_count; i++) p->guarded |= BIT(who->guards[i]);
    }
}

/* Whether no chain of other cells joins some cell to the base camp past these volcanoes. */
bool cuts_off(Cells volcanoes) {
    Cells reached = BIT(BASE_CAMP), frontier = reached;
    while (frontier) {
        int cell = lowest(frontier);
        frontier &= frontier - 1;
        Cells fresh = NEIGHBOUR_CELLS[cell] & ~volcanoes & ~reached;
        reached |= fresh;
        frontier |= fresh;
    }
    return (reached | volcanoes) != ALL_CELLS;
}
