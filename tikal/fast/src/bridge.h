/* Between Python and the engine, on CPython's limited API: one build for 3.11 and later. */
#ifndef TIKAL_BRIDGE_H
#define TIKAL_BRIDGE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
/* Where None is immortal (3.12 and later), the headers return it without a reference of its own,
   whatever Py_LIMITED_API is; 3.11 would then drop a reference that was never taken. */
#undef Py_RETURN_NONE
#define Py_RETURN_NONE return Py_NewRef(Py_None)

#include "rules.h"

/* What Python gives the engine when it is loaded, in this order: see tikal/fast/compiled.py. */
enum {
    HOOK_HEADER,            /* Edition -> bytes that its packed positions begin with */
    HOOK_EDITION_OF_HEADER, /* the way back, or an error */
    HOOK_MOVE_OF_CODE,      /* int -> Move */
    HOOK_CODE_OF_MOVE,      /* Move or str -> int, or None if no position allows it, or an error */
    HOOK_REFUSE_STATE,      /* raises what is wrong with a state */
    HOOK_REFUSE_PACKED,     /* raises what is wrong with packed bytes */
    HOOK_REFUSE_MOVE,       /* (Game, Move or str): raises IllegalMove */
    HOOK_REFUSE_PLACE,      /* (count, index): raises what is wrong with a place in the list */
    HOOK_REQUIRE_SEED,      /* raises if it is not a seed */
    HOOK_PLAYOUT,           /* scores, length, winners, counts -> Playout */
    HOOKS
};
extern PyObject *hooks[HOOKS];
/* The classes of the records: State, Table, Course, Bidding, Turn, Ground, Board, Stock, Expedition. */
enum {
    RECORD_STATE, RECORD_TABLE, RECORD_COURSE, RECORD_BIDDING, RECORD_TURN, RECORD_GROUND,
    RECORD_BOARD, RECORD_STOCK, RECORD_EXPEDITION, RECORDS
};
extern PyObject *records[RECORDS];

/* game.c: the class Game */
typedef struct {
    PyObject_HEAD
    Position position;
    PyObject *edition;
    PyObject *header; /* bytes */
} GameObject;
extern PyObject *game_type;
bool make_game_type(void);
PyObject *playout(const Position *p, const Outcome *outcome);
bool seed_of(PyObject *value, uint64_t *seed);
PyObject *refuse(int hook, PyObject *first, PyObject *second);

/* reading.c */
bool read_state(Position *p, PyObject *state, PyObject **edition, PyObject **header);

/* naming.c: moves as Python objects */
PyObject *move_object(int code);
bool code_of(PyObject *move, int *code);

/* many.c */
PyObject *many(PyObject *module, PyObject *arguments);

#endif
