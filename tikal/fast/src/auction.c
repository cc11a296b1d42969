/* The auction game: bidding for the next turn of the round, and choosing a tile. */
#include "rules.h"

#define SEAT(seat) (1u << ((seat) - 1))

/* --- bids --- */

/* What must be bid now: more than the high bid, or with none the lowest of all. */
static int least_bid(const Position *p) {
    if (p->high_bidder) return p->high_bid + 1;
    return p->switches[SWITCH_LOWEST_BID] == LOWEST_BID_0 ? 0 : 1;
}

void list_bids(const Position *p, Moves *moves) {
    int highest = active_one(p)->score; /* AUCTION-29 */
    for (int points = least_bid(p); points <= highest; points++) /* AUCTION-08 */
        list(moves, BID(points));
    list(moves, PASS);
}

/* The next one clockwise is asked; if none is left the auction is won (AUCTION-07, AUCTION-10). */
static void next_offer(Position *p) {
    unsigned out = p->done | p->passed | (p->high_bidder ? SEAT(p->high_bidder) : 0);
    int seat = p->active;
    for (int i = 0; i < p->players; i++) {
        seat = clockwise(p, seat);
        if (!(out & SEAT(seat))) {
            begin(p, PHASE_BID, seat, 0);
            return;
        }
    }
    int winner = p->high_bidder ? p->high_bidder : p->first_passer; /* AUCTION-16 */
    Expedition *who = expedition(p, winner);
    who->score = (int16_t)(who->score - p->high_bid); /* AUCTION-11 */
    p->high_bid = 0;
    p->high_bidder = p->passed = p->first_passer = 0;
    begin(p, PHASE_TAKE, winner, 0); /* AUCTION-12 */
}

/* The bid stands until a higher one. */
void bid(Position *p, int points) {
    p->high_bid = (int16_t)points;
    p->high_bidder = p->active;
    p->first_passer = 0;
    next_offer(p);
}

/* The seat is out of this auction (AUCTION-09). */
void pass(Position *p) {
    if (!p->first_passer && !p->high_bidder) p->first_passer = p->active;
    p->passed |= (uint8_t)SEAT(p->active);
    next_offer(p);
}

/* --- the display --- */

void list_takes(const Position *p, Moves *moves) {
    for (int i = 0; i < p->display_length; i++) list(moves, TAKE(p->display[i])); /* AUCTION-12 */
}

/* The chosen tile comes to its taker (AUCTION-12, AUCTION-21). */
void take(Position *p, int tile) {
    int rest = 0;
    for (int i = 0; i < p->display_length; i++)
        if (p->display[i] != tile) p->display[rest++] = p->display[i];
    p->display_length = (uint8_t)rest;
    receive(p, tile);
}

/* A tile joins the display; when it is complete the bidding begins (AUCTION-04). */
void show(Position *p, int tile) {
    int at = p->display_length++;
    while (at > 0 && p->display[at - 1] > tile) {
        p->display[at] = p->display[at - 1];
        at--;
    }
    p->display[at] = (uint8_t)tile;
    begin(p, p->display_length == p->players ? PHASE_BID : PHASE_DRAW, p->active, 0);
}

/* --- between turns --- */

/* The active seat has had its turn of the round (AUCTION-13); the next one follows. */
void next_round_turn(Position *p) {
    int waiting = 0, next = 0, seat = p->active;
    p->done |= (uint8_t)SEAT(p->active);
    for (int i = 0; i < p->players; i++) {
        seat = clockwise(p, seat);
        if (p->done & SEAT(seat)) continue;
        if (!waiting++) next = seat;
    }
    if (!waiting) { /* AUCTION-18, AUCTION-19 */
        p->done = 0;
        begin(p, PHASE_DRAW, clockwise(p, p->active), 0);
    } else { /* AUCTION-17, AUCTION-14 */
        begin(p, waiting == 1 ? PHASE_TAKE : PHASE_BID, next, 0);
    }
}
