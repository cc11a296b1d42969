/* The class Game: a position that moves change in place. tikal/fast/compiled.py completes it. */
#include "bridge.h"

static Position *position_of(PyObject *self) { return &((GameObject *)self)->position; }
static Engine *engine_of(PyObject *self) { return ((GameObject *)self)->engine; }

/* Let Python say what is wrong; always NULL, with an error set. */
static PyObject *refuse(Engine *engine, int hook, PyObject *first, PyObject *second) {
    PyObject *nothing = PyObject_CallFunctionObjArgs(engine->hooks[hook], first, second, NULL);
    if (nothing) {
        Py_DECREF(nothing);
        PyErr_SetString(PyExc_SystemError, "the compiled engine refuses what Python accepts");
    }
    return NULL;
}

/* --- making and copying --- */

PyObject *game_with(PyTypeObject *type, Engine *engine, const Position *p, PyObject *edition,
                    PyObject *header) {
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    GameObject *game = (GameObject *)self;
    game->engine = engine;
    game->position = *p;
    Py_INCREF(edition);
    Py_INCREF(header);
    game->edition = edition;
    game->header = header;
    return self;
}

static PyObject *game_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"state", NULL};
    PyObject *state, *edition, *header, *game = NULL;
    Position p;
    Engine *engine = engine_of_type(type);
    if (!engine || !PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Game", names, &state))
        return NULL;
    memset(&p, 0, sizeof p);
    if (!read_state(engine, &p, state, &edition, &header))
        return refuse(engine, HOOK_REFUSE_STATE, state, NULL);
    game = game_with(type, engine, &p, edition, header);
    Py_DECREF(edition);
    Py_DECREF(header);
    return game;
}

static void game_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    Py_XDECREF(((GameObject *)self)->edition);
    Py_XDECREF(((GameObject *)self)->header);
    release(self);
    Py_DECREF(type);
}

static PyObject *game_copy(PyObject *self, PyObject *nothing) {
    GameObject *game = (GameObject *)self;
    (void)nothing;
    return game_with(Py_TYPE(self), game->engine, &game->position, game->edition, game->header);
}

/* --- bytes --- */

/* Where the header ends, or 0 if it does not. */
static size_t header_length(const uint8_t *bytes, size_t length) {
    size_t at = 6; /* a mark of five bytes and the version */
    for (int i = 0; i < 2; i++) { /* key and title, each with its length */
        if (at + 2 > length) return 0;
        at += 2 + (size_t)(bytes[at] | bytes[at + 1] << 8);
    }
    at += SWITCH_BYTES;
    return at <= length ? at : 0;
}

/* The game behind bytes that are not of this version, or an error. */
static PyObject *game_of_other(Engine *engine, PyObject *type, PyObject *packed) {
    PyObject *state = PyObject_CallFunctionObjArgs(engine->hooks[HOOK_UNPACK], packed, NULL);
    PyObject *game = state ? PyObject_CallFunctionObjArgs(type, state, NULL) : NULL;
    Py_XDECREF(state);
    return game;
}

static PyObject *game_from_packed(PyObject *type, PyObject *packed) {
    Engine *engine = engine_of_type((PyTypeObject *)type);
    if (!engine) return NULL;
    if (!PyBytes_CheckExact(packed)) return refuse(engine, HOOK_REFUSE_PACKED, packed, NULL);
    const uint8_t *bytes = (const uint8_t *)PyBytes_AsString(packed);
    size_t length = (size_t)PyBytes_Size(packed), start = header_length(bytes, length);
    if (length > 5 && length <= LONGEST && bytes[5] != FORMAT) /* behind the mark */
        return game_of_other(engine, type, packed);
    if (!start || length > LONGEST) return refuse(engine, HOOK_REFUSE_PACKED, packed, NULL);
    PyObject *game = NULL, *edition = NULL;
    PyObject *header = PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)start);
    if (header)
        edition = PyObject_CallFunctionObjArgs(engine->hooks[HOOK_EDITION_OF_HEADER], header, NULL);
    if (edition) {
        Position p;
        memset(&p, 0, sizeof p);
        read_switches(&p, bytes + start - SWITCH_BYTES);
        if (unpack(&p, bytes + start, length - start))
            game = game_with((PyTypeObject *)type, engine, &p, edition, header);
        else
            refuse(engine, HOOK_REFUSE_PACKED, packed, NULL);
    }
    Py_XDECREF(edition);
    Py_XDECREF(header);
    return game;
}

