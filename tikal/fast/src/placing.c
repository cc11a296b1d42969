/* Placing a tile: where it may lie, and what comes with it. */
#include "rules.h"

static bool is_volcano(int tile) { return TERRAIN_OF[tile] == TERRAIN_VOLCANO; }

/* What a free cell offers to a tile, by the edition's reading; false if it is closed to all. */
bool offer_of(const Position *p, int cell, Offer *offer) {
    bool beside_anything = false, beside_a_way = false;
    bool any_hex = p->switches[SWITCH_STONES_TOWARDS_VOLCANOES] == STONES_TOWARDS_VOLCANOES_YES;
    offer->sides = 0;
    offer->paved = false;
    for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++) {
        Neighbour other = NEIGHBOURS[cell][i];
        if (!(p->explored >> other.cell & 1)) continue;
        bool volcano = p->volcanoes >> other.cell & 1;
        beside_anything = true; /* PLACE-01 */
        beside_a_way |= !volcano;
        if (volcano && !any_hex) continue; /* PLACE-02, Q-02 */
        offer->sides |= (uint8_t)(1u << other.side);
        offer->paved |= STONES[p->tiles[other.cell]][other.facing] > 0;
    }
    if (p->switches[SWITCH_BESIDE_VOLCANOES_ONLY] == BESIDE_VOLCANOES_ONLY_NO)
        return beside_a_way; /* PLACE-01, Q-03 */
    return beside_anything;
}

static Cells free_cells(const Position *p) { return ALL_CELLS & ~p->explored; }

/* Whether any tile but a volcano could be laid somewhere: then none has been set aside. */
bool has_room(const Position *p) {
    Offer offer;
    EACH(cell, free_cells(p)) if (offer_of(p, cell, &offer) && offer.sides) return true;
    return false;
}

/* Whether a volcano here, beside another, would cut a space off for good (PLACE-05, Q-06). */
static bool forecloses(const Position *p, int cell) {
    if (p->switches[SWITCH_VOLCANO_MAY_FORECLOSE] == VOLCANO_MAY_FORECLOSE_YES) return false;
    return (NEIGHBOUR_CELLS[cell] & p->volcanoes) && cuts_off(p->volcanoes | BIT(cell));
}

void list_placements(const Position *p, Moves *moves) {
    int tile = p->tile;
    Offer offer;
    EACH(cell, free_cells(p)) {
        if (!offer_of(p, cell, &offer)) continue; /* PLACE-01 */
        if (is_volcano(tile)) {
            if (!forecloses(p, cell)) list(moves, PLACE(cell, 0)); /* PLACE-05 */
            continue;
        }
        if (!offer.sides) continue;
        EACH(rotation, ROTATIONS[tile]) /* each distinct orientation once */
            if (offer.paved || (offer.sides & PAVED_SIDES[6 * tile + rotation])) /* PLACE-02 */
                list(moves, PLACE(cell, rotation));
    }
    if (!moves->count) list(moves, SET_ASIDE); /* TURN-02, Q-04 */
}

/* A tile comes to the active seat: a volcano starts a scoring round at once (VOLC-01). */
void receive(Position *p, int tile) {
    if (is_volcano(tile)) {
        volcano_round(p, tile);
        return;
    }
    p->tile = (uint8_t)tile;
    begin(p, PHASE_PLACE, p->active, 0);
}

static void then_act(Position *p) {
    p->tile = NOTHING;
    begin(p, PHASE_ACT, p->active, ACTION_POINTS); /* TURN-04 */
}

/* A temple shows its value, a treasure hex gets its tokens (PLACE-09, PLACE-10). */
void place(Position *p, int cell, int rotation) {
    int tile = p->tile;
    lay(p, cell, LYING[tile][rotation]);
    p->values[cell] = VALUE_OF[tile];
    p->tokens[cell] = MASKS_OF[tile];
    then_act(p);
}

/* The tile leaves the game and counts as placed. */
void set_aside(Position *p) { then_act(p); }
