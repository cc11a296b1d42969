/* The action numbers of tikal/bots/actions.py, which writes them into tables.h. */
#include "rules.h"

/* The slot of a cell for the transfers of a seat: the base camp, then the own camps. */
static int slot_of(const Expedition *who, int cell) {
    if (cell == BASE_CAMP) return 0;
    for (int i = 0; i < who->camp_count; i++)
        if (who->camps[i] == cell) return 1 + i;
    return -1;
}

static int cell_of_slot(const Expedition *who, int slot) {
    if (!slot) return BASE_CAMP;
    return slot <= who->camp_count ? who->camps[slot - 1] : -1;
}

static int number_of_transfer(const Expedition *who, int n) {
    int origin = slot_of(who, n / CELLS % CELLS), target = slot_of(who, n % CELLS);
    return origin < 0 || target < 0 ? -1 : TRANSFER_NUMBERS[n / CELLS / CELLS][origin * SLOTS + target];
}

/* How far to the left of the seat to move a partner sits. */
static int number_of_exchange(const Position *p, int n) {
    int seat = n / KINDS % MAX_PLAYERS + 1, left = (seat - p->active + p->players) % p->players;
    return EXCHANGE_NUMBERS[n / KINDS / MAX_PLAYERS][(left - 1) * KINDS + n % KINDS];
}

/* The number of a legal move. */
int number_of(const Position *p, int code) {
    switch (kind_of(code)) {
        case KIND_TRANSFER: return number_of_transfer(active_one(p), code - FIRST_TRANSFER);
        case KIND_EXCHANGE: return number_of_exchange(p, code - FIRST_EXCHANGE);
        case KIND_BID: return code - FIRST_BID <= HIGHEST_BID ? BID_NUMBERS[code - FIRST_BID] : -1;
        default: return NUMBERS[code];
    }
}

/* The move behind a number, legal or not; a seat is to move. */
int code_of_number(const Position *p, int number) {
    Entry entry = ENTRIES[number];
    if (entry.kind == ENTRY_TRANSFER) {
        int origin = cell_of_slot(active_one(p), entry.b), target = cell_of_slot(active_one(p), entry.c);
        return origin < 0 || target < 0 ? -1 : TRANSFER(entry.a, origin, target);
    }
    if (entry.kind == ENTRY_EXCHANGE) {
        if (entry.b >= p->players) return -1;
        return EXCHANGE(entry.a, (p->active - 1 + entry.b) % p->players + 1, entry.c);
    }
    return entry.code;
}
