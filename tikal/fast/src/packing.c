/* A position as bytes, as tikal/fast/packing.py writes it after the header of the edition. */
#include "rules.h"

#define DIGGER_BYTES 6
#define STOCK_BYTES 5

/* --- packing --- */

static uint8_t *put(uint8_t *to, const void *from, size_t length) {
    memcpy(to, from, length);
    return to + length;
}

static uint8_t *put_number(uint8_t *to, uint64_t number, int length) {
    for (int i = 0; i < length; i++) *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

static uint8_t *put_padded(uint8_t *to, const uint8_t *from, int count, int length) {
    for (int i = 0; i < length; i++) *to++ = i < count ? from[i] : NOTHING;
    return to;
}

static uint8_t *put_expedition(uint8_t *to, const Expedition *who) {
    to = put_number(to, (uint64_t)who->score, 2);
    *to++ = who->leader;
    to = put(to, who->workers, CELLS);
    *to++ = who->supply;
    to = put(to, who->removed, FIGURES);
    to = put_padded(to, who->camps, who->camp_count, CAMPS);
    to = put_padded(to, who->guards, who->guard_count, GUARDS);
    to = put_padded(to, who->guard_figures, who->guard_count, GUARDS);
    return put(to, who->treasures, KINDS);
}

/* The length of the bytes, of which there must be room for MAX_BYTES. */
int pack(const Position *p, uint8_t *bytes) {
    uint8_t *to = bytes;
    *to++ = p->auction;
    *to++ = p->players;
    *to++ = p->phase;
    *to++ = p->active;
    *to++ = p->ap;
    *to++ = p->scoring;
    *to++ = p->tile;
    to = put_padded(to, p->queue, p->queue_length, MAX_PLAYERS);
    to = put_padded(to, p->display, p->display_length, MAX_PLAYERS);
    to = put_number(to, (uint64_t)p->high_bid, 2);
    *to++ = p->high_bidder;
    *to++ = p->passed;
    *to++ = p->first_passer;
    *to++ = p->done;
    *to++ = p->winners;
    to = put(to, p->worked, CELLS);
    to = put(to, p->tiles, CELLS);
    to = put(to, p->values, CELLS);
    to = put(to, p->tokens, CELLS);
    to = put_number(to, p->stock, STOCK_BYTES);
    to = put(to, p->floors, FLOORS);
    to = put(to, p->unseen, KINDS);
    for (int seat = 1; seat <= p->players; seat++) to = put_expedition(to, who_is(p, seat));
    *to++ = p->dug;
    for (int i = 0; i < p->dug; i++) {
        *to++ = p->diggers[i].cell;
        for (int figure = 0; figure < FIGURES; figure++)
            to = put_number(to, p->diggers[i].places[figure], DIGGER_BYTES);
    }
    return (int)(to - bytes);
}

/* --- unpacking --- */

/* Bytes taken from the front; where there are too few, zeros, and `ended` is set. */
typedef struct {
    const uint8_t *bytes;
    size_t left;
    bool ended;
} Reader;

static void take_bytes(Reader *from, void *to, size_t length) {
    if (from->left < length) {
        from->ended = true;
        memset(to, 0, length);
        return;
    }
    memcpy(to, from->bytes, length);
    from->bytes += length;
    from->left -= length;
}

static uint64_t take_number(Reader *from, int length) {
    uint8_t bytes[8];
    uint64_t number = 0;
    take_bytes(from, bytes, (size_t)length);
    for (int i = 0; i < length; i++) number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static uint8_t take_byte(Reader *from) { return (uint8_t)take_number(from, 1); }

/* Points, or -1 for more than anybody can have. */
static int16_t take_points(Reader *from) {
    uint64_t points = take_number(from, 2);
    return points > MAX_SCORE ? -1 : (int16_t)points;
}

/* Entries up to the last one that is not NOTHING. */
static uint8_t take_padded(Reader *from, uint8_t *to, int length) {
    take_bytes(from, to, (size_t)length);
    while (length && to[length - 1] == NOTHING) length--;
    return (uint8_t)length;
}

static bool take_expedition(Reader *from, Expedition *who) {
    who->score = take_points(from);
    who->leader = take_byte(from);
    take_bytes(from, who->workers, CELLS);
    who->supply = take_byte(from);
    take_bytes(from, who->removed, FIGURES);
    who->camp_count = take_padded(from, who->camps, CAMPS);
    who->guard_count = take_padded(from, who->guards, GUARDS);
    int figures = take_padded(from, who->guard_figures, GUARDS);
    take_bytes(from, who->treasures, KINDS);
    return figures == who->guard_count;
}

static bool take_diggers(Reader *from, Position *p) {
    p->dug = take_byte(from);
    if (p->dug > MAX_DUG) return false;
    for (int i = 0; i < p->dug; i++) {
        p->diggers[i].cell = take_byte(from);
        for (int figure = 0; figure < FIGURES; figure++)
            p->diggers[i].places[figure] = take_number(from, DIGGER_BYTES);
    }
    return true;
}

/* The switches at the end of a header, which Python has checked. */
void read_switches(Position *p, const uint8_t *bytes) {
    for (int i = 0; i < SWITCHES; i++) {
        p->switches[i] = *bytes++;
        if (i == SWITCH_TIEBREAK) {
            p->tiebreaks = p->switches[i];
            memcpy(p->tiebreak, bytes, CRITERIA);
            bytes += CRITERIA;
        }
    }
}

/* Whether these are the bytes of a position; `p` has the switches of its edition already. */
bool unpack(Position *p, const uint8_t *bytes, size_t length) {
    Reader from = {bytes, length, false};
    p->auction = take_byte(&from);
    p->players = take_byte(&from);
    p->phase = take_byte(&from);
    p->active = take_byte(&from);
    p->ap = take_byte(&from);
    p->scoring = take_byte(&from);
    p->tile = take_byte(&from);
    p->queue_length = take_padded(&from, p->queue, MAX_PLAYERS);
    p->display_length = take_padded(&from, p->display, MAX_PLAYERS);
    p->high_bid = take_points(&from);
    p->high_bidder = take_byte(&from);
    p->passed = take_byte(&from);
    p->first_passer = take_byte(&from);
    p->done = take_byte(&from);
    p->winners = take_byte(&from);
    take_bytes(&from, p->worked, CELLS);
    take_bytes(&from, p->tiles, CELLS);
    take_bytes(&from, p->values, CELLS);
    take_bytes(&from, p->tokens, CELLS);
    p->stock = take_number(&from, STOCK_BYTES);
    take_bytes(&from, p->floors, FLOORS);
    take_bytes(&from, p->unseen, KINDS);
    if (p->players < MIN_PLAYERS || p->players > MAX_PLAYERS) return false; /* COMP-01 */
    for (int seat = 1; seat <= p->players; seat++)
        if (!take_expedition(&from, expedition(p, seat))) return false;
    if (!take_diggers(&from, p) || from.ended || from.left || !is_playable(p)) return false;
    uint8_t again[MAX_BYTES];
    return (size_t)pack(p, again) == length && !memcmp(again, bytes, length);
}
