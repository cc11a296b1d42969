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

#include <stdatomic.h>

#include "rules.h"

/* What Python gives the engine when it is loaded, in this order: see tikal/fast/compiled.py. */
enum {
    HOOK_HEADER,            /* Edition -> bytes that its packed positions begin with */
    HOOK_EDITION_OF_HEADER, /* the way back, or an error */
    HOOK_MOVE_OF_CODE,      /* int -> Move */
    HOOK_CODE_OF_MOVE,      /* Move or str -> int, or None if no position allows it, or an error */
    HOOK_REFUSE_STATE,      /* raises what is wrong with a state */
    HOOK_UNPACK,            /* packed bytes of any version -> State, or an error */
    HOOK_REFUSE_PACKED,     /* raises what is wrong with packed bytes */
    HOOK_REFUSE_MOVE,       /* (Game, Move or str): raises IllegalMove */
    HOOK_REFUSE_PLACE,      /* (count, index): raises what is wrong with a place in the list */
    HOOK_REQUIRE_SEED,      /* raises if it is not a seed */
    HOOK_PLAYOUT,           /* scores, length, winners, counts -> Playout */
    HOOKS
};
/* The classes of the records: State, Table, Course, Bidding, Turn, Ground, Board, Stock, Expedition. */
enum {
    RECORD_STATE, RECORD_TABLE, RECORD_COURSE, RECORD_BIDDING, RECORD_TURN, RECORD_GROUND,
    RECORD_BOARD, RECORD_STOCK, RECORD_EXPEDITION, RECORDS
};

#define CODES (FIRST_BID + MAX_SCORE + 1)
#define PLACES (1 << 14) /* more than twice as many as codes */

/* The state of the module, one for every import of the library: nothing belongs to the process, so
   that several interpreters, and a library imported twice, do not meet. */
typedef struct {
    PyObject *hooks[HOOKS];     /* NULL until `install` */
    PyObject *records[RECORDS];
    PyObject *game_type;
    PyObject *moves[CODES];     /* those that were asked for */
    struct { PyObject *object; Code code; } by_address[PLACES]; /* the same, borrowed */
} Engine;
Engine *engine_of_module(PyObject *module);
Engine *engine_of_type(PyTypeObject *type);

/* game.c: the class Game */
typedef struct {
    PyObject_HEAD
    Engine *engine; /* its type keeps the module alive */
    Position position;
    PyObject *edition;
    PyObject *header; /* bytes */
} GameObject;
PyObject *game_with(PyTypeObject *type, Engine *engine, const Position *p, PyObject *edition,
                    PyObject *header);
PyObject *make_game_type(PyObject *module);
PyObject *playout(Engine *engine, const Position *p, const Outcome *outcome);
bool seed_of(Engine *engine, PyObject *value, uint64_t *seed);

/* reading.c */
bool read_state(Engine *engine, Position *p, PyObject *state, PyObject **edition, PyObject **header);

/* naming.c: moves as Python objects */
PyObject *move_object(Engine *engine, int code);
bool code_of(Engine *engine, PyObject *move, int *code);

/* seen.c */
PyObject *game_numbers(PyObject *self, PyObject *nothing);
PyObject *game_mask(PyObject *self, PyObject *nothing);
PyObject *game_observe(PyObject *self, PyObject *arguments);
PyObject *game_take(PyObject *self, PyObject *number);

/* batch.c */
PyObject *make_batch_type(PyObject *module);

/* threads.c */
void share_out(void (*work)(void *all, int share), void *all, int threads, atomic_int *stop);

/* pool.c */
typedef struct Pool Pool;
Pool *new_pool(int threads);
bool is_here(const Pool *pool);
void run_pool(Pool *pool, void (*work)(void *all, int share, int shares), void *all);
void end_pool(Pool *pool);

/* many.c */
PyObject *many(PyObject *module, PyObject *arguments);

#endif