static PyObject *game_body(PyObject *self, PyObject *nothing) {
    uint8_t bytes[MAX_BYTES];
    (void)nothing;
    return PyBytes_FromStringAndSize((const char *)bytes, pack(position_of(self), bytes));
}

static PyObject *game_packed(PyObject *self, PyObject *nothing) {
    uint8_t bytes[MAX_BYTES];
    PyObject *header = ((GameObject *)self)->header;
    Py_ssize_t start = PyBytes_Size(header);
    int length = pack(position_of(self), bytes);
    (void)nothing;
    PyObject *packed = PyBytes_FromStringAndSize(NULL, start + length);
    if (!packed) return NULL;
    memcpy(PyBytes_AsString(packed), PyBytes_AsString(header), (size_t)start);
    memcpy(PyBytes_AsString(packed) + start, bytes, (size_t)length);
    return packed;
}

/* --- moves --- */

static PyObject *game_legal_moves(PyObject *self, PyObject *nothing) {
    Moves moves;
    (void)nothing;
    list_moves(position_of(self), &moves);
    PyObject *found = PyTuple_New(moves.count);
    for (int i = 0; found && i < moves.count; i++) {
        PyObject *move = move_object(engine_of(self), moves.codes[i]);
        if (!move) {
            Py_DECREF(found);
            return NULL;
        }
        Py_INCREF(move);
        PyTuple_SetItem(found, i, move);
    }
    return found;
}

static PyObject *game_count(PyObject *self, PyObject *nothing) {
    Moves moves;
    (void)nothing;
    list_moves(position_of(self), &moves);
    return PyLong_FromLong(moves.count);
}

static PyObject *game_nth(PyObject *self, PyObject *index) {
    Moves moves;
    list_moves(position_of(self), &moves);
    int overflow = 0;
    long place = PyLong_CheckExact(index) ? PyLong_AsLongAndOverflow(index, &overflow) : -1;
    if (overflow || place < 0 || place >= moves.count) {
        PyObject *count = PyLong_FromLong(moves.count);
        if (count) refuse(engine_of(self), HOOK_REFUSE_PLACE, count, index);
        Py_XDECREF(count);
        return NULL;
    }
    PyObject *move = move_object(engine_of(self), moves.codes[place]);
    Py_XINCREF(move);
    return move;
}

static PyObject *game_weights(PyObject *self, PyObject *nothing) {
    const Position *p = position_of(self);
    Moves moves;
    (void)nothing;
    if (p->phase != PHASE_DRAW && p->phase != PHASE_REVEAL) return PyTuple_New(0);
    list_moves(p, &moves);
    PyObject *found = PyTuple_New(moves.count);
    for (int i = 0; found && i < moves.count; i++) {
        int weight = p->phase == PHASE_DRAW ? 1 : p->unseen[moves.codes[i] - FIRST_REVEAL];
        PyTuple_SetItem(found, i, PyLong_FromLong(weight));
    }
    return found;
}

/* The number of a legal move in the list, -1 if it is not legal; false after an error. */
static bool legal_code(PyObject *self, PyObject *move, int *code) {
    Moves moves;
    if (!code_of(engine_of(self), move, code)) return false;
    if (*code < 0) return true;
    const Position *p = position_of(self);
    *code = canonical(p, *code);
    list_moves(p, &moves);
    if (!is_listed(&moves, *code)) *code = -1;
    return true;
}

static PyObject *game_is_legal(PyObject *self, PyObject *move) {
    int code;
    return legal_code(self, move, &code) ? PyBool_FromLong(code >= 0) : NULL;
}

