/* What the chapters offer each other: listing the moves of a kind, and making one. */
#ifndef TIKAL_RULES_H
#define TIKAL_RULES_H

#include "moves.h"

/* board.c */
void derive(Position *p);
void lay(Position *p, int cell, int tile);
bool cuts_off(Cells volcanoes);

/* placing.c */
typedef struct {
    uint8_t sides; /* towards hexes with a way in */
    bool paved;    /* such a hex has a stone on the common edge */
} Offer;
bool offer_of(const Position *p, int cell, Offer *offer);
bool has_room(const Position *p);
void list_placements(const Position *p, Moves *moves);
void receive(Position *p, int tile);
void place(Position *p, int cell, int rotation);
void set_aside(Position *p);

/* walking.c */
void list_walks(const Position *p, Moves *moves);
void go(Position *p, int figure, int origin, int target, int price);

/* camps.c */
void list_deploys(const Position *p, Moves *moves);
void deploy(Position *p, int figure, int cell);
void list_transfers(const Position *p, Moves *moves);
bool is_camp_site(const Position *p, int cell);
void list_camps(const Position *p, Moves *moves);
void establish_camp(Position *p, int cell);

/* digging.c */
bool may_dig(const Position *p, int cell, int most);
void dig(Position *p, int cell);
void follow_diggers(Position *p, int figure, int origin, int target);
void lose_diggers(Position *p, int cell);

/* temples.c */
void list_uncovers(const Position *p, Moves *moves);
void uncover(Position *p, int cell);

/* treasures.c */
void list_recoveries(const Position *p, Moves *moves);
void recover(Position *p, int cell);
void list_reveals(const Position *p, Moves *moves);
void reveal(Position *p, int kind);
void list_exchanges(const Position *p, Moves *moves);
void exchange(Position *p, int give, int seat, int take);

/* guards.c */
void list_guards(const Position *p, Moves *moves);
void place_guard(Position *p, int cell, int figure);

/* turns.c */
void list_draws(const Position *p, Moves *moves);
void draw(Position *p, int tile);
void end_turn(Position *p);

/* auction.c */
void list_bids(const Position *p, Moves *moves);
void bid(Position *p, int points);
void pass(Position *p);
void list_takes(const Position *p, Moves *moves);
void take(Position *p, int tile);
void show(Position *p, int tile);
void next_round_turn(Position *p);

/* scoring.c */
int score(const Position *p, int seat);
void volcano_round(Position *p, int volcano);
void final_round(Position *p);
void end_scoring_turn(Position *p);
int winners_of(const Position *p);

/* engine.c */
void list_moves(const Position *p, Moves *moves);
bool is_listed(const Moves *moves, int code);
int canonical(const Position *p, int code);
void make(Position *p, int code);
int kind_of(int code);

/* numbers.c: -1 for what has no number, or stands for no move that this position knows */
int number_of(const Position *p, int code);
int code_of_number(const Position *p, int number);

/* views.c */
void observe(const Position *p, int seat, bool scaled, float *found);

/* worth.c */
int prospect(const Position *p, int seat);

/* rollout.c */
int choice(const Position *p, const Moves *moves, uint64_t *counter);
typedef struct {
    int16_t scores[MAX_PLAYERS];
    uint8_t winners;
    uint16_t counts[MOVE_KINDS]; /* how often each kind of move was made */
} Outcome;
void rollout(const Position *start, uint64_t seed, Outcome *outcome);

/* packing.c */
#define MAX_BYTES 1024
#define SWITCH_BYTES (SWITCHES + CRITERIA)
int pack(const Position *p, uint8_t *bytes);
bool unpack(Position *p, const uint8_t *bytes, size_t length);
void read_switches(Position *p, const uint8_t *bytes);

/* validity.c */
bool is_playable(Position *p);

#endif