static PyObject *game_apply(PyObject *self, PyObject *move) {
    int code;
    if (!legal_code(self, move, &code)) return NULL;
    if (code < 0) return refuse(engine_of(self), HOOK_REFUSE_MOVE, self, move);
    make(position_of(self), code);
    Py_RETURN_NONE;
}

/* --- playouts --- */

static PyObject *seats_of(unsigned set) {
    PyObject *found = PyList_New(0);
    for (int seat = 1; found && seat <= MAX_PLAYERS; seat++)
        if (set >> (seat - 1) & 1) {
            PyObject *number = PyLong_FromLong(seat);
            if (!number || PyList_Append(found, number)) Py_CLEAR(found);
            Py_XDECREF(number);
        }
    PyObject *seats = found ? PyList_AsTuple(found) : NULL;
    Py_XDECREF(found);
    return seats;
}

static PyObject *by_seat(const int16_t *points, int players) {
    PyObject *found = PyDict_New();
    for (int seat = 1; found && seat <= players; seat++) {
        PyObject *key = PyLong_FromLong(seat), *value = PyLong_FromLong(points[seat - 1]);
        if (!key || !value || PyDict_SetItem(found, key, value)) Py_CLEAR(found);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return found;
}

/* A Playout from an outcome. */
PyObject *playout(Engine *engine, const Position *p, const Outcome *outcome) {
    long total = 0;
    PyObject *counts = PyTuple_New(MOVE_KINDS);
    for (int kind = 0; counts && kind < MOVE_KINDS; kind++) {
        total += outcome->counts[kind];
        PyTuple_SetItem(counts, kind, PyLong_FromLong(outcome->counts[kind]));
    }
    PyObject *scores = by_seat(outcome->scores, p->players), *length = PyLong_FromLong(total);
    PyObject *winners = seats_of(outcome->winners), *made = NULL;
    if (counts && scores && length && winners)
        made = PyObject_CallFunctionObjArgs(
            engine->hooks[HOOK_PLAYOUT], scores, length, winners, counts, NULL);
    Py_XDECREF(counts);
    Py_XDECREF(scores);
    Py_XDECREF(length);
    Py_XDECREF(winners);
    return made;
}

/* Any int is a seed, modulo 2**64. */
bool seed_of(Engine *engine, PyObject *value, uint64_t *seed) {
    int overflow = 1;
    if (PyLong_CheckExact(value)) *seed = (uint64_t)PyLong_AsLongLongAndOverflow(value, &overflow);
    if (!overflow) return true;
    PyObject *nothing = PyObject_CallFunctionObjArgs(engine->hooks[HOOK_REQUIRE_SEED], value, NULL);
    if (!nothing) return false;
    Py_DECREF(nothing);
    *seed = PyLong_AsUnsignedLongLongMask(value);
    return !PyErr_Occurred();
}

static PyObject *game_rollout(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"seed", NULL};
    PyObject *value;
    uint64_t seed;
    Outcome outcome;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:rollout", names, &value)) return NULL;
    if (!seed_of(engine_of(self), value, &seed)) return NULL;
    Position start = *position_of(self); /* others may move while the lock is released */
    Py_BEGIN_ALLOW_THREADS
    rollout(&start, seed, &outcome);
    Py_END_ALLOW_THREADS
    return playout(engine_of(self), &start, &outcome);
}

/* --- what is known --- */

static PyObject *game_points(PyObject *self, PyObject *seat) {
    long number = PyLong_AsLong(seat); /* Python has looked at it */
    if (PyErr_Occurred()) return NULL;
    const Position *p = position_of(self);
    if (number < 1 || number > p->players) return PyLong_FromLong(0);
    return PyLong_FromLong(score(p, (int)number));
}

static PyObject *game_prospects(PyObject *self, PyObject *nothing) {
    const Position *p = position_of(self);
    PyObject *found = PyTuple_New(p->players);
    (void)nothing;
    for (int seat = 1; found && seat <= p->players; seat++)
        PyTuple_SetItem(found, seat - 1, PyLong_FromLong(prospect(p, seat)));
    return found;
}

static PyObject *get_phase(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_InternFromString(PHASE_NAMES[position_of(self)->phase]);
}

static PyObject *seat_or_none(int seat) {
    if (seat) return PyLong_FromLong(seat);
    Py_RETURN_NONE;
}

static PyObject *get_active(PyObject *self, void *unused) {
    (void)unused;
    return seat_or_none(position_of(self)->active);
}

static PyObject *get_to_move(PyObject *self, void *unused) {
    const Position *p = position_of(self);
    (void)unused;
    return seat_or_none(p->phase == PHASE_DRAW || p->phase == PHASE_REVEAL ? 0 : p->active);
}

static PyObject *get_scores(PyObject *self, void *unused) {
    const Position *p = position_of(self);
    int16_t points[MAX_PLAYERS];
    (void)unused;
    for (int seat = 1; seat <= p->players; seat++) points[seat - 1] = who_is(p, seat)->score;
    return by_seat(points, p->players);
}

static PyObject *get_winners(PyObject *self, void *unused) {
    (void)unused;
    return seats_of(position_of(self)->winners);
}

static PyObject *get_edition(PyObject *self, void *unused) {
    (void)unused;
    Py_INCREF(((GameObject *)self)->edition);
    return ((GameObject *)self)->edition;
}

/* --- the class --- */

static PyMethodDef methods[] = {
    {"from_packed", game_from_packed, METH_O | METH_CLASS,
     "The game behind the bytes that `packed` gave; all other bytes are refused."},
    {"packed", game_packed, METH_NOARGS,
     "The position as bytes: equal positions have equal bytes."},
    {"_body", game_body, METH_NOARGS, "The packed position without the header of its edition."},
    {"copy", game_copy, METH_NOARGS, "Another game in the same position."},
    {"legal_moves", game_legal_moves, METH_NOARGS,
     "The moves that `tikal.legal_moves` lists, in the same order."},
    {"count", game_count, METH_NOARGS, "How many legal moves there are."},
    {"nth", game_nth, METH_O, "One of the legal moves, by its place in the list."},
    {"weights", game_weights, METH_NOARGS,
     "How likely each legal move is where chance decides, as whole numbers; () elsewhere."},
    {"is_legal", game_is_legal, METH_O, "Whether the move may be made now."},
    {"apply", game_apply, METH_O,
     "Make a legal move; an illegal one raises `IllegalMove`, and nothing is changed."},
    {"rollout", (PyCFunction)(void (*)(void))game_rollout, METH_VARARGS | METH_KEYWORDS,
     "Play to the end at random; the game itself stays where it is."},
    {"numbers", game_numbers, METH_NOARGS, "The numbers of the legal moves, as `actions.numbers`."},
    {"mask", game_mask, METH_NOARGS, "A mark for every number, as `actions.mask`."},
    {"_observe", game_observe, METH_VARARGS, "What a seat sees, as bytes of floats."},
    {"_take", game_take, METH_O, "Make the move behind a number; whether it was legal."},
    {"prospects", game_prospects, METH_NOARGS, "As `tikal.bots.evaluation.prospects`."},
    {"_points", game_points, METH_O, "What a seat would score now."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"phase", get_phase, NULL, "As `State.phase`.", NULL},
    {"active", get_active, NULL, "As `State.active`.", NULL},
    {"to_move", get_to_move, NULL, "As `State.to_move`.", NULL},
    {"scores", get_scores, NULL, "As `State.scores`.", NULL},
    {"winners", get_winners, NULL, "As `State.winners`.", NULL},
    {"_edition", get_edition, NULL, "The edition that is played.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyObject *make_game_type(PyObject *module) {
    static PyType_Slot slots[] = {
        {Py_tp_new, (void *)game_new},
        {Py_tp_dealloc, (void *)game_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_getset, properties},
        {Py_tp_doc, "A game in progress, which moves change in place."},
        {0, NULL},
    };
    static PyType_Spec spec = {
        "tikal.fast._engine.Game", sizeof(GameObject), 0,
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots,
    };
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
